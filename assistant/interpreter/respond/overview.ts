import { numberText, plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { findOperations, lateMinutes, type OperationQuery } from '../../tools/findOperations.ts';
import { planningMetrics } from '../../tools/planningMetrics.ts';
import { hasTag } from '../../tools/selection.ts';
import type { Span } from '../../tools/tool.ts';
import {
  type Asked,
  bullets,
  countedOf,
  lasting,
  more,
  type Reply,
  spanInput,
  type Voice,
  voiceOf,
  selectionInput,
} from '../asked.ts';
import { sayWhere } from './places.ts';

const SHOWN = 12;

const sayLate = (minutes: number): string =>
  minutes === 0 ? 'on time' : `${sayDuration(60 * minutes)} ${minutes > 0 ? 'late' : 'early'}`;

export const sayOperation = (reply: Reply, voice: Voice, id: string): string => {
  const { name, from, to, stays } = reply.directory.operation(id);
  const places = stays.map(({ resource }) => voice.resource(resource)).join(', ');
  return `${name}, ${Number.isNaN(from) ? 'no times' : voice.window(from, to)}, ${places === '' ? 'no place' : places}`;
};

interface Wording {
  readonly noun: readonly [one: string, many: string];
  /** What is said if there is none, and if there is none of what is asked for. */
  readonly none: string;
  readonly noneThere?: string;
}

/** The operations that are asked for; null if the tool refused, which has been said. */
const find = async ({ conversation }: Reply, asked: Asked, query: OperationQuery) => {
  const outcome = await conversation.call(findOperations, {
    ...spanInput(asked.window),
    ...selectionInput(asked),
    ...query,
    limit: SHOWN,
  });
  if (outcome.ok) return outcome.result;
  conversation.say(outcome.problem.message);
  return null;
};

const sayFound = (
  reply: Reply,
  asked: Asked,
  { total, operations }: NonNullable<Awaited<ReturnType<typeof find>>>,
  isLate: boolean,
  { noun: [one, many], none, noneThere = none }: Wording,
): void => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const where = `${voice.where(asked)}${voice.asked(asked.window)}`;
  if (total === 0) return conversation.say(`${where === '' ? none : noneThere}${where}.`);
  const late = (minutes: number): string => (isLate ? `, ${sayLate(minutes)}` : '');
  const lines = operations.map(({ id, lateMinutes: minutes }) => `${sayOperation(reply, voice, id)}${late(minutes)}`);
  conversation.say(`${plural(total, one, many)}${where}:${bullets(lines)}${more(total, operations.length)}`);
};

const list = async (
  reply: Reply,
  noun: Wording['noun'],
  asked: Asked,
  query: OperationQuery,
  none: string,
  noneThere = none,
): Promise<void> => {
  const found = await find(reply, asked, query);
  if (found !== null) sayFound(reply, asked, found, query.lateByMinutes !== undefined, { noun, none, noneThere });
};

const LATE_FROM_SECONDS = 15 * 60;
const NEXT_MS = 3 * 3_600_000;

/** Without a window, the next three hours are meant. */
const withWindow = ({ frame: { now } }: Reply, asked: Asked): Asked =>
  asked.window === undefined ? { ...asked, window: { from: now, to: now + NEXT_MS, point: false } } : asked;

export const listUnassigned = (reply: Reply, asked: Asked): Promise<void> =>
  list(
    reply,
    ['operation without a place', 'operations without a place'],
    asked,
    { unassigned: true },
    'Every operation has a place',
    'There is no operation without a place',
  );

/** Also says how many have none, since the two together are what somebody asks about. */
export const listAssigned = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  await list(
    reply,
    ['operation with a place', 'operations with a place'],
    asked,
    { assigned: true },
    'No operation has a place',
  );
  if (asked.location !== undefined || asked.resource !== undefined) return;
  const outcome = await conversation.call(findOperations, {
    ...spanInput(asked.window),
    ...selectionInput(asked),
    unassigned: true,
    limit: 1,
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total } = outcome.result;
  conversation.say(`\n${total === 0 ? 'None is' : total === 1 ? '1 is' : `${numberText(total)} are`} without a place.`);
};

/** Lists the operations that have a tag themselves; one of resources alone is required by none. */
export const listRequiring = async (reply: Reply, asked: Asked<'tag'>): Promise<void> => {
  const { conversation, directory } = reply;
  const isRequired = [...directory.operations.values()].some((entry) => hasTag(entry, asked.tag));
  if (isRequired) return listOperations(reply, asked);
  conversation.say(`No operation needs ${directory.nameOf('tag', asked.tag)}.`);
};

/** From now on, or from the time that is named, until the end of that or of the planning. */
const aheadOf = ({ directory, frame }: Reply, { window }: Asked): Span => {
  const from = window?.from ?? frame.now;
  const isOpen = window === undefined || window.point || window.end === 'open';
  return { from, to: isOpen ? Math.max(from, directory.horizon?.to ?? 0) + 1000 : window.to };
};

/** As many of the next arrivals or departures as are asked for. */
const sayNextOnes = async (event: 'arrival' | 'departure', reply: Reply, asked: Asked): Promise<void> => {
  const query = { ...spanInput(aheadOf(reply, asked)), ...selectionInput(asked), event, limit: countedOf(asked, 1) };
  const outcome = await reply.conversation.call(findOperations, query);
  if (!outcome.ok) return reply.conversation.say(outcome.problem.message);
  const voice = voiceOf(reply);
  const { operations } = outcome.result;
  const where = `${voice.where(asked)}${voice.asked(asked.window)}`;
  reply.conversation.say(
    operations.length === 0
      ? `No ${event} lies ahead${where}.`
      : `The next ${plural(operations.length, event)}${where}:${bullets(operations.map(({ id }) => sayOperation(reply, voice, id)))}`,
  );
};

/** The next arrival or departure, however far ahead it is; with a number, the one so many further. */
export const sayNext =
  (event: 'arrival' | 'departure') =>
  async (reply: Reply, asked: Asked): Promise<void> => {
    const { conversation } = reply;
    const { number = 1 } = asked;
    const { from, to } = aheadOf(reply, asked);
    const isOpen = asked.window === undefined || asked.window.point || asked.window.end === 'open';
    const query = { ...spanInput({ from, to }), ...selectionInput(asked), event, limit: number };
    const outcome = await conversation.call(findOperations, query);
    if (!outcome.ok) return conversation.say(outcome.problem.message);
    const voice = voiceOf(reply);
    const after = asked.window === undefined ? '' : ` after ${voice.time(from)}`;
    const where = `${voice.where(asked)}${isOpen ? after : voice.asked(asked.window)}`;
    const next = outcome.result.operations[number - 1];
    conversation.say(
      next === undefined
        ? `No ${number === 1 ? '' : 'further '}${event} lies ahead${where}.`
        : `The next ${event}${where}${number === 1 ? '' : ' after that'} is ${sayOperation(reply, voice, next.id)}.`,
    );
  };

/** In a window, those that arrive in it: one that arrived late the evening before is none of this morning. */
export const listLate = (reply: Reply, asked: Asked): Promise<void> => {
  const seconds = asked.durationSeconds ?? LATE_FROM_SECONDS;
  const late = `late by ${sayDuration(seconds)} or more`;
  const isTimed = asked.window !== undefined;
  const query: OperationQuery = {
    lateByMinutes: seconds / 60,
    order: 'late',
    ...(isTimed ? { event: 'arrival' } : {}),
  };
  const noun = isTimed ? 'arrival' : 'operation';
  return list(reply, [`${noun} is ${late}`, `${noun}s are ${late}`], asked, query, `No ${noun} is ${late}`);
};

/** Those whose stay is longer or shorter than a time, the most extreme first. */
export const listStays =
  (than: 'longer' | 'shorter') =>
  (reply: Reply, asked: Asked<'durationSeconds'>): Promise<void> => {
    const minutes = asked.durationSeconds / 60;
    const stay = `${than} than ${sayDuration(asked.durationSeconds)}`;
    const query: OperationQuery =
      than === 'longer'
        ? { stayAboveMinutes: minutes, order: 'longest' }
        : { stayBelowMinutes: minutes, order: 'shortest' };
    const noun = [`operation stays ${stay}`, `operations stay ${stay}`] as const;
    return list(reply, noun, asked, query, `No operation stays ${stay}`);
  };

export const listLateDepartures = (reply: Reply, asked: Asked): Promise<void> => {
  const seconds = asked.durationSeconds ?? LATE_FROM_SECONDS;
  const late = `late by ${sayDuration(seconds)} or more`;
  const query: OperationQuery = { event: 'departure', lateByMinutes: seconds / 60, order: 'late' };
  return list(reply, [`departure is ${late}`, `departures are ${late}`], asked, query, `No departure is ${late}`);
};

/** Of a moment, in which hardly anything arrives, the next one is said as well. */
const listEvents =
  (event: 'arrival' | 'departure') =>
  async (reply: Reply, asked: Asked): Promise<void> => {
    if (asked.number !== undefined) return sayNextOnes(event, reply, asked);
    const timed = withWindow(reply, asked);
    const found = await find(reply, timed, { event });
    if (found === null) return;
    sayFound(reply, timed, found, false, { noun: [event, `${event}s`], none: `There are no ${event}s` });
    if (found.total > 0 || asked.window?.point !== true) return;
    reply.conversation.say(' ');
    await sayNext(event)(reply, asked);
  };

export const listArrivals = listEvents('arrival');
export const listDepartures = listEvents('departure');

/** Without a window, the present is meant. */
export const listOperationsThere = (reply: Reply, asked: Asked): Promise<void> => {
  const { now } = reply.frame;
  return listOperations(reply, {
    ...asked,
    window: lasting(reply, asked) ?? { from: now, to: now + 60_000, point: true },
  });
};

/** Blockers are no flights; they are listed by their name, and with everything else that is at a place. */
export const listOperations = (reply: Reply, asked: Asked): Promise<void> =>
  list(
    reply,
    ['operation', 'operations'],
    asked,
    asked.intent !== 'operationsThere' && asked.called === undefined ? { blockers: false } : {},
    'There are no operations',
  );

/** What blocks places, such as maintenance. */
export const listClosures = (reply: Reply, asked: Asked): Promise<void> =>
  list(reply, ['closure', 'closures'], asked, { blockers: true }, 'No place is closed', 'There is no closure');

/** Describes one operation in full. */
export const describeOperation = async (reply: Reply, { operation }: Asked<'operation'>): Promise<void> => {
  const { conversation, directory } = reply;
  const outcome = await conversation.call(findOperations, { query: operation, limit: 1 });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { record } = directory.operation(operation);
  const [shown] = outcome.result.operations;
  const notes = [
    record.description,
    record.externalId === null || record.externalId === record.operationName
      ? null
      : `external id ${record.externalId}`,
    record.isBlocker ? 'a blocker' : null,
    record.timesCrossed ? 'its times are crossed: out before in' : null,
    shown !== undefined && shown.tags.length > 0 ? `tags ${shown.tags.join(', ')}` : null,
  ].filter((note) => note !== null);
  conversation.say(`${sayWhere(reply, operation)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`);
  sayTimes(reply, operation);
};

export const answerWhen = async (reply: Reply, { operation }: Asked<'operation'>): Promise<void> => {
  const outcome = await reply.conversation.call(findOperations, { query: operation, limit: 1 });
  if (!outcome.ok) return reply.conversation.say(outcome.problem.message);
  sayTimes(reply, operation, `${voiceOf(reply).operation(operation)}:`);
};

const sayTimes = (reply: Reply, id: string, opening = ''): void => {
  const voice = voiceOf(reply);
  const entry = reply.directory.operation(id);
  const side = (task: typeof entry.record.inboundTask, verb: string, done: string, at: number): string | null => {
    if (task === null) return null;
    const happened = task.actualTime === null ? `${verb} ${voice.time(at)}` : `${done} ${voice.time(at)}`;
    const range =
      task.actualTime === null && task.expectedTimeP05 !== null
        ? `, 90 % between ${voice.time(task.expectedTimeP05)} and ${voice.time(task.expectedTimeP95)}`
        : '';
    return `${task.taskName} ${happened} (scheduled ${voice.time(task.scheduledTime)}${range})`;
  };
  const { inboundTask, outboundTask } = entry.record;
  const lines = [
    side(inboundTask, 'arrives', 'arrived', entry.from),
    side(outboundTask, 'leaves', 'left', entry.to),
  ].filter((line) => line !== null);
  const late = Number.isNaN(entry.from) ? '' : ` It is ${sayLate(lateMinutes(entry))}.`;
  reply.conversation.say(`${opening}${bullets(lines)}\n${late.trim()}`);
};

export const sayMetrics = async (reply: Reply, { window }: Asked): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const outcome = await conversation.call(planningMetrics, spanInput(window));
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { operations, unassigned, conflicts, timesCrossed, score, costliestRules, busiest, reassignments } =
    outcome.result;
  const facts = [
    `${plural(operations, 'operation')}, ${unassigned === 0 ? 'all with a place' : `${numberText(unassigned)} without a place`}`,
    `${plural(conflicts.pairs, 'conflict')} (${numberText(conflicts.overlapMinutes)} min of overlap; ${numberText(conflicts.expectedPairs)} overlaps are expected when the uncertainty of times is taken into account)`,
    `score${window === undefined ? '' : ' of the whole plan'} ${numberText(score.total)} (conflicts ${numberText(score.conflicts)}, unassigned ${numberText(score.unassigned)}, reassigned ${numberText(score.reassigned)}, rules ${numberText(score.rules)}; lower is better)`,
    ...(reassignments > 0 ? [`${plural(reassignments, 'reassignment')} against the mainline`] : []),
    ...(timesCrossed > 0 ? [`${plural(timesCrossed, 'operation')} with crossed times`] : []),
    ...(costliestRules.length > 0
      ? [
          `rules that cost most: ${costliestRules
            .slice(0, 3)
            .map(({ name, penalty }) => `${name} (${numberText(penalty)})`)
            .join(', ')}`,
        ]
      : []),
    ...(busiest.length > 0
      ? [
          `busiest: ${busiest
            .slice(0, 5)
            .map(({ resource, percent }) => `${resource.name} ${percent} %`)
            .join(', ')}`,
        ]
      : []),
  ];
  conversation.say(`The plan${voice.asked(window)}:${bullets(facts)}`);
};
