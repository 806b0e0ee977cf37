import { present } from '../../../engine/present.ts';
import { plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { findOperations } from '../../tools/findOperations.ts';
import { findResources, gapsBetween } from '../../tools/findResources.ts';
import type { Span } from '../../tools/tool.ts';
import {
  type Asked,
  bullets,
  isWithin,
  lasting,
  more,
  type Reply,
  spanInput,
  type Voice,
  voiceOf,
  whereInput,
} from '../asked.ts';

const SHOWN = 8;

/** Says where an operation is, with its times. */
export const sayWhere = (reply: Reply, id: string): string => {
  const voice = voiceOf(reply);
  const entry = reply.directory.operation(id);
  if (Number.isNaN(entry.from)) return `${entry.name} has no times: a task is missing.`;
  const times = voice.window(entry.from, entry.to);
  const { stays } = entry;
  if (stays.every(({ resource }) => resource === null)) return `${entry.name} (${times}) has no place yet.`;
  const state = entry.started ? ', it has arrived' : entry.record.isFixedToResource ? ', fixed there' : '';
  if (stays.length === 1) return `${entry.name} is on ${voice.resource(present(stays[0]).resource)}, ${times}${state}.`;
  const legs = stays.map((stay) => `${voice.resource(stay.resource)} ${voice.window(stay.from, stay.to)}`);
  return `${entry.name} stands in ${stays.length} parts: ${legs.join('; ')}${state}.`;
};

export const answerWhere = async (reply: Reply, { operation }: Asked<'operation'>): Promise<void> => {
  const outcome = await reply.conversation.call(findOperations, { query: operation, limit: 1 });
  reply.conversation.say(outcome.ok ? sayWhere(reply, operation) : outcome.problem.message);
};

type PlacedStay = ReturnType<Reply['directory']['staysIn']>[number];

const sayNeighbor = (
  voice: Voice,
  isNext: boolean,
  { entry, stay }: PlacedStay,
  other: PlacedStay | undefined,
): string => {
  const place = voice.resource(stay.resource);
  const side = isNext ? 'after' : 'before';
  if (other === undefined) return `Nothing is on ${place} ${side} ${entry.name}.`;
  const seconds = (isNext ? other.stay.from - stay.to : stay.from - other.stay.to) / 1000;
  const gap = seconds < 0 ? 'they overlap' : `${sayDuration(seconds)} between them`;
  const when = voice.window(other.stay.from, other.stay.to);
  return `On ${place}, ${other.entry.name} (${when}) is next ${side} ${entry.name} (${voice.window(stay.from, stay.to)}): ${gap}.`;
};

/** Says who is on the same place next, or was there last, for each place where the operation is; with a number, the one so many further. */
export const answerNeighbor = async (
  reply: Reply,
  { intent, operation, resource, number = 1 }: Asked<'operation'>,
): Promise<void> => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  const entry = directory.operation(operation);
  const isNext = intent === 'following';
  const places = entry.stays.filter(
    (stay) => stay.resource !== null && (resource === undefined || stay.resource === resource),
  );
  if (Number.isNaN(entry.from) || places.length === 0) {
    const where = resource === undefined ? '' : ` It is not on ${voice.resource(resource)}.`;
    return conversation.say(`${sayWhere(reply, operation)}${where}`);
  }
  const lines: string[] = [];
  for (const own of places) {
    const at = present(own.resource);
    await conversation.call(findOperations, { resource: at, limit: 200 });
    const stays = directory.staysIn(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, at);
    const others = stays.filter(
      ({ entry, stay }) => entry.id !== operation && (isNext ? stay.from >= own.from : stay.from < own.from),
    );
    const nearestFirst = [{ entry, stay: own }, ...(isNext ? others : others.toReversed())];
    const [from, to] = nearestFirst.slice(number - 1);
    lines.push(sayNeighbor(voice, isNext, from ?? present(nearestFirst.at(-1)), to));
  }
  conversation.say(lines.join('\n'));
};

export const answerOccupancy = async (reply: Reply, asked: Asked<'resource'>): Promise<void> => {
  const { conversation, directory, frame } = reply;
  const { resource, intent } = asked;
  if (intent === 'isFree' && isWithin(asked)) return answerNextFree(reply, asked);
  const window = lasting(reply, asked);
  const voice = voiceOf(reply);
  const place = voice.resource(resource);
  const span = window ?? { from: frame.now, to: Math.max(frame.now + 86_400_000, 0), point: false };
  const outcome = await conversation.call(findOperations, { resource, ...spanInput(span), limit: SHOWN });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const stays = directory.staysIn(span.from, span.to, resource);
  const when = window === undefined ? ' in the next 24 hours' : voice.asked(window);
  if (stays.length === 0) {
    if (intent === 'isFree') return conversation.say(`Yes, ${place} is free${when}.`);
    return conversation.say(`Nothing is on ${place}${when}.`);
  }
  const lines = stays.slice(0, SHOWN).map(({ entry, stay }) => `${entry.name}, ${voice.window(stay.from, stay.to)}`);
  const isAsked = intent === 'isFree' || intent === 'isTaken';
  const opening = isAsked
    ? `${intent === 'isFree' ? 'No, ' : ''}${place} is not free${when}. There ${stays.length === 1 ? 'is' : 'are'}`
    : `On ${place}${when}`;
  conversation.say(`${opening}:${bullets(lines)}${more(stays.length, SHOWN)}${sayGaps(voice, span, stays, intent)}`);
};

const MINUTES_WORTH_SAYING = 30;

const sayGaps = (
  voice: Voice,
  { from, to }: Span,
  stays: readonly { readonly stay: Span }[],
  intent: Asked['intent'],
): string => {
  if (intent !== 'isFree' && intent !== 'isTaken') return '';
  const gaps = gapsBetween({ from, to }, stays)
    .filter((gap) => gap.to - gap.from >= MINUTES_WORTH_SAYING * 60_000)
    .map((gap) => voice.window(gap.from, gap.to));
  return gaps.length === 0 ? '' : `\nIt is free ${gaps.join(', ')}.`;
};

/** How many times are listed in which a place is free. */
const SHOWN_GAPS = 3;

/** When a window ends; infinity where nobody said when. */
const endOf = (window: Asked['window']): number =>
  window === undefined || window.point || window.end === 'open' ? Number.POSITIVE_INFINITY : window.to;

/** Says from when and until when a place is free, from the asked time on. */
export const answerNextFree = async (reply: Reply, asked: Asked<'resource'>): Promise<void> => {
  const { conversation, directory, frame } = reply;
  const { resource, durationSeconds = 60 } = asked;
  const voice = voiceOf(reply);
  const place = voice.resource(resource);
  const from = asked.window?.from ?? frame.now;
  const to = endOf(asked.window);
  const last = Number.isFinite(to) ? to : Math.max(from, directory.horizon?.to ?? from) + 1000;
  const outcome = await conversation.call(findOperations, {
    resource,
    ...spanInput({ from, to: last }),
    limit: SHOWN,
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const stays = directory.staysIn(from, to, resource);
  const gaps = gapsBetween({ from, to }, stays).filter((gap) => gap.to - gap.from >= durationSeconds * 1000);
  const least = asked.durationSeconds === undefined ? '' : ` for ${sayDuration(durationSeconds)}`;
  const [first, ...later] = gaps;
  if (first === undefined) return conversation.say(`${place} is not free${least}${voice.asked(asked.window)}.`);
  const [there] = stays;
  const reason =
    there !== undefined && there.stay.from <= from
      ? `${there.entry.name} is on ${place}`
      : `${place} is not free${least}`;
  const busy = first.from === from || there === undefined ? '' : `At ${voice.time(from)}, ${reason}. `;
  const says = [first, ...later.slice(0, SHOWN_GAPS - 1)].map((gap) =>
    gap.to === Number.POSITIVE_INFINITY
      ? `from ${voice.time(gap.from)} on`
      : `${voice.window(gap.from, gap.to)} (${sayDuration((gap.to - gap.from) / 1000)})`,
  );
  conversation.say(`${busy}${place} is${busy === '' ? '' : ' next'} free ${says.join(', then ')}.`);
};

export const answerFreeStands = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation, frame } = reply;
  const window = lasting(reply, asked);
  const voice = voiceOf(reply);
  const span = window ?? { from: frame.now, to: frame.now + 60_000, point: true };
  const { durationSeconds = 0 } = asked;
  const outcome = await conversation.call(findResources, {
    ...spanInput(span),
    ...(isWithin(asked) ? { freeMinutes: durationSeconds / 60 } : { freeOnly: true }),
    ...whereInput(asked),
    limit: 200,
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total, resources } = outcome.result;
  const kind = voice.where(asked);
  const long = isWithin(asked) ? ` for ${sayDuration(durationSeconds)}` : '';
  const when = `${long}${window === undefined ? ' now' : voice.asked(window)}`;
  if (total === 0) return conversation.say(`No place${kind} is free${when}.`);
  conversation.say(
    `${plural(total, 'place')}${kind} ${total === 1 ? 'is' : 'are'} free${when}: ${resources.map(({ name }) => name).join(', ')}.`,
  );
};

export const answerStands = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(findResources, { ...whereInput(asked), limit: 200 });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total, resources } = outcome.result;
  const where = voiceOf(reply).where(asked);
  if (total === 0) return conversation.say(`There is no place${where}.`);
  conversation.say(`${plural(total, 'place')}${where}: ${resources.map(({ name }) => name).join(', ')}.`);
};
