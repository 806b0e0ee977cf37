import { present } from '../../../engine/present.ts';
import { plural } from '../../../engine/wording.ts';
import type { Change } from '../../tools/changes.ts';
import { outboundAt, whatIf } from '../../tools/whatIf.ts';
import { startOfDay } from '../../../engine/zonedTime.ts';
import { sayDuration } from '../../time/sayTime.ts';
import {
  type Asked,
  type AskedWindow,
  bullets,
  firstBullets,
  lasting,
  type Reply,
  spanInput,
  voiceOf,
  whereInput,
} from '../asked.ts';
import { sayWhere } from './places.ts';
import { sayJudgment } from './sayJudgment.ts';

const judgeTimes = async (
  reply: Reply,
  opening: string,
  time: {
    readonly operation: string;
    readonly lateMinutes?: number;
    readonly arrival?: string;
    readonly departure?: string;
  },
): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(whatIf, { times: [time] });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { notes, newConflicts } = outcome.result;
  conversation.say(
    `${opening}: ${sayJudgment(voiceOf(reply), outcome.result)}${notes.map((note) => ` ${note}`).join('')}`,
  );
  const name = voiceOf(reply).operation(time.operation);
  if (newConflicts.length > 0)
    conversation.say(`\nOnce the new time is entered, ask me to resolve the conflict of ${name}.`);
};

export const judgeDelay = async (
  reply: Reply,
  { operation, durationSeconds }: Asked<'operation' | 'durationSeconds'>,
): Promise<void> => {
  const entry = reply.directory.operation(operation);
  const voice = voiceOf(reply);
  const shifted = voice.window(entry.from + durationSeconds * 1000, entry.to + durationSeconds * 1000);
  const moved = entry.started ? '' : ` (then ${shifted})`;
  await judgeTimes(reply, `If ${entry.name} is ${sayDuration(durationSeconds)} later than expected now${moved}`, {
    operation,
    lateMinutes: durationSeconds / 60,
  });
};

export const judgeEarly = async (
  reply: Reply,
  { operation, durationSeconds }: Asked<'operation' | 'durationSeconds'>,
): Promise<void> => {
  const entry = reply.directory.operation(operation);
  const voice = voiceOf(reply);
  const shifted = voice.window(entry.from - durationSeconds * 1000, entry.to - durationSeconds * 1000);
  await judgeTimes(
    reply,
    `If ${entry.name} is ${sayDuration(durationSeconds)} earlier than expected now (then ${shifted})`,
    { operation, lateMinutes: -durationSeconds / 60 },
  );
};

/** The arrival stays as it is expected. */
export const judgeLateDeparture = async (
  reply: Reply,
  { intent, operation, durationSeconds }: Asked<'operation' | 'durationSeconds'>,
): Promise<void> => {
  const { conversation, directory } = reply;
  const entry = directory.operation(operation);
  if (Number.isNaN(entry.from)) return conversation.say(`${entry.name} has no times: a task is missing.`);
  const isLate = intent === 'whatIfLateDeparture';
  const at = outboundAt(entry) + (isLate ? 1000 : -1000) * durationSeconds;
  const later = `${sayDuration(durationSeconds)} ${isLate ? 'later' : 'earlier'}`;
  await judgeTimes(reply, `If ${entry.name} leaves ${later} than expected now (at ${voiceOf(reply).time(at)})`, {
    operation,
    departure: new Date(at).toISOString(),
  });
};

export const judgeArrival = async (
  reply: Reply,
  { operation, instant }: Asked<'operation' | 'instant'>,
): Promise<void> => {
  const voice = voiceOf(reply);
  await judgeTimes(
    reply,
    `If ${voice.operation(operation)} arrives at ${voice.time(instant)}, its departure moving along`,
    {
      operation,
      arrival: new Date(instant).toISOString(),
    },
  );
};

export const judgeDeparture = async (reply: Reply, asked: Asked<'operation'>): Promise<void> => {
  const voice = voiceOf(reply);
  const at = asked.instant ?? present(asked.window).to;
  await judgeTimes(reply, `If ${voice.operation(asked.operation)} leaves at ${voice.time(at)}`, {
    operation: asked.operation,
    departure: new Date(at).toISOString(),
  });
};

const judgeChanges = async (reply: Reply, opening: string, changes: Change[]): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(whatIf, { changes });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  conversation.say(`${opening}: ${sayJudgment(voiceOf(reply), outcome.result)}`);
  const { obstacles } = outcome.result;
  if (obstacles.length > 0) conversation.say(`\nThis is not allowed, though:${bullets(obstacles)}`);
};

/** Why an operation cannot be moved from a resource on which it is not; null if it is there, or if none was named. */
export const sayElsewhere = (reply: Reply, operation: string, resource: string | undefined): string | null =>
  resource === undefined || reply.directory.operation(operation).stays.some((stay) => stay.resource === resource)
    ? null
    : `${sayWhere(reply, operation)} So I cannot move it from ${voiceOf(reply).resource(resource)}.`;

export const judgeMove = async (
  reply: Reply,
  { operation, resource, resource2 }: Asked<'operation' | 'resource'>,
): Promise<void> => {
  const voice = voiceOf(reply);
  const elsewhere = sayElsewhere(reply, operation, resource2);
  if (elsewhere !== null) return reply.conversation.say(elsewhere);
  const opening = `If ${voice.operation(operation)} goes to ${voice.resource(resource)}`;
  await judgeChanges(reply, opening, [{ operation, resource }]);
};

/** The changes that swap two operations; null unless each has exactly one place. */
export const swapChanges = (
  { directory }: Reply,
  { operation, operation2 }: Asked<'operation' | 'operation2'>,
): Change[] | null => {
  const placeOf = (id: string): string | null => {
    const { stays } = directory.operation(id);
    return stays.length === 1 ? present(stays[0]).resource : null;
  };
  const [a, b] = [placeOf(operation), placeOf(operation2)];
  if (a === null || b === null || a === b) return null;
  return [
    { operation, resource: b },
    { operation: operation2, resource: a },
  ];
};

export const sayNoSwap = (reply: Reply, { operation, operation2 }: Asked<'operation' | 'operation2'>): string => {
  const voice = voiceOf(reply);
  return `${voice.operation(operation)} and ${voice.operation(operation2)} cannot be swapped: each must have one place, and not the same.`;
};

export const judgeSwap = async (reply: Reply, asked: Asked<'operation' | 'operation2'>): Promise<void> => {
  const changes = swapChanges(reply, asked);
  if (changes === null) return reply.conversation.say(sayNoSwap(reply, asked));
  const voice = voiceOf(reply);
  await judgeChanges(
    reply,
    `If ${voice.operation(asked.operation)} and ${voice.operation(asked.operation2)} swap places`,
    changes,
  );
};

/** The span for which a place is closed: its window, a duration from a moment or from now, or from a moment until the end of that day. */
export const spanOf = (reply: Reply, asked: Asked): AskedWindow | undefined => {
  const span = lasting(reply, asked);
  return span?.point === true ? { ...span, to: startOfDay(span.from, reply.frame.zone, 1), point: false } : span;
};

const SHOWN = 12;

const STAYS = {
  fixed: 'is fixed',
  started: 'has arrived',
  blocker: 'is a blocker itself',
  ineligible: 'may not use the other place',
  noPlace: 'finds no other place without a conflict',
} as const;

export const sayStaying = (
  staying: readonly { readonly operation: { readonly name: string }; readonly reason: keyof typeof STAYS }[],
): string =>
  staying.length === 0
    ? ''
    : `\nThese would have to stay:${firstBullets(
        staying.map(({ operation, reason }) => `${operation.name}: it ${STAYS[reason]}`),
        SHOWN,
      )}`;

export const sayMoved = (
  moved: readonly { readonly operation: { readonly name: string }; readonly resource: { readonly name: string } }[],
): string =>
  firstBullets(
    moved.map(({ operation, resource }) => `${operation.name} → ${resource.name}`),
    SHOWN,
  );

/** The members `resource` and `location` of a tool that closes or clears one of the two. */
export const placeInput = ({ resource, location }: Asked) =>
  whereInput(resource === undefined ? { location } : { resource });

export const judgeClosed = (reply: Reply, asked: Asked): Promise<void> => judgeClosings(reply, [asked]);

/** What would happen if all of the places were closed, each for its own time. */
export const judgeClosings = async (reply: Reply, all: readonly Asked[]): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const closings = all.map((asked) => {
    const span = spanOf(reply, asked);
    const when = span === undefined ? ' from now on' : voice.asked(span);
    return { input: { ...placeInput(asked), ...spanInput(span) }, says: `${voice.place(asked)} is closed${when}` };
  });
  const [closed, ...also] = closings.map(({ input }) => input);
  const outcome = await conversation.call(whatIf, {
    closed: present(closed),
    ...(also.length === 0 ? {} : { alsoClosed: also }),
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { moved = [], staying = [] } = outcome.result;
  const what = closings.map(({ says }) => says).join(' and ');
  if (moved.length + staying.length === 0)
    return conversation.say(`If ${what}: nothing is planned there, so nothing changes.`);
  conversation.say(
    `If ${what}: ${plural(moved.length, 'operation')} would go elsewhere.${sayMoved(moved)}${sayStaying(staying)}\n${sayJudgment(voice, outcome.result)}`,
  );
};
