import { call, integer, text } from './call.ts';
import type { Registry } from './registry.ts';

/** Points a label at a version; gives whether it moved. No version is made by it. */
export function setLabel(registry: Registry, skill: string, label: string, version: number): Promise<boolean> {
  return registry.write((database) =>
    call<boolean>(database, 'set_label', [text(skill), text(label), integer(version)]),
  );
}

/** Gives whether there was such a label. */
export function removeLabel(registry: Registry, skill: string, label: string): Promise<boolean> {
  return registry.write((database) => call<boolean>(database, 'remove_label', [text(skill), text(label)]));
}

/** Records that somebody has read the text with this digest; gives whether that is new. */
export function approveSkill(registry: Registry, skill: string, digest: string, note?: string): Promise<boolean> {
  return registry.write((database) =>
    call<boolean>(database, 'approve_skill', [text(skill), text(digest), text(note)]),
  );
}

/** Gives whether there was such an approval. */
export function revokeApproval(registry: Registry, skill: string, digest: string): Promise<boolean> {
  return registry.write((database) => call<boolean>(database, 'revoke_approval', [text(skill), text(digest)]));
}
