import { isStorable } from '../registry/storable-text.ts';

/** True when every text in a JSON-safe value can be kept by the database. */
export function isStorableValue(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => isStorable(key) && isStorableValue(one));
}
