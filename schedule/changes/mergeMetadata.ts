import { isRecord } from '../../engine/recordOf.ts';
import type { Json } from '../../db/versions/entities.ts';

/** Merges metadata member by member, at any depth: what a file does not name keeps its value. */
export const mergeMetadata = (stored: Json, sent: Json | undefined): Json => {
  if (sent === undefined) return stored;
  if (!isRecord(stored) || !isRecord(sent)) return sent;
  const merged = Object.entries(sent).map(([name, value]): [string, Json] => {
    const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return [name, before === undefined ? value : mergeMetadata(before, value)];
  });
  return { ...stored, ...Object.fromEntries(merged) };
};
