import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanLine, type Note, sha256 } from '@skillscope/core';
import type { Log, Notification, ReportingDescriptor, Result } from 'sarif';
import type { AuditAnswer, AuditedSkill, OpenQuestion } from '../commands/audit.ts';
import { VERSION } from '../version.ts';
import { REMARKS, type Remark, type RemarkCode } from './inspect-skill.ts';

/** What is said of a whole skill, beside what was noticed in it. */
const QUESTIONS = {
  unapproved: 'A skill that waits for approval, which this project asks for.',
  changed: 'A skill that has changed since it was approved.',
} as const satisfies Partial<Record<OpenQuestion, string>>;

type RuleId = RemarkCode | keyof typeof QUESTIONS;

const RULES: readonly ReportingDescriptor[] = Object.entries({ ...REMARKS, ...QUESTIONS }).map(([id, text]) => ({
  id,
  shortDescription: { text },
  defaultConfiguration: { level: levelOf(id as RuleId) },
}));

const PLACES: Readonly<Record<string, number>> = Object.fromEntries(RULES.map(({ id }, index) => [id, index]));

/**
 * An audit as SARIF 2.1.0. What lies below the project's root is named relative to it, what lies elsewhere by its file
 * URL; what is in an archive by the archive. Findings that were approved are suppressed, and left-out skills give none.
 * An audit that did not see everything, or could not read what was decided, did not succeed: its notifications say why.
 */
export function toSarif({ project, skills, isSound, isUnseen, notes }: AuditAnswer): Log {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'skillscope', version: VERSION, semanticVersion: VERSION, rules: [...RULES] } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: isSound, toolExecutionNotifications: notes.flatMap(notificationOf) }],
        properties: { isSound, isUnseen },
        originalUriBaseIds: { PROJECT: { uri: `${pathToFileURL(project.root).href.replace(/\/$/, '')}/` } },
        results: skills
          .filter(({ state }) => state !== 'left-out')
          .flatMap((skill) => [
            ...skill.remarks.map((remark) => ofRemark(skill, remark, project.root)),
            ...(['unapproved', 'changed'] as const)
              .filter((question) => skill.open.includes(question))
              .map((question) => ofQuestion(skill, question, project.root)),
          ]),
      },
    ],
  };
}

/** What keeps an audit from being sound, or from seeing all there is. */
const NOTIFIED: Readonly<Record<string, Notification['level']>> = {
  'not-installed': 'error',
  'never-reported': 'error',
  'policy-unreadable': 'error',
  'lock-unreadable': 'error',
  'partly-installed': 'warning',
  'partly-reported': 'warning',
};

function notificationOf({ code, message }: Note): readonly Notification[] {
  const level = Object.hasOwn(NOTIFIED, code) ? NOTIFIED[code] : undefined;
  return level === undefined ? [] : [{ descriptor: { id: code }, level, message: { text: cleanLine(message) } }];
}

function ofRemark(skill: AuditedSkill, { code, file, line, message, excerpt }: Remark, root: string): Result {
  const words = excerpt ? ` It says: ${excerpt}` : '';
  return {
    ...resultOf(skill, code, `${skill.library} ${skill.version}, ${file}: ${message}${words}`, [
      file,
      excerpt ?? message,
    ]),
    locations: [locationOf(skill, file, line, root)],
    ...(skill.approval === 'approved'
      ? {
          suppressions: [
            { kind: 'external', status: 'accepted', justification: 'Approved in skillscope.lock.' } as const,
          ],
        }
      : {}),
  };
}

function ofQuestion(skill: AuditedSkill, question: keyof typeof QUESTIONS, root: string): Result {
  const says = question === 'changed' ? 'has changed since it was approved' : 'is not approved';
  return {
    ...resultOf(skill, question, `"${skill.path}" of ${skill.library} ${skill.version} ${says}.`, [skill.digest]),
    locations: [locationOf(skill, skill.path === '.' ? '' : skill.path, undefined, root)],
  };
}

function resultOf(skill: AuditedSkill, ruleId: RuleId, text: string, marks: readonly string[]) {
  const { purl, path, digest } = skill;
  return {
    ruleId,
    ruleIndex: PLACES[ruleId] ?? 0,
    level: levelOf(ruleId),
    message: { text: cleanLine(text) },
    // The same in every version, so that a finding that was dealt with does not come back with an upgrade.
    partialFingerprints: {
      'skillscope/v1': sha256(JSON.stringify([purl.replace(/@[^@/?#]*$/, ''), path, ruleId, ...marks])),
    },
    properties: { purl, skill: path, digest },
  };
}

function locationOf({ artifact, isArchive }: AuditedSkill, file: string, line: number | undefined, root: string) {
  const place = isArchive || file === '' ? artifact : `${artifact}/${file}`;
  return {
    physicalLocation: {
      artifactLocation: placeOf(place, root),
      ...(line === undefined || isArchive ? {} : { region: { startLine: line } }),
    },
  };
}

function placeOf(path: string, root: string) {
  const below = relative(root, path);
  const isBelow = below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..';
  if (!isBelow) return { uri: pathToFileURL(path).href };
  return { uri: below.split(sep).map(encodeURIComponent).join('/'), uriBaseId: 'PROJECT' };
}

function levelOf(id: RuleId): 'error' | 'warning' | 'note' {
  switch (id) {
    case 'hidden-unicode':
    case 'imitates-envelope':
    case 'instruction-override':
    case 'unapproved':
    case 'changed':
      return 'error';
    case 'runs-when-loaded':
    case 'asks-for-hooks':
    case 'asks-for-tools':
    case 'unreadable':
      return 'warning';
    case 'mentions-override':
    case 'control-characters':
    case 'command':
    case 'link':
    case 'script':
      return 'note';
  }
}
