import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Nothing but what is said here reaches an agent: no account, no telemetry, no updates. */
export const QUIET = {
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  DISABLE_TELEMETRY: '1',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
};

const CACHE = join(realpathSync(tmpdir()), 'skillscope-real-agents');

export function agentFolder(spec: string): string {
  return join(CACHE, spec.replaceAll('/', '+'));
}

/** Installs a published agent, unless it is there. The folder appears only when everything is in it. Says which agent it was when it cannot be had. */
export async function installAgent(spec: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  if (existsSync(agentFolder(spec))) return;
  const work = mkdtempSync(join(CACHE, '.installing-'));
  try {
    writeFileSync(join(work, 'package.json'), '{}');
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--silent', spec], { cwd: work });
    if (!existsSync(agentFolder(spec))) renameSync(work, agentFolder(spec));
  } catch (cause) {
    throw new Error(`${spec} cannot be installed, so this test cannot tell how it behaves.`, {
      cause,
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
