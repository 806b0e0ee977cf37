import { z } from 'zod';
import type { Directory, OperationEntry } from '../directory/directory.ts';
import { defineTool, placesOf, shownTime, spanFrom, type ToolContext, ToolProblem } from './tool.ts';
import { from, location, otherTag, resource, tag, to } from './inputs.ts';
import { Except, type IsSelected, leftOut, selecting } from './selection.ts';

export interface FoundOperation {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Name and id of each place, in order; null if unassigned. */
  readonly places: readonly ({ readonly id: string; readonly name: string } | null)[];
  /** Of the arrival; of the departure where that was asked for. */
  readonly lateMinutes: number;
  /** Of the longest stay at the places that were asked for, if there were any; null without times. */
  readonly stayMinutes: number | null;
  readonly arrived: boolean;
  readonly fixed: boolean;
  readonly blocker: boolean;
  readonly tags: readonly string[];
}

export const shownOperation = (
  directory: Directory,
  entry: OperationEntry,
  event?: Event,
  places: ReadonlySet<string> | null = null,
): FoundOperation => {
  const { record, stays } = entry;
  const stay = stayMs(entry, places);
  return {
    id: entry.id,
    name: entry.name,
    externalId: record.externalId,
    from: shownTime(entry.from, directory.zone),
    to: shownTime(entry.to, directory.zone),
    places: stays.map(({ resource }) =>
      resource === null ? null : { id: resource, name: directory.nameOf('resource', resource) },
    ),
    lateMinutes: lateMinutes(entry, event),
    stayMinutes: Number.isNaN(stay) ? null : Math.round(stay / 60_000),
    arrived: entry.started,
    fixed: record.isFixedToResource || stays.some(({ isFixed }) => isFixed),
    blocker: record.isBlocker,
    tags: record.tagsDetails.map(({ category, value }) => `${category}=${value}`),
  };
};

type Event = 'arrival' | 'departure';

/** Minutes that the arrival or departure is behind its schedule; negative if it is early. */
export const lateMinutes = ({ from, to, record }: OperationEntry, event: Event = 'arrival'): number => {
  const [at, task] = event === 'arrival' ? [from, record.inboundTask] : [to, record.outboundTask];
  return task === null || Number.isNaN(at) ? 0 : Math.round((at - Date.parse(task.scheduledTime)) / 60_000);
};

/** Milliseconds that the operation stays: its longest stay at one of the places, or all of its stay. */
export const stayMs = ({ from, to, stays }: OperationEntry, places: ReadonlySet<string> | null): number =>
  places === null
    ? to - from
    : Math.max(...stays.map((stay) => (stay.resource !== null && places.has(stay.resource) ? stay.to - stay.from : 0)));

const ORDERS = ['start', 'lastStart', 'end', 'lastEnd', 'late', 'longest', 'shortest'] as const;
type Order = (typeof ORDERS)[number];

const keyOf = (
  order: Order,
  event: Event | undefined,
  places: ReadonlySet<string> | null,
): ((entry: OperationEntry) => number) =>
  ({
    start: ({ from }: OperationEntry) => from,
    lastStart: ({ from }: OperationEntry) => -from,
    end: ({ to }: OperationEntry) => to,
    lastEnd: ({ to }: OperationEntry) => -to,
    late: (entry: OperationEntry) => -lateMinutes(entry, event),
    longest: (entry: OperationEntry) => -stayMs(entry, places),
    shortest: (entry: OperationEntry) => stayMs(entry, places),
  })[order];

/** Which operations are asked for, by name, place, tag and time. */
export const selectionShape = {
  query: z.string().max(255).optional().describe('Words of a name, external id, operator or description'),
  except: Except.optional(),
  resource,
  location,
  tag,
  otherTag,
  from,
  to,
};

const Input = z.strictObject({
  ...selectionShape,
  event: z.enum(['arrival', 'departure']).optional().describe('Blockers are left out: they neither arrive nor leave'),
  blockers: z.boolean().optional().describe('true: only blockers, such as maintenance; false: none of them'),
  unassigned: z.boolean().optional(),
  assigned: z.boolean().optional(),
  lateByMinutes: z
    .number()
    .min(0)
    .optional()
    .describe('At least this late against schedule when it arrives; with event departure, when it leaves'),
  stayAboveMinutes: z
    .number()
    .min(0)
    .optional()
    .describe('Stays longer than this (at the places, if they are asked for)'),
  stayBelowMinutes: z.number().min(0).optional().describe('Stays shorter than this'),
  order: z
    .enum(ORDERS)
    .optional()
    .describe('By length of stay (at the places, if they are asked for), blockers are left out'),
  limit: z.int().min(1).max(200).optional().describe('Default 20'),
});
type Selection = Omit<z.output<typeof Input>, 'limit'>;

/** What each operation that is asked for fulfills. */
const conditionsOf = (
  directory: Directory,
  { event, blockers, unassigned, assigned, lateByMinutes: late, order, ...named }: Selection,
  places: ReadonlySet<string> | null,
): readonly IsSelected[] => {
  const wanted = [...selecting(directory, named)];
  if (event !== undefined) wanted.push(({ record }) => !record.isBlocker);
  if (blockers !== undefined) wanted.push(({ record }) => record.isBlocker === blockers);
  const lacksPlace = ({ stays }: OperationEntry): boolean => stays.some(({ resource }) => resource === null);
  if (unassigned === true) wanted.push((entry) => !entry.record.isBlocker && lacksPlace(entry));
  if (assigned === true) {
    wanted.push((entry) => !entry.record.isBlocker && entry.stays.length > 0 && !lacksPlace(entry));
  }
  if (late !== undefined) wanted.push((entry) => !entry.record.isBlocker && lateMinutes(entry, event) >= late);
  const { stayAboveMinutes: above, stayBelowMinutes: below } = named;
  if (above !== undefined) wanted.push((entry) => stayMs(entry, places) > above * 60_000);
  if (below !== undefined) wanted.push((entry) => stayMs(entry, places) < below * 60_000);
  const isOfStays = above !== undefined || below !== undefined || order === 'longest' || order === 'shortest';
  if (isOfStays) {
    wanted.push(({ record, from, to }) => !record.isBlocker && to > from);
  }
  return wanted;
};

export const findOperations = defineTool({
  name: 'find_operations',
  description:
    'Finds operations (flights, vessel calls, blockers) by name, external id, tag, time window, resource, location, or those with or without a resource. Times select by overlap of the expected window; with `event` by when they arrive or leave.',
  input: Input,
  async run(context, input) {
    const { directory, asked, found, left, places } = await selectOperations(context, input);
    const { event, order = event === 'departure' ? 'end' : 'start' } = input;
    const key = keyOf(order, event, places);
    found.sort((a, b) => key(a) - key(b) || (a.id < b.id ? -1 : 1));
    return {
      total: found.length,
      /** What was to be left out, but is not among what was asked for. */
      notThere: left.filter(({ isIt }) => !asked.some(isIt)).map(({ name }) => name),
      operations: found.slice(0, input.limit ?? 20).map((entry) => shownOperation(directory, entry, event, places)),
    };
  },
});

export type OperationQuery = Parameters<typeof findOperations.run>[1];

/** The operations that are asked for, and of these, all but those that are left out. */
export const selectOperations = async (context: ToolContext, input: Selection) => {
  const directory = await context.directory();
  const span = await spanFrom(context, input);
  const places = placesOf(directory, input);
  const { event } = input;
  if (event !== undefined && span === null && input.lateByMinutes === undefined)
    throw new ToolProblem('An event needs a window or a lateness: give from and to, or lateByMinutes.');
  const wanted = [
    ...conditionsOf(directory, input, places),
    ...(places !== null || span !== null ? [staysThere(places, span, event)] : []),
  ];
  const asked = [...directory.operations.values()].filter((entry) => wanted.every((isWanted) => isWanted(entry)));
  const left = leftOut(directory, input.except);
  return {
    directory,
    span,
    places,
    asked,
    left,
    found: asked.filter((entry) => !left.some(({ isIt }) => isIt(entry))),
  };
};

/** Whether the operation is at one of the places during the span; with an event, whether the event is in the span. */
const staysThere =
  (places: ReadonlySet<string> | null, span: { readonly from: number; readonly to: number } | null, event?: Event) =>
  ({ record, stays, from, to }: OperationEntry): boolean => {
    const at = places === null ? stays : stays.filter((stay) => stay.resource !== null && places.has(stay.resource));
    if (places !== null && at.length === 0) return false;
    if (span === null) return true;
    if (event === undefined) return at.some((stay) => stay.from < span.to && stay.to > span.from);
    const time = event === 'arrival' ? from : to;
    return !record.isBlocker && time >= span.from && time < span.to;
  };
