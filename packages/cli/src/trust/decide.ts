import type { Scope } from '../scope.ts';
import { applyTrust } from './apply-trust.ts';
import type { TrustFile } from './find-files.ts';
import { readPolicies } from './read-policies.ts';
import type { TrustedScope } from './trusted-scope.ts';

/** A scope under what the files of its project say. One module, so that all of this is one file to load. */
export async function decide(scope: Scope, files: readonly TrustFile[]): Promise<TrustedScope> {
  const { policy, lock } = await readPolicies(files, scope.root);
  return applyTrust(scope, policy, lock);
}
