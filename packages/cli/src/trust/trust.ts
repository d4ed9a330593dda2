import type { Scope } from '../scope.ts';
import { findTrustFiles } from './find-files.ts';
import { isUnlisted, type TrustedScope, untouched } from './trusted-scope.ts';

/**
 * A scope under the policies of its project, as they are on disk now: a stored scan holds none of them. Where there is no
 * policy the scope is given back as it is, and nothing more is loaded.
 */
export async function trust(scope: Scope): Promise<TrustedScope> {
  const files = findTrustFiles(scope);
  if (files.length === 0 && !scope.shipping.some(({ skills }) => skills.some(isUnlisted))) return untouched(scope);
  const { decide } = await import('./decide.ts');
  return decide(scope, files);
}
