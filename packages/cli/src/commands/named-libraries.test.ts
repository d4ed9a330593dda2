import { expect, it } from 'vitest';
import { namesOf } from './named-libraries.ts';

it.each<[string, readonly string[]]>([
  ['react', ['react']],
  ['@tanstack/react-db', ['tanstack/react-db', 'react-db']],
  ['ruamel.yaml', ['ruamel-yaml']],
  ['serde_json', ['serde-json']],
  ['com.google.guava:guava', ['com-google-guava/guava', 'guava']],
  [
    'github.com/BurntSushi/toml/v2',
    ['github-com/burntsushi/toml/v2', 'github-com/burntsushi/toml', 'burntsushi/toml', 'toml'],
  ],
  ['gopkg.in/yaml.v3', ['gopkg-in/yaml-v3', 'gopkg-in/yaml', 'yaml']],
  ['', []],
])('people call %j so', (name, names) => {
  expect([...new Set(namesOf(name))]).toEqual(names);
});
