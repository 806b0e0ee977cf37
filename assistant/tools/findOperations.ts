import { z } from 'zod';
import type { Directory, OperationEntry } from '../directory/directory.ts';
import { defineTool, oneOf, placesOf, shownTime, spanFrom, ToolProblem } from './tool.ts';
import { from, location, resource, tag, to } from './inputs.ts';

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
  readonly arrived: boolean;
  readonly fixed: boolean;
  readonly blocker: boolean;
  readonly tags: readonly string[];
}

export const shownOperation = (directory: Directory, entry: OperationEntry, event?: Event): FoundOperation => {
  const { record, stays } = entry;
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

const ORDERS = { start: 'from', end: 'to' } as const;

const keyOf =
  (order: 'start' | 'end' | 'late', event: Event | undefined) =>
  (entry: OperationEntry): number =>
    order === 'late' ? -lateMinutes(entry, event) : entry[ORDERS[order]];

export const findOperations = defineTool({
  name: 'find_operations',
  description:
    'Finds operations (flights, vessel calls, blockers) by name, external id, tag, time window, resource, location, or those with or without a resource. Times select by overlap of the expected window; with `event` by when they arrive or leave.',
  input: z.strictObject({
    query: z.string().max(255).optional().describe('Part of a name, external id or description'),
    resource,
    location,
    tag,
    from,
    to,
    event: z.enum(['arrival', 'departure']).optional(),
    unassigned: z.boolean().optional(),
    assigned: z.boolean().optional(),
    lateByMinutes: z
      .number()
      .min(0)
      .optional()
      .describe('At least this late against schedule when it arrives; with event departure, when it leaves'),
    order: z.enum(['start', 'end', 'late']).optional(),
    limit: z.int().min(1).max(200).optional().describe('Default 20'),
  }),
  async run(context, input) {
    const directory = await context.directory();
    const span = await spanFrom(context, input);
    const places = placesOf(directory, input);
    const tag = input.tag === undefined ? null : oneOf(directory, 'tag', input.tag);
    const named = input.query === undefined ? null : new Set(directory.resolve('operation', input.query));
    const { event, lateByMinutes: late } = input;
    if (event !== undefined && span === null && late === undefined)
      throw new ToolProblem('An event needs a window or a lateness: give from and to, or lateByMinutes.');
    const wanted: ((entry: OperationEntry) => boolean)[] = [];
    if (named !== null) wanted.push(({ id }) => named.has(id));
    if (tag !== null) wanted.push(taggedWith(directory, tag));
    const lacksPlace = ({ stays }: OperationEntry): boolean => stays.some(({ resource }) => resource === null);
    if (input.unassigned === true) wanted.push((entry) => !entry.record.isBlocker && lacksPlace(entry));
    if (input.assigned === true) {
      wanted.push((entry) => !entry.record.isBlocker && entry.stays.length > 0 && !lacksPlace(entry));
    }
    if (late !== undefined) wanted.push((entry) => !entry.record.isBlocker && lateMinutes(entry, event) >= late);
    if (places !== null || span !== null) wanted.push(staysThere(places, span, event));
    const key = keyOf(input.order ?? (event === 'departure' ? 'end' : 'start'), event);
    const found = [...directory.operations.values()]
      .filter((entry) => wanted.every((isWanted) => isWanted(entry)))
      .sort((a, b) => key(a) - key(b) || (a.id < b.id ? -1 : 1));
    return {
      total: found.length,
      operations: found.slice(0, input.limit ?? 20).map((entry) => shownOperation(directory, entry, event)),
    };
  },
});

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

/** A tag that no operation has is a tag of resources, and selects the operations there. */
export const taggedWith = (directory: Directory, tag: string): ((entry: OperationEntry) => boolean) =>
  [...directory.operations.values()].some((entry) => hasTag(entry, tag))
    ? (entry) => hasTag(entry, tag)
    : (entry) => isOnTagged(directory, entry, tag);

const isOnTagged = (directory: Directory, { stays }: OperationEntry, tag: string): boolean =>
  stays.some(({ resource }) => resource !== null && directory.resources.get(resource)?.tags.includes(tag) === true);

export const hasTag = ({ record }: OperationEntry, tag: string): boolean =>
  [record, record.inboundTask, record.outboundTask].some((one) => one?.tags.includes(tag) ?? false);
