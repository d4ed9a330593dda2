import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox } from '../contract-sandbox.ts';
import { openFiles } from '../files.ts';
import maven from './index.ts';
import { jarOf } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

/** Shelves below the sandbox, as `path`, with `of project` where nothing on them answers for its name. */
async function shelvesFrom(...known: readonly string[]): Promise<readonly string[]> {
  const shelves = await maven.outside.shelves({
    files: openFiles(),
    environment: {},
    home: sandbox.home,
    program: process.execPath,
    known: known.map((path) => join(sandbox.base, path)),
  });
  return shelves.map(
    ({ path, ofProject }) => `${path.slice(sandbox.base.length + 1)}${ofProject ? ', of project' : ''}`,
  );
}

function library(path: string, group = 'org.acme'): void {
  sandbox.write(join(sandbox.base, `${path}.jar`), jarOf({ 'a/A.class': '' }));
  sandbox.write(
    join(sandbox.base, `${path}.pom`),
    `<project><parent><groupId>${group}</groupId></parent><artifactId>x</artifactId></project>`,
  );
}

describe('stores that a build was found to use', () => {
  it('A-30 are known by the group in a pom, or by the name that Gradle gives them', async () => {
    library('moved/org/acme/money/1.0/money-1.0');
    library('moved/org/acme/text/1.0/text-1.0');
    sandbox.write(join(sandbox.base, 'g/caches/modules-2/files-2.1/io.acme/web/2.0/abc/web-2.0.jar'), jarOf({}));
    expect(
      await shelvesFrom(
        'moved/org/acme/money/1.0',
        'moved/org/acme/text/1.0',
        'g/caches/modules-2/files-2.1/io.acme/web/2.0/abc',
      ),
    ).toEqual(['moved, of project', 'g/caches/modules-2/files-2.1, of project']);
  });

  it("are vouched for where they are the machine's own", async () => {
    library('home/.m2/repository/org/acme/money/1.0/money-1.0');
    expect(await shelvesFrom('home/.m2/repository/org/acme/money/1.0')).toEqual(['home/.m2/repository']);
  });

  it.each([
    ['lies in no repository', 'project/libs/money-1.0', 'project/libs'],
    ['says another group than its folders', 'moved/com/other/money/1.0/money-1.0', 'moved/com/other/money/1.0'],
  ])('are none where a jar %s', async (_, path, known) => {
    library(path);
    expect(await shelvesFrom(known)).toEqual([]);
  });
});
