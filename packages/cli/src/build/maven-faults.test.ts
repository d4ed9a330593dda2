import { describe, expect, it } from 'vitest';
import { listenForFaults } from './maven-faults.ts';

function heard(...texts: readonly string[]) {
  const faults = listenForFaults();
  for (const text of texts) faults.hear(text);
  return { first: faults.first(), unresolved: faults.unresolved() };
}

describe('what Maven says is wrong', () => {
  it('is put together from pieces, and from the several lines of newer versions', () => {
    expect(
      heard(
        '[INFO] Scanning\n[\u001b[1;31mERROR\u001b[m] Failed to execute go',
        'al on project app: Could not resolve dependencies for project com.example:app:jar:1\n',
        '[ERROR] dependency: org.acme:gone:jar:1 (compile)\n[ERROR] \tCould not find artifact org.acme:gone:jar:1\n',
        '[ERROR] -> [Help 1]\n[ERROR] To see the full stack trace, use -e',
      ).unresolved,
    ).toEqual([
      'app: Could not resolve dependencies for project com.example:app:jar:1 dependency: org.acme:gone:jar:1 (compile) Could not find artifact org.acme:gone:jar:1',
    ]);
  });

  it.each([
    [
      '[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n[FATAL] Non-resolvable parent POM for com.example:app:1 @ line 2\n',
      'Non-resolvable parent POM for com.example:app:1 @ line 2',
    ],
    [
      '[ERROR] Failed to execute goal org.acme:some-plugin:1:run (default-cli) on project app: It broke. -> [Help 1]\n',
      'app: It broke.',
    ],
    [
      '[ERROR] Plugin org.acme:p:1 could not be resolved: offline -> [Help 1]',
      'Plugin org.acme:p:1 could not be resolved: offline',
    ],
    ['[INFO] BUILD SUCCESS\n', undefined],
  ])('is first of %j', (text, first) => {
    expect(heard(text).first).toBe(first);
  });

  it('is no lack of a library when a goal broke, and is cut when it is long', () => {
    const goal = '[ERROR] Failed to execute goal a:b:1:c (d) on project app: ';
    expect(heard(`${goal}It broke.\n`).unresolved).toEqual([]);
    expect(heard(`${goal}${'x'.repeat(1_000_000)}\n`).first).toHaveLength(300);
  });
});
