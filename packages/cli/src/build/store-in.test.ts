import { describe, expect, it } from 'vitest';
import { storeIn } from './store-in.ts';

const COMPONENTS = [{ purl: 'pkg:maven/org.acme/text@1.0?type=jar' }, { purl: 'pkg:maven/junit/junit@4.13.2' }, {}, 7];

describe('the local repository that a class path shows', () => {
  it.each([
    ['/opt/m2/org/acme/text/1.0/text-1.0.jar', '/opt/m2'],
    ['/project/lib/a.jar:/opt/m2/junit/junit/4.13.2/junit-4.13.2.jar\n', '/opt/m2'],
    ['/opt/m2/org/acme/other/1.0/other-1.0.jar', undefined],
    ['', undefined],
  ])('of %s is %s', (classPath, store) => {
    expect(storeIn(classPath, COMPONENTS)).toBe(store);
  });

  it('is none where nothing is listed', () => {
    expect(storeIn('/opt/m2/org/acme/text/1.0/text-1.0.jar', undefined)).toBe(undefined);
  });
});
