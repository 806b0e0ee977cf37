import { mapSlicedly } from '../../schedule/turns.ts';

/** The members that hold the id of a user, each with the member for the user's name. */
const NAMES = { author: 'authorName', assignedBy: 'assignedByName', createdBy: 'createdByName' } as const;
/** The members of a response that hold records. */
const HOLDERS = ['assignments', 'changeset', 'assignment', 'task'];

type Fields = Readonly<Record<string, unknown>>;
type LookUp = (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, string | null>>;

/** Adds the author's name beside the id to each record of a response. */
export const nameAuthors = async (answer: unknown, lookUp: LookUp): Promise<unknown> => {
  const ids = new Set<string>();
  let isNameable = false;
  await visit(answer, (record) => {
    isNameable = true;
    for (const member of Object.keys(NAMES)) if (typeof record[member] === 'string') ids.add(record[member]);
    return record;
  });
  if (!isNameable) return answer;
  const names = ids.size === 0 ? new Map<string, string | null>() : await lookUp(ids);
  return visit(answer, (record) => {
    const named: Record<string, unknown> = { ...record };
    for (const [member, name] of Object.entries(NAMES)) {
      const id = record[member];
      if (typeof id === 'string' || id === null) named[name] = id === null ? null : (names.get(id) ?? null);
    }
    return named;
  });
};

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const holdsAuthor = (record: Fields): boolean => Object.keys(NAMES).some((member) => member in record);

type Replace = (record: Fields) => Fields;

/** Replaces each record that names an author by the result of `replace`. Long lists are processed in slices. */
const visit = async (value: unknown, replace: Replace): Promise<unknown> =>
  Array.isArray(value) ? mapSlicedly(value, (item: unknown) => visitItem(item, replace)) : visitRecord(value, replace);

const visitItem = (item: unknown, replace: Replace): unknown => (isRecord(item) ? visitRecord(item, replace) : item);

const visitRecord = (value: unknown, replace: Replace): unknown => {
  if (!isRecord(value)) return value;
  let result = value;
  for (const holder of HOLDERS) {
    const held = result[holder];
    if (typeof held !== 'object' || held === null) continue;
    const visited = Array.isArray(held)
      ? held.map((item: unknown) => visitItem(item, replace))
      : visitRecord(held, replace);
    result = { ...result, [holder]: visited };
  }
  return holdsAuthor(result) ? replace(result) : result;
};
