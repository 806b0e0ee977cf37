import { ID_PATTERN } from '../entities/primitives.ts';
import type { Problems } from '../problems.ts';

/** Path segments of the API, and segments that clients remove when they resolve a URL. */
const RESERVED: ReadonlySet<string> = new Set(['bulk', 'bulk-upload', 'tasks', 'search', '.', '..']);

/** Collects a problem if a client-given id has a bad format or is reserved. Returns whether it is valid. */
export const checkId = (id: string, path: string, problems: Problems): boolean => {
  if (!ID_PATTERN.test(id)) {
    problems.add(path, 'invalid_format', `${id} is not a valid id: use 1 to 64 of the characters A-Z a-z 0-9 . _ : -`);
    return false;
  }
  if (!RESERVED.has(id)) return true;
  problems.add(path, 'id_reserved', `${id} is reserved; choose another id.`);
  return false;
};
