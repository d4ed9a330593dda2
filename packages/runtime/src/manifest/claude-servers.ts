import { RegistryError } from '../registry/registry-error.ts';
import type { ToolServer } from '../registry/tool-servers.ts';
import { pathIn } from './claude-paths.ts';
import { completeServer } from './complete.ts';
import { readDataFile } from './data-file.ts';
import { isMap, isName } from './fields.ts';
import { type PluginReading, quoted } from './plugin-reading.ts';
import { isStorableValue } from './storable-value.ts';

/** The MCP servers of a plugin, as they are written. Their commands are never run, their variables never filled in. */
export function readClaudeServers(plugin: PluginReading): readonly ToolServer[] {
  const servers = new Map<string, ToolServer>();
  const own = plugin.defaults.mcpServers ? plugin.folder.find(OWN_FILE) : undefined;
  if (own?.ok) fromFile(OWN_FILE, OWN_FILE);
  else if (own?.code === 'outside') plugin.note('outside', OWN_FILE, `${own.message} It is not taken.`);
  for (const { value, at } of plugin.declared('mcpServers'))
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string') fromFile(one, at);
      else if (isMap(one)) fromMap(one, at);
      else plugin.note('wrong-type', at, 'This is neither a path nor a map of servers, and is not taken.');
    }
  return [...servers.values()];

  function fromFile(path: string, at: string): void {
    if (!path.toLowerCase().endsWith('.json')) {
      plugin.note('not-taken', at, `${quoted(path)} is no JSON file, and is not taken.`);
      return;
    }
    const found = pathIn(plugin, path, at);
    if (!found) return;
    try {
      const value = readDataFile(found.path, found.below, 'json');
      if (isMap(value)) fromMap(value, found.below);
      else plugin.note('wrong-type', found.below, 'This is no map of servers, and is not taken.');
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      plugin.note('server-left-out', at, error.message);
    }
  }

  function fromMap(value: Readonly<Record<string, unknown>>, at: string): void {
    const inner = value['mcpServers'];
    for (const [name, config] of Object.entries(isMap(inner) ? inner : value)) {
      const place = `${at}: ${name}`;
      if (!isName(name)) plugin.note('server-left-out', place, `${quoted(name)} is no name of a tool server here.`);
      else if (!isMap(config)) plugin.note('server-left-out', place, 'It says nothing of how to reach the server.');
      else if (!isStorableValue(config))
        plugin.note('server-left-out', place, 'It holds half of a character pair, or a NUL character.');
      else if (servers.has(name)) plugin.note('duplicate', place, `There is a server "${name}" already.`);
      else servers.set(name, completeServer({ name, config }));
    }
  }
}

const OWN_FILE = '.mcp.json';
