import fc from 'fast-check';
import { PackageURL } from 'packageurl-js';
import { describe, expect, it } from 'vitest';
import { parsePurl, toPurl } from './purl.ts';

describe('toPurl', () => {
  it.each([
    [{ type: 'npm', name: '@tanstack/db', version: '1.0.0' }, 'pkg:npm/%40tanstack/db@1.0.0'],
    [{ type: 'maven', name: 'org.junit/junit', version: '5.0' }, 'pkg:maven/org.junit/junit@5.0'],
    [{ type: 'npm', name: 'lib', qualifiers: { path: 'a b' } }, 'pkg:npm/lib?path=a%20b'],
    // What no registry could have sent.
    [{ type: 'maven', name: 'junit', version: '5.0' }, 'pkg:maven/junit@5.0'],
    [{ type: 'maven', name: '/junit' }, 'pkg:maven/junit'],
    [{ type: 'maven', name: 'junit', qualifiers: { path: 'a b/c', a: '' } }, 'pkg:maven/junit?path=a%20b%2Fc'],
    [{ type: 'npm', name: '' }, 'pkg:npm/unknown'],
    [{ type: 'npm', name: '', version: 'z/c@9' }, 'pkg:npm/unknown@z%2Fc%409'],
    [{ type: '', name: 'lib' }, 'pkg:generic/lib'],
    [{ type: 'n/pm', name: 'lib' }, 'pkg:generic/lib'],
    [{ type: 'npm', name: 'a\ud800b' }, 'pkg:npm/a%EF%BF%BDb'],
    [{ type: 'npm', name: 'lib', version: '\udc00' }, 'pkg:npm/lib@%EF%BF%BD'],
    [{ type: 'npm', name: 'lib', qualifiers: { path: '\ud800' } }, 'pkg:npm/lib?path=%EF%BF%BD'],
    [{ type: 'npm', name: '\u{1f680}' }, 'pkg:npm/%F0%9F%9A%80'],
  ])('%o is %s', (parts, purl) => {
    expect(toPurl(parts)).toBe(purl);
  });

  it('writes plain names as the reference library does', () => {
    const name = fc.stringMatching(/^(?:@[a-z0-9][a-z0-9._-]{0,5}\/)?[a-z0-9][a-z0-9._-]{0,5}$/);
    const version = fc.option(fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z.-]{0,8}$/), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom('npm', 'cargo'), name, version, (type, whole, at) => {
        const slash = whole.lastIndexOf('/');
        const url = new PackageURL(
          type,
          slash < 0 ? undefined : whole.slice(0, slash),
          whole.slice(slash + 1),
          at,
          undefined,
          undefined,
        );
        expect(toPurl({ type, name: whole, ...(at === undefined ? {} : { version: at }) })).toBe(url.toString());
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, and gives what can be read again', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('\ud800', 'a/b', '..', '%', '@'));
    const type = fc.constantFrom('npm', 'pypi', 'cargo', 'golang', 'maven', 'nosuch', '');
    fc.assert(
      fc.property(type, text, fc.option(text, { nil: undefined }), (kind, name, version) => {
        const purl = toPurl({ type: kind, name, ...(version === undefined ? {} : { version }) });
        expect(purl).toMatch(/^pkg:[a-z]+\/./);
        parsePurl(purl);
      }),
      { numRuns: 500 },
    );
  });
});
