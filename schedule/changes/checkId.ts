import type { Problems } from '../problems.ts';

const ID = /^[A-Za-z0-9._:-]{1,64}$/;
/** Path segments of the interface, and those that no address can have: clients resolve them away. */
const RESERVED: ReadonlySet<string> = new Set(['bulk', 'bulk-upload', 'tasks', 'search', '.', '..']);

/** Collects a problem when a client's id cannot be one. */
export const checkId = (id: string, path: string, problems: Problems): boolean => {
  if (!ID.test(id)) {
    problems.add(path, 'invalid_format', `${id} is no id: 1 to 64 of A-Z a-z 0-9 . _ : -`);
    return false;
  }
  if (!RESERVED.has(id)) return true;
  problems.add(path, 'id_reserved', `${id} is reserved; choose another id.`);
  return false;
};
