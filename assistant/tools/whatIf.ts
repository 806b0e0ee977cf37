import { present } from '../../engine/present.ts';
import { z } from 'zod';
import type { TaskInput } from '../../schedule/entities/task.ts';
import type { Closure } from '../../schedule/proposals/clearResources.ts';
import type { Judgment, PlannedMove } from '../agentSchedule.ts';
import type { Directory, OperationEntry } from '../directory/directory.ts';
import type { TimeFrame } from '../time/dayWords.ts';
import { Change, movesOf } from './changes.ts';
import { location, resource } from './inputs.ts';
import { type Except, leftOut, selecting } from './selection.ts';
import { type Named, type ShownConflict, shownConflict } from './shownConflict.ts';
import {
  defineTool,
  instantFrom,
  oneOf,
  shownTime,
  type Span,
  spanFrom,
  type ToolContext,
  ToolProblem,
} from './tool.ts';

/** A judgment with names instead of ids. */
export interface ShownJudgment {
  readonly before: number;
  readonly after: number;
  readonly delta: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly newConflicts: readonly ShownConflict[];
  readonly endedConflicts: readonly ShownConflict[];
  /** Why it is not allowed. */
  readonly obstacles: readonly string[];
}

const SHOWN = 20;

export const shownJudgment = (
  directory: Directory,
  {
    score,
    opened,
    closed,
    obstacles = [],
  }: Omit<Judgment, 'moves' | 'conflicts' | 'obstacles'> & Partial<Pick<Judgment, 'obstacles'>>,
): ShownJudgment => {
  const { before, after, delta } = score;
  const levels = (['conflicts', 'unassigned', 'reassigned', 'delay', 'rules'] as const)
    .map((level) => [level, Math.round((after[level] - before[level]) * 100) / 100] as const)
    .filter(([, change]) => change !== 0);
  return {
    before: before.total,
    after: after.total,
    delta,
    levels: Object.fromEntries(levels),
    newConflicts: opened.slice(0, SHOWN).map((conflict) => shownConflict(directory, conflict)),
    endedConflicts: closed.slice(0, SHOWN).map((conflict) => shownConflict(directory, conflict)),
    obstacles: obstacles.map(({ message }) => message),
  };
};

const ClosedPlace = z.strictObject({
  resource,
  location,
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
});

export const whatIf = defineTool({
  name: 'what_if',
  description:
    'Judges what would happen, without changing anything: operations late or early, moved, swapped, without a place, held, or a resource or location closed for a while. Answers the change of the score (lower is better) and the conflicts that begin and end.',
  input: z.strictObject({
    changes: z.array(Change).max(200).optional(),
    times: z
      .array(
        z.strictObject({
          operation: z.string().min(1).max(255).describe('Id or name'),
          lateMinutes: z
            .number()
            .min(-2880)
            .max(2880)
            .optional()
            .describe('Minutes by which arrival and departure are later than now expected'),
          arrival: z.string().max(40).optional().describe('New expected arrival; the departure moves along'),
          departure: z.string().max(40).optional().describe('New expected departure'),
        }),
      )
      .max(200)
      .optional(),
    closed: ClosedPlace.optional().describe(
      'A resource, or a location with all of its resources, that cannot be used; the operations there move to the best remaining places',
    ),
    alsoClosed: z.array(ClosedPlace).max(20).optional().describe('What else is closed, each for its own time'),
  }),
  async run(context, { changes = [], times = [], closed, alsoClosed = [] }) {
    if (changes.length + times.length === 0 && closed === undefined) {
      throw new ToolProblem('This names no change: give changes, times or closed.');
    }
    const { schedule, scope, planning, virtualState } = context;
    const directory = await context.directory();
    const frame = await context.frame();
    const moves = movesOf(directory, changes);
    const news = times.map((time) => newsOf(directory, frame, time));
    if (new Set(news.map(({ operation }) => operation)).size < news.length) {
      throw new ToolProblem('The times name an operation twice; give all times of an operation in one entry.');
    }
    const cleared = closed === undefined ? null : await clearing(context, [closed, ...alsoClosed]);
    const judgment = await schedule.whatIf(scope, planning, {
      virtualState,
      moves: [...moves, ...(cleared?.moves ?? [])],
      news: news.map(({ operation, tasks }) => ({ id: operation, ...tasks })),
    });
    return {
      ...shownJudgment(directory, judgment),
      notes: news.flatMap(({ note }) => note ?? []),
      ...(cleared === null ? {} : { moved: cleared.moved, staying: cleared.staying }),
    };
  },
});

interface Clearing {
  readonly moves: readonly PlannedMove[];
  readonly moved: readonly { readonly operation: Named; readonly resource: Named }[];
  readonly staying: readonly {
    readonly operation: Named;
    readonly reason: 'fixed' | 'started' | 'blocker' | 'ineligible' | 'noPlace';
  }[];
  /** What is there and was not to be cleared. */
  readonly kept: readonly Named[];
}

interface Closed {
  readonly resource?: string | undefined;
  readonly location?: string | undefined;
  readonly onto?: string | undefined;
  readonly into?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tag?: string | undefined;
  readonly query?: string | undefined;
  readonly except?: Except | undefined;
}

/** The resources that are closed or cleared, and what they are called together. Throws ToolProblem unless there is one of the two, with resources. */
export const closedPlaces = (directory: Directory, closed: Pick<Closed, 'resource' | 'location'>) => {
  const kinds = (['resource', 'location'] as const).filter((kind) => closed[kind] !== undefined);
  const [kind, ...others] = kinds;
  if (kind === undefined || others.length > 0)
    throw new ToolProblem('Name what is closed or cleared: give either resource or location.');
  const id = oneOf(directory, kind, present(closed[kind]));
  const name = directory.nameOf(kind, id);
  const places = kind === 'resource' ? [id] : [...directory.resourcesIn(id)];
  if (places.length === 0) throw new ToolProblem(`There are no resources on ${name}.`);
  return { places, name };
};

/** The operations on the resources then that are not to be cleared. Throws ToolProblem if nothing is there of what is left out by name. */
const keptOn = (
  directory: Directory,
  { places, name }: ReturnType<typeof closedPlaces>,
  { from, to }: Span,
  closed: Closed,
): ReadonlySet<string> => {
  const there = places.flatMap((resource) => directory.staysIn(from, to, resource)).map(({ entry }) => entry);
  const isWanted = selecting(directory, closed);
  const left = leftOut(directory, closed.except);
  const missing = left.find(({ isIt }) => !there.some(isIt));
  if (missing !== undefined) {
    throw new ToolProblem(
      `${missing.name} is not on ${name} then, so it cannot be left out there. Ask again without it.`,
    );
  }
  const kept = there.filter((entry) => left.some(({ isIt }) => isIt(entry)) || !isWanted.every((is) => is(entry)));
  return new Set(kept.map(({ id }) => id));
};

/** Where what is cleared goes. Throws ToolProblem if that is said twice, or if there are no resources. */
const targetsOf = (directory: Directory, { onto, into }: Closed): Pick<Closure, 'onto' | 'among'> => {
  if (onto !== undefined && into !== undefined)
    throw new ToolProblem('Name one place to which everything goes: give either onto or into.');
  if (into === undefined) return onto === undefined ? {} : { onto: oneOf(directory, 'resource', onto) };
  return { among: new Set(closedPlaces(directory, { location: into }).places) };
};

/** How resources would be cleared; without a window, from now until the end of the planning. */
export const clearing = async (context: ToolContext, all: readonly Closed[]): Promise<Clearing> => {
  const directory = await context.directory();
  const { now } = await context.frame();
  const rest = { from: now, to: Math.max(now, directory.horizon?.to ?? now) + 1000 };
  const closures: Closure[] = [];
  for (const one of all) {
    const closed = closedPlaces(directory, one);
    const { onto, among } = targetsOf(directory, one);
    const others = closed.places.filter((resource) => resource !== onto && among?.has(resource) !== true);
    if (others.length === 0) throw new ToolProblem(`What is on ${closed.name} is there already.`);
    const span = (await spanFrom(context, one)) ?? rest;
    const except = keptOn(directory, closed, span, one);
    for (const resource of others) closures.push({ resource, onto, among, ...span, except });
  }
  const { schedule, scope, planning, virtualState } = context;
  const { moves, staying } = await schedule.clearResources(scope, planning, { virtualState, closures });
  const operation = (id: string): Named => ({ id, name: directory.nameOf('operation', id) });
  return {
    moves,
    moved: moves.map((move) => {
      const id = present(move.toResource);
      return { operation: operation(move.operation), resource: { id, name: directory.nameOf('resource', id) } };
    }),
    staying: staying.map((one) => ({ operation: operation(one.operation), reason: one.reason })),
    kept: [...new Set(closures.flatMap(({ except }) => [...(except ?? [])]))].map(operation),
  };
};

interface TimeNews {
  readonly operation: string;
  readonly lateMinutes?: number | undefined;
  readonly arrival?: string | undefined;
  readonly departure?: string | undefined;
}

interface News {
  readonly operation: string;
  readonly tasks: { readonly inboundTask?: TaskInput; readonly outboundTask?: TaskInput };
  readonly note: string | null;
}

/** Throws ToolProblem unless the news says something that can still become true. */
const checkNews = ({ record, name, from }: OperationEntry, news: TimeNews, arrived: boolean): void => {
  if (Number.isNaN(from)) throw new ToolProblem(`${name} has no times: a task is missing.`);
  if (news.lateMinutes === undefined && news.arrival === undefined && news.departure === undefined) {
    throw new ToolProblem(`The times of ${name} contain no change: give lateMinutes, arrival or departure.`);
  }
  if (news.lateMinutes !== undefined && news.arrival !== undefined) {
    throw new ToolProblem(`The times of ${name} contain two arrivals: give lateMinutes or arrival, not both.`);
  }
  if (record.outboundTask?.actualTime != null) throw new ToolProblem(`${name} has left already.`);
  if (arrived && news.arrival !== undefined) throw new ToolProblem(`${name} has arrived already.`);
};

/** New expected times. Events that have happened keep their times; an imposed delay is part of the expected time. */
const newsOf = (directory: Directory, frame: TimeFrame, news: TimeNews): News => {
  const operation = oneOf(directory, 'operation', news.operation);
  const entry = directory.operation(operation);
  const { record, name } = entry;
  const arrived = record.inboundTask?.actualTime != null;
  checkNews(entry, news, arrived);
  const arrivalShift =
    news.arrival === undefined ? (news.lateMinutes ?? 0) * 60_000 : instantFrom(news.arrival, frame) - entry.from;
  const departureShift =
    news.departure === undefined ? arrivalShift : instantFrom(news.departure, frame) - outboundAt(entry);
  if (outboundAt(entry) + departureShift < entry.from + (arrived ? 0 : arrivalShift)) {
    throw new ToolProblem(
      `${name} would leave before it arrives, at ${shownTime(entry.from + (arrived ? 0 : arrivalShift), directory.zone)}.`,
    );
  }
  const shift = (task: OperationEntry['record']['inboundTask'], ms: number): TaskInput => ({
    expectedTime: new Date(Date.parse(present(task).expectedTime) + ms).toISOString(),
  });
  return {
    operation,
    tasks: {
      ...(arrived || arrivalShift === 0 ? {} : { inboundTask: shift(record.inboundTask, arrivalShift) }),
      ...(departureShift === 0 ? {} : { outboundTask: shift(record.outboundTask, departureShift) }),
    },
    note: arrived && news.lateMinutes !== undefined ? `${name} has arrived already: only its departure moves.` : null,
  };
};

/** Expected departure, including an imposed delay, of an operation that has one. */
export const outboundAt = ({ record: { outboundTask } }: OperationEntry): number =>
  Date.parse(present(outboundTask).expectedTime) + present(outboundTask).imposedDelayInSeconds * 1000;
