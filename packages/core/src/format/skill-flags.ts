import { spelled } from './fields.ts';

/** What authors say about who should see a skill. Each is false unless the author says otherwise. */
export interface SkillFlags {
  /** `hidden`: not to be listed. */
  readonly hidden: boolean;
  /** `metadata.internal`: for the library's own contributors. */
  readonly internal: boolean;
  /** `disable-model-invocation`: only a person may ask for it. */
  readonly disableModelInvocation: boolean;
}

/**
 * Reads the flags from frontmatter, in any spelling of their names. Accepts true/false, yes/no, on/off and 1/0 in any
 * case; any other value counts as not said.
 */
export function skillFlags(frontmatter: Readonly<Record<string, unknown>>): SkillFlags {
  const metadata = own(frontmatter, 'metadata');
  return {
    hidden: truth(own(frontmatter, 'hidden')) ?? false,
    internal: truth(own(metadata, 'internal')) ?? false,
    disableModelInvocation: truth(spelled('disable-model-invocation', (key) => own(frontmatter, key))) ?? false,
  };
}

/** The boolean a value stands for; `undefined` when it stands for none. */
function truth(value: unknown): boolean | undefined {
  switch (String(value).trim().toLowerCase()) {
    case 'true':
    case 'yes':
    case 'on':
    case '1':
      return true;
    case 'false':
    case 'no':
    case 'off':
    case '0':
      return false;
    default:
      return undefined;
  }
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
