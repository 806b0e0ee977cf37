import { z } from 'zod';
import type { Directory, OperationEntry } from '../directory/directory.ts';
import { lateMinutes, selectionShape, selectOperations, stayMs } from './findOperations.ts';
import { selectConflicts } from './listConflicts.ts';
import { taggedWith } from './selection.ts';
import { defineTool, oneOf, type Span, ToolProblem } from './tool.ts';

const LATE_FROM_MINUTES = 15;

export const MEASURES = [
  'conflicts',
  'operations',
  'arrivals',
  'departures',
  'moves',
  'groundTime',
  'averageStay',
  'averageDelay',
  'late',
  'unassigned',
] as const;
export type Measure = (typeof MEASURES)[number];

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Null if there is nothing to take an average of. */
const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round((10 * sum(values)) / values.length) / 10;

const isIn = (at: number, span: Span | null): boolean =>
  !Number.isNaN(at) && (span === null || (at >= span.from && at < span.to));

/**
 * How often each operation goes from one place to another: between its own parts, and where it follows another one of its group under the same name, as
 * a vessel shifts within its call.
 */
const movesOf = (directory: Directory): ReadonlyMap<string, number> => {
  const visits = Map.groupBy(directory.operations.values(), ({ id, name, record }) =>
    record.group === null ? id : JSON.stringify([record.group, name]),
  );
  return new Map(
    [...visits.values()].flatMap((visit) => {
      let last: string | null = null;
      return [...visit]
        .sort((a, b) => a.from - b.from)
        .map(({ id, stays }) => {
          const places = [last, ...stays.map(({ resource }) => resource)].filter((place) => place !== null);
          last = places.at(-1) ?? null;
          return [id, places.filter((place, index) => index > 0 && place !== places[index - 1]).length] as const;
        });
    }),
  );
};

/** Minutes of a stay that are in the span. */
const minutesIn = ({ from, to }: OperationEntry, span: Span | null): number =>
  Math.max(0, Math.min(to, span?.to ?? to) - Math.max(from, span?.from ?? from)) / 60_000;

/** The value of a measure for a group of operations, all of which are in the span, if there is one. */
const VALUES: Readonly<
  Record<
    Exclude<Measure, 'conflicts' | 'moves'>,
    (entries: readonly OperationEntry[], span: Span | null) => number | null
  >
> = {
  operations: (entries) => entries.length,
  arrivals: (entries, span) => entries.filter(({ from }) => isIn(from, span)).length,
  departures: (entries, span) => entries.filter(({ to }) => isIn(to, span)).length,
  groundTime: (entries, span) => Math.round(sum(entries.map((entry) => minutesIn(entry, span)))),
  averageStay: (entries) => average(entries.map((entry) => stayMs(entry, null) / 60_000)),
  averageDelay: (entries, span) =>
    average(entries.filter(({ from }) => isIn(from, span)).map((entry) => lateMinutes(entry))),
  late: (entries, span) =>
    entries.filter((entry) => isIn(entry.from, span) && lateMinutes(entry) >= LATE_FROM_MINUTES).length,
  unassigned: (entries) => entries.filter(({ stays }) => stays.some(({ resource }) => resource === null)).length,
};

/** The groups of a category that have any operations: one for each value of the tag. */
const groupsOf = (directory: Directory, category: string, entries: readonly OperationEntry[]) =>
  [...directory.tags.values()]
    .filter((tag) => tag.category === category)
    .map((tag) => ({ id: tag.uuid, name: tag.value, isIt: taggedWith(directory, tag.uuid) }))
    .map((group) => ({ ...group, entries: entries.filter(group.isIt) }))
    .filter((group) => group.entries.length > 0);

export const rankGroups = defineTool({
  name: 'rank_groups',
  description:
    'Compares the values of a category of tags, such as airlines, lines or sizes, by their operations: how many conflicts, operations, arrivals, departures, changes of place (moves, such as tows and shifts), minutes on the ground in all, the average stay and arrival delay in minutes, late arrivals (15 min or more), or operations without a place. Selects operations like find_operations; blockers do not count.',
  input: z.strictObject({
    ...selectionShape,
    category: z.string().min(1).max(255).describe('Such as airline'),
    measure: z.enum(MEASURES),
    order: z.enum(['most', 'fewest']).optional().describe('Default most'),
    limit: z.int().min(1).max(500).optional().describe('Default 20'),
  }),
  async run(context, { category: named, measure, order = 'most', limit = 20, ...selection }) {
    const { directory, found, span } = await selectOperations(context, { ...selection, blockers: false });
    const category = oneOf(directory, 'category', named);
    const timed = found.filter(({ from }) => !Number.isNaN(from));
    const groups = groupsOf(directory, category, timed);
    if (groups.length === 0) throw new ToolProblem(`No such operation has a tag of the category ${category}.`);
    const conflicts = measure === 'conflicts' ? (await selectConflicts(context, selection)).found : [];
    const moves = measure === 'moves' ? movesOf(directory) : null;
    const ranked = groups.flatMap(({ id, name, entries, isIt }) => {
      const value =
        measure === 'conflicts'
          ? conflicts.filter((one) => one.operations.some((operation) => isIt(directory.operation(operation)))).length
          : measure === 'moves'
            ? sum(entries.map((entry) => moves?.get(entry.id) ?? 0))
            : VALUES[measure](entries, span);
      return value === null ? [] : [{ tag: { id, name }, value, operations: entries.length }];
    });
    const sign = order === 'most' ? -1 : 1;
    ranked.sort((a, b) => sign * (a.value - b.value) || (a.tag.name < b.tag.name ? -1 : 1));
    return {
      category,
      total: ranked.length,
      /** All of those that are counted, of which one may count for several groups. */
      conflicts: conflicts.length,
      groups: ranked.slice(0, limit),
    };
  },
});
