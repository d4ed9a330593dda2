import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { RegistryPlace } from '../registry/registry.ts';

export interface KillRounds {
  readonly rounds: number;
  /** Killed after a step was begun and before it was said to be done. */
  readonly midway: number;
  /** Of those, the steps that had been committed all the same. */
  readonly committedMidway: number;
  /** Steps that were said to be done. */
  readonly done: number;
  /** What a later process found and no step leaves behind, and what was said to be done and is not there. */
  readonly failures: readonly string[];
}

export interface KillOptions {
  /** What is started for each round. Default: this folder's `kill-child.ts`. */
  readonly program?: readonly string[];
  /** Asked after each round; true ends before all are done. Default: never. */
  readonly isEnough?: () => boolean;
}

const PROGRAM = ['--import', 'tsx', join(import.meta.dirname, 'kill-child.ts')];

/**
 * Lets process after process work on one store and kills each with `SIGKILL`, most of them inside a transaction. Each
 * first says what the one before it has left.
 */
export async function killRounds(
  place: RegistryPlace,
  work: 'attach' | 'apply',
  most: number,
  { program = PROGRAM, isEnough = () => false }: KillOptions = {},
): Promise<KillRounds> {
  const failures: string[] = [];
  let [said, begun, midway, committedMidway, done] = [0, 0, 0, 0, 0];
  let rounds = 0;
  for (let isCheck = false; !isCheck; ) {
    isCheck = rounds === most || isEnough();
    const round = rounds;
    const kill = isCheck ? undefined : { steps: round % 4, delay: (round * 7) % 31 };
    const lines = await runChild([...program, JSON.stringify(place), work, ...(isCheck ? ['check'] : [])], kill);
    const found = numberIn(lines, 'found') ?? -1;
    const broken = lines.find((line) => line.startsWith('broken'));
    if (broken !== undefined || found < said || found > begun)
      failures.push(`round ${round}: ${broken ?? `found ${found}, done were ${said}, begun ${begun}`}`);
    if (begun > said && found === begun) committedMidway += 1;
    done += lines.filter((line) => line.startsWith('done')).length;
    said = numberIn(lines, 'done') ?? found;
    begun = numberIn(lines, 'begun') ?? found;
    if (begun > said) midway += 1;
    if (!isCheck) rounds += 1;
  }
  return { rounds, midway, committedMidway, done, failures };
}

interface Kill {
  /** Steps that are said to be done first. */
  readonly steps: number;
  /** Milliseconds after them. */
  readonly delay: number;
}

/** Gives the whole lines that it said. */
async function runChild(argv: readonly string[], kill: Kill | undefined): Promise<readonly string[]> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  let isTimed = false;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (kill === undefined || isTimed || text.split('done').length <= kill.steps) return;
    isTimed = true;
    setTimeout(() => child.kill('SIGKILL'), kill.delay);
  });
  await new Promise((resolve) => child.once('close', resolve));
  return text.split('\n').slice(0, -1);
}

/** The number on the last line that begins so. */
function numberIn(lines: readonly string[], word: string): number | undefined {
  const line = lines.findLast((one) => one.startsWith(`${word} `));
  return line === undefined ? undefined : Number(line.slice(word.length + 1));
}
