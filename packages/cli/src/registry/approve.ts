import { approveSkill, type Registry, RegistryError, readSkill, revokeApproval } from '@skillscope/runtime';

export interface RegistryApproval {
  readonly skill: string;
  readonly version: number;
  readonly digest: string;
  /** What was noticed in its texts. */
  readonly findings: readonly unknown[];
  /** The text that is decided about, whole. */
  readonly text: string;
  /** Its other files, to be read with `show --review --file`. */
  readonly files: readonly string[];
  /** Whether it waits for an approval. Where it does not, there is nothing to write. */
  readonly withheld: boolean;
  readonly applied: boolean;
}

export interface RevokedApproval {
  readonly skill: string;
  readonly digest: string;
  readonly status: 'revoked' | 'absent';
}

export interface ApprovalChoice {
  readonly version?: number;
  readonly label?: string;
}

/** The text that an approval would be given to, as the registry has it. */
export async function planRegistryApproval(
  registry: Registry,
  name: string,
  choice: ApprovalChoice,
): Promise<RegistryApproval> {
  const { version, digest, findings, head, body, files } = await readSkill(registry, name, { ...choice, review: true });
  return {
    skill: name,
    version,
    digest,
    findings,
    text: head + body,
    files: files.map(({ path }) => path),
    withheld: await isWithheld(registry, name, version),
    applied: false,
  };
}

/** Approves exactly the text that was planned, whatever was put since. */
export async function applyRegistryApproval(
  registry: Registry,
  approval: RegistryApproval,
  note?: string,
): Promise<RegistryApproval> {
  await approveSkill(registry, approval.skill, approval.digest, note);
  return { ...approval, applied: true };
}

/** Takes the approval of one version back. `absent` where it had none. */
export async function revokeRegistryApproval(
  registry: Registry,
  name: string,
  choice: ApprovalChoice,
): Promise<RevokedApproval> {
  const { digest } = await readSkill(registry, name, { ...choice, review: true });
  return { skill: name, digest, status: (await revokeApproval(registry, name, digest)) ? 'revoked' : 'absent' };
}

async function isWithheld(registry: Registry, name: string, version: number): Promise<boolean> {
  try {
    await readSkill(registry, name, { version });
    return false;
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'not-approved') return true;
    throw error;
  }
}
