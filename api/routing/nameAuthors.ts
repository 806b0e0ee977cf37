/** Members that name a user, and where the user's name goes. */
const NAMES = { author: 'authorName', assignedBy: 'assignedByName', createdBy: 'createdByName' } as const;
/** Members of an answer that hold records. */
const HOLDERS = ['assignments', 'changeset', 'assignment', 'task'];

type Fields = Readonly<Record<string, unknown>>;
type LookUp = (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, string | null>>;

/** The records of an answer, each with the author's name beside the id. */
export const nameAuthors = async (answer: unknown, lookUp: LookUp): Promise<unknown> => {
  const ids = new Set<string>();
  let isNameable = false;
  visit(answer, (record) => {
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

/** Calls back for each record that names an author; what comes back stands in its place. */
const visit = (value: unknown, replace: (record: Fields) => Fields): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => (isRecord(item) ? visit(item, replace) : item));
  if (!isRecord(value)) return value;
  let result = value;
  for (const holder of HOLDERS) {
    const held = result[holder];
    if (typeof held === 'object' && held !== null) result = { ...result, [holder]: visit(held, replace) };
  }
  return holdsAuthor(result) ? replace(result) : result;
};
