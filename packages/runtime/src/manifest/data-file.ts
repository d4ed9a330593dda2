import { LIMITS, parseYaml } from '@skillscope/core';
import { type ParseErrorCode, printParseErrorCode, visit as visitJson } from 'jsonc-parser';
import { isScalar, isMap as isYamlMap, visit as visitYaml } from 'yaml';
import { decodeText, readRegularFile } from '../registry/regular-file.ts';
import { badManifest, type Place } from './bad-manifest.ts';

/** Reading YAML takes up to ten seconds a megabyte; a manifest that keeps its skills in directories has some kilobytes. */
const YAML_BYTES = LIMITS.skillFileBytes;

/**
 * The value that a JSON or YAML file holds, JSON-safe. Aliases are refused, and so are tags, keys that are there twice
 * and values nested deeper than `LIMITS.valueDepth`. `shown` is what the file is called in a refusal.
 *
 * @throws RegistryError `bad-manifest`
 */
export function readDataFile(path: string, shown: string, format: 'json' | 'yaml'): unknown {
  const place: Place = { file: shown, at: '' };
  const read = readRegularFile(path, format === 'json' ? LIMITS.manifestBytes : YAML_BYTES);
  if (!read.ok)
    throw badManifest(
      place,
      read.message,
      read.reason === 'too-large' ? 'Keep texts of skills in directories.' : 'Name a file that can be read.',
    );
  const text = decodeText(read.bytes);
  if (text === undefined) throw badManifest(place, 'is not UTF-8 text.', 'Write the file as UTF-8.');
  return format === 'json' ? jsonIn(text, place) : yamlIn(text, place);
}

function jsonIn(text: string, place: Place): unknown {
  const deep = lineTooDeep(text);
  if (deep !== undefined)
    throw badManifest(place, `is nested more than ${LIMITS.valueDepth} levels deep.`, 'Nest less.', deep);
  const keys: Set<string>[] = [];
  let fault: { readonly what: string; readonly line: number } | undefined;
  visitJson(
    text,
    {
      onObjectBegin: () => {
        keys.push(new Set());
      },
      onObjectEnd: () => {
        keys.pop();
      },
      onObjectProperty: (key, _offset, _length, line) => {
        if (keys.at(-1)?.has(key)) fault ??= { what: `has the key ${JSON.stringify(key)} a second time.`, line };
        keys.at(-1)?.add(key);
      },
      onError: (code: ParseErrorCode, _offset, _length, line) => {
        fault ??= { what: `is no JSON (${printParseErrorCode(code)}).`, line };
      },
    },
    { disallowComments: true },
  );
  if (fault) throw badManifest(place, fault.what, 'Mend the file.', fault.line + 1);
  try {
    return JSON.parse(text);
  } catch {
    throw badManifest(place, 'is no JSON.', 'Mend the file.');
  }
}

/** The 1-based line where brackets are nested too deep; the parsers after this one would nest as many calls. */
function lineTooDeep(text: string): number | undefined {
  let depth = 0;
  let line = 1;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > LIMITS.valueDepth) return line;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return undefined;
}

function yamlIn(text: string, place: Place): unknown {
  const { document, complaint, lineAt } = parseYaml(text);
  if (complaint) {
    const what = `is no YAML that can be taken at its word: ${complaint.message}`;
    throw badManifest(place, what, 'Mend the file.', complaint.line);
  }
  if (!document) return null;
  visitYaml(document, {
    Map(_key, node) {
      if (!isYamlMap(node)) return;
      const keys = new Set<string>();
      for (const { key } of node.items) {
        const line = isScalar(key) ? lineAt(key.range?.[0] ?? 0) : lineAt(node.range?.[0] ?? 0);
        if (!isScalar(key)) throw badManifest(place, 'has a key that is no text.', 'Give a text.', line);
        const name = String(key.value);
        if (keys.has(name))
          throw badManifest(place, `has the key ${JSON.stringify(name)} a second time.`, 'Keep one of them.', line);
        keys.add(name);
      }
    },
  });
  return document.toJS();
}
