import { isRecord } from '../../engine/recordOf.ts';
import type { z } from 'zod';
import { checked } from '../../schedule/entities/checked.ts';
import { joined, toError } from '../../schedule/problems.ts';
import { Turn } from '../../schedule/turns.ts';
import { PROBLEM_LIMIT, type Problem, problemsOf } from '../contract/error.ts';

/** Parses a value with a schema. Throws 400 with every problem. */
export const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = checked(schema, value);
  if (parsed.success) return parsed.data;
  throw toError(problemsOf(parsed.error));
};

/** Lists with at most this many items together are parsed at once with the rest of the body. */
const FEW = 200;

type Lists = Readonly<Record<string, z.ZodType>>;

/**
 * Parses a body that may have long lists: their items one by one in slices, and the rest with the lists empty. `lists` has the schema of an item for
 * each member that may be long; when there is only one, a bare array counts as that list. Throws 400; stops looking after PROBLEM_LIMIT problems.
 */
export const parseSlicedBody = async (schema: z.ZodType, lists: Lists, value: unknown): Promise<unknown> => {
  const members = Object.entries(lists);
  const [only, ...others] = members;
  if (Array.isArray(value) && only !== undefined && others.length === 0) {
    if (value.length <= FEW) return parse(schema, value);
    const [member, item] = only;
    const rest = parse(schema, []);
    const [items] = await parseItems([{ items: value, item, path: '' }]);
    return { ...(isRecord(rest) ? rest : {}), [member]: items };
  }
  if (!isRecord(value)) return parse(schema, value);
  const long = members.flatMap(([member, item]) => {
    const items = value[member];
    return Array.isArray(items) ? [{ items, item, path: `${member}.`, member }] : [];
  });
  if (long.reduce((sum, { items }) => sum + items.length, 0) <= FEW) return parse(schema, value);
  const emptied = { ...value, ...Object.fromEntries(long.map(({ member }) => [member, []])) };
  const rest = checked(schema, emptied);
  const problems = rest.success ? [] : problemsOf(rest.error);
  const parsed = await parseItems(long, problems);
  return {
    ...(isRecord(rest.data) ? rest.data : {}),
    ...Object.fromEntries(long.map(({ member }, i) => [member, parsed[i]])),
  };
};

interface List {
  readonly items: readonly unknown[];
  readonly item: z.ZodType;
  /** What precedes the index in the path of a problem. */
  readonly path: string;
}

/** Parses the items of lists in slices. Throws 400 when there are problems, including those in `before`. */
const parseItems = async (lists: readonly List[], before: readonly Problem[] = []): Promise<unknown[][]> => {
  const problems = [...before];
  const turn = new Turn();
  const parsed: unknown[][] = [];
  for (const { items, item, path } of lists) {
    const made: unknown[] = [];
    for (let i = 0; i < items.length && problems.length <= PROBLEM_LIMIT; i++) {
      const one = checked(item, items[i]);
      if (one.success) made.push(one.data);
      else
        for (const problem of problemsOf(one.error))
          problems.push({ ...problem, path: joined(`${path}${i}`, problem.path) });
      if (turn.isOver) await turn.pass();
    }
    parsed.push(made);
  }
  if (problems.length > 0) throw toError(problems);
  return parsed;
};
