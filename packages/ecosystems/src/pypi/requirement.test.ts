import { describe, expect, it } from 'vitest';
import { evaluateMarker, parseMarker } from './marker.ts';
import { parseRequirement } from './requirement.ts';

const LINUX = {
  python_version: '3.11',
  python_full_version: '3.11.7',
  sys_platform: 'linux',
  os_name: 'posix',
  platform_system: 'Linux',
  implementation_name: 'cpython',
  platform_python_implementation: 'CPython',
};

describe('dependency specifiers', () => {
  it.each([
    ['flask', 'flask', [], ''],
    ['  Flask_Login  ', 'flask-login', [], ''],
    ['ruamel.yaml>=0.17,<1', 'ruamel-yaml', [], '>=0.17,<1'],
    ['uvicorn[standard, Watch_Files]>=0.20', 'uvicorn', ['standard', 'watch-files'], '>=0.20'],
    ['zope.interface (>=5.0)', 'zope-interface', [], '>=5.0'],
    ['a==1.0.*', 'a', [], '==1.0.*'],
    ['a~=1.4.2 ; python_version < "4"', 'a', [], '~=1.4.2'],
    ['a===1.0+local', 'a', [], '===1.0+local'],
    ['a>=1,', 'a', [], '>=1,'],
    ['a!=1!2.0', 'a', [], '!=1!2.0'],
  ])('%j is %s', (text, key, extras, specifier) => {
    expect(parseRequirement(text, '/project')).toMatchObject({
      key,
      extras,
      specifier,
      origin: { source: 'registry' },
    });
  });

  it.each([
    ['a @ git+https://example.com/x/y@v1', { source: 'git', address: 'git+https://example.com/x/y@v1' }],
    ['a @ git+ssh://git@example.com/x/y.git', { source: 'git', address: 'git+ssh://git@example.com/x/y.git' }],
    ['a[b] @ git+https://user:pass@example.com/x@1#egg=a', { source: 'git', address: 'git+https://example.com/x@1' }],
    ['a @ hg+https://example.com/x', { source: 'git', address: 'hg+https://example.com/x' }],
    ['a@https://example.com/a.whl?token=1#sha256=2', { source: 'url', address: 'https://example.com/a.whl' }],
    ['a @ file:///srv/a', { source: 'path', path: '/srv/a' }],
    ['a @ file:///srv/a%20b ; python_version > "3"', { source: 'path', path: '/srv/a b' }],
    ['a @ file:../a', { source: 'path', path: '/a' }],
    ['a @ ./a', { source: 'path', path: '/project/a' }],
    ['a @ https://example.com/a;b.whl', { source: 'url', address: 'https://example.com/a;b.whl' }],
    ['a @ https://', { source: 'url' }],
  ])('%j comes from elsewhere', (text, origin) => {
    expect(parseRequirement(text, '/project')).toMatchObject({ key: 'a', origin });
  });

  it.each(['', ' ', '-e .', '../a', '/a', 'a b', 'a>=1 b', 'a[b', '_a', 'a-', 'é', 'a>=', 'a >= 1 <2', `a${'\u0000'}`])(
    '%j is none',
    (text) => {
      expect(parseRequirement(text, '/project')).toBeUndefined();
    },
  );

  it('gives up on what is far too long', () => {
    expect(parseRequirement(`a[${'b,'.repeat(1_000_000)}]`, '/')).toBeUndefined();
    expect(parseRequirement(`a ; ${'('.repeat(60_000)}`, '/')).toMatchObject({ key: 'a' });
  });
});

describe('environment markers', () => {
  it.each<[string, boolean | undefined]>([
    ['python_version >= "3.8"', true],
    ['python_version < "3.9"', false],
    ['python_version > "3.9" and python_version < "3.12"', true],
    ['"3.10" <= python_version', true],
    ['python_version == "3.*"', true],
    ['python_version ~= "3.9"', true],
    ['python_full_version != "3.11.7"', false],
    ['python_version in "3.10 3.11"', true],
    ['python_version not in "2.7"', true],
    ["sys_platform == 'win32'", false],
    ["sys_platform != 'win32' and os_name == 'posix'", true],
    ["os.name == 'nt'", false],
    ["python_implementation == 'CPython'", true],
    ["platform_release >= '5'", undefined],
    ["platform_release >= '5' and sys_platform == 'win32'", false],
    ["platform_release >= '5' or sys_platform == 'linux'", true],
    ["platform_machine == 'arm64'", undefined],
    ["'x' in extras", undefined],
    ["sys_platform > 'a'", undefined],
    ['(python_version < "3" or (sys_platform == "linux")) and os_name != "nt"', true],
    ['python_version < "3" or python_version > "3" and os_name == "nt"', false],
    ["extra == 'a'", false],
    ["extra != 'a'", true],
  ])('%s', (text, expected) => {
    const marker = parseMarker(text);
    expect(marker && evaluateMarker(marker, LINUX)).toBe(expected);
  });

  it.each<[string, readonly string[], boolean | undefined]>([
    ["extra == 'a'", ['a', 'b'], true],
    ["extra == 'A_B'", ['a-b'], true],
    ["extra == 'c'", ['a', 'b'], false],
    ["extra == 'a' and sys_platform == 'win32'", ['a'], false],
    ["extra == 'a' or extra == 'c'", ['c'], true],
  ])('%s with extras %j', (text, extras, expected) => {
    const marker = parseMarker(text);
    expect(marker && evaluateMarker(marker, LINUX, new Set(extras))).toBe(expected);
  });

  it('leaves open what hangs on an unknown version', () => {
    const marker = parseMarker('python_version < "3.9"');
    expect(marker && evaluateMarker(marker, {})).toBeUndefined();
  });

  it.each([
    '',
    'python_version',
    'python_version <',
    '(os_name == "nt"',
    'os_name = "nt"',
    'os_name == nt"',
    '"a" "b" "c"',
    'os_name == "nt" and',
    `${'('.repeat(1000)}os_name == "nt"${')'.repeat(1000)}`,
  ])('%j is none', (text) => {
    expect(parseMarker(text)).toBeUndefined();
  });
});
