import { cleanLine } from '@skillscope/core';
import type { ApprovalItem, ApproveAnswer } from '../commands/approve.ts';
import type { RevokeAnswer } from '../commands/revoke.ts';
import { paint, type Terminal } from '../terminal.ts';
import type { Remark } from '../trust/inspect-skill.ts';
import { counted, together } from './notes.ts';

/** Longer than a path can be: one that is printed whole can be used. */
const PATH_CHARACTERS = 8_192;

/** What an approval is about: each skill with its listing, its files and what was noticed in it. */
export function printApproval({ skills }: ApproveAnswer, terminal: Terminal): string {
  return skills.map((skill) => printItem(skill, terminal)).join('\n\n');
}

/** What became of it. `isRefused`: somebody was asked and did not say yes. */
export function printApproved(answer: ApproveAnswer, isRefused = false): string {
  const { skills, releases, stillWithheld, applied, added, removed, lock } = answer;
  const place = cleanLine(lock, PATH_CHARACTERS);
  const released = releases.length > 0 ? ` This releases what was withheld: ${namesOf(releases)}.` : '';
  const left =
    stillWithheld.length > 0
      ? `\nLeft out, since a withheld text is approved by its own name only: ${namesOf(stillWithheld)}.`
      : '';
  const gone = removed > 0 ? `, ${counted(removed, 'line')} of earlier texts removed` : '';
  if (applied) return `Approved ${counted(added, 'skill')} in ${place}${gone}.${released}${left}`;
  if (added + removed === 0) return `${counted(skills.length, 'skill')}: approved already, nothing to write.${left}`;
  if (isRefused) return 'Nothing was written.';
  const would = `${counted(added, 'skill')} would be approved in ${place}${gone}`;
  return `Nothing was written: ${would}. --yes writes it.${released}${left}`;
}

function namesOf(addresses: readonly string[]): string {
  return addresses.map((address) => cleanLine(address)).join(', ');
}

export function printRevoked({ approvals, absent, applied, lock }: RevokeAnswer): string {
  const none = absent.map((text) => `"${cleanLine(text)}" has no approval.`);
  if (approvals.length === 0) return none.length === 0 ? 'Nothing is approved.' : none.join('\n');
  const place = cleanLine(lock, PATH_CHARACTERS);
  return [
    ...none,
    applied ? `Taken back in ${place}:` : `Nothing was written. This would be taken back in ${place}:`,
    ...approvals.map(({ purl, path }) => `  ${cleanLine(purl)} ${cleanLine(path)}`),
  ].join('\n');
}

function printItem(item: ApprovalItem, terminal: Terminal): string {
  const { library, version, name, artifact, path, description, whenToUse, digest, before, files, remarks } = item;
  const state = { approved: '  approved already', changed: '  changed since approval', none: '' }[before];
  const whole = (text: string) => cleanLine(text, Number.MAX_SAFE_INTEGER);
  return [
    `${paint(terminal, 'bold', cleanLine(library))} ${paint(terminal, 'cyan', cleanLine(version))}  ${paint(terminal, 'green', cleanLine(name))}${paint(terminal, 'yellow', state)}`,
    `  says     ${whole(description)}`,
    ...(whenToUse === undefined ? [] : [`  when     ${whole(whenToUse)}`]),
    `  lies in  ${cleanLine(artifact, PATH_CHARACTERS)}, ${cleanLine(path)}`,
    `  digest   ${digest}, of ${counted(files.length, 'file')}`,
    ...printRemarks(remarks, terminal),
  ].join('\n');
}

/** Remarks shown of one kind and file; `--json` has them all. */
const REMARKS_SHOWN = 5;

function printRemarks(remarks: readonly Remark[], terminal: Terminal): readonly string[] {
  if (remarks.length === 0) return ['  noticed  nothing'];
  return together(remarks, ({ code, file }) => `${code} ${file}`).flatMap((same) => {
    const lines = same.slice(0, REMARKS_SHOWN).map(({ code, withholds, file, line, message, excerpt }) => {
      const place = cleanLine(file) + (line === undefined ? '' : `:${line}`);
      const words = excerpt === undefined || excerpt === '' ? '' : paint(terminal, 'dim', `  ${cleanLine(excerpt)}`);
      return `  ${paint(terminal, withholds ? 'red' : 'yellow', code)}  ${place}  ${cleanLine(message)}${words}`;
    });
    const rest = same.length - lines.length;
    return rest > 0 ? [...lines, `  ${same[0].code}  and ${rest} more in ${cleanLine(same[0].file)}`] : lines;
  });
}
