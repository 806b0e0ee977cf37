import { present } from '../../../engine/present.ts';
import { numberText, plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { findOperations, type OperationQuery } from '../../tools/findOperations.ts';
import { operationFigures } from '../../tools/operationFigures.ts';
import { resourceUse } from '../../tools/resourceUse.ts';
import {
  type Asked,
  type AskedWindow,
  bullets,
  more,
  type Reply,
  type Respond,
  selectionInput,
  spanInput,
  type Voice,
  voiceOf,
  whereInput,
} from '../asked.ts';

type Event = 'arrival' | 'departure';
type Figures = Awaited<ReturnType<typeof operationFigures.run>>;

const LATE_FROM_SECONDS = 15 * 60;
const SHOWN_PERIODS = 5;
const SHOWN_PLACES = 5;
const MOST_LEADERS = 12;

const whereabouts = (voice: Voice, asked: Asked): string => `${voice.where(asked)}${voice.asked(asked.window)}`;

/** An event is one in a window, so without one, that of the whole planning is asked for. */
const wholeOf = ({ directory, frame }: Reply): Pick<AskedWindow, 'from' | 'to'> => ({
  from: directory.horizon?.from ?? frame.now,
  to: (directory.horizon?.to ?? frame.now) + 1000,
});

const figuresOf = async (
  reply: Reply,
  asked: Asked,
  { event, by }: { readonly event?: Event; readonly by?: 'hour' | 'day' } = {},
): Promise<Figures | null> => {
  const outcome = await reply.conversation.call(operationFigures, {
    ...spanInput(asked.window ?? (event === undefined ? undefined : wholeOf(reply))),
    ...selectionInput(asked),
    ...(event === undefined ? {} : { event }),
    ...(by === undefined ? {} : { by }),
  });
  if (outcome.ok) return outcome.result;
  reply.conversation.say(outcome.problem.message);
  return null;
};

const sayMinutes = (minutes: number): string => {
  const size = Math.abs(minutes);
  return size < 60 ? `${numberText(size)} min` : sayDuration(60 * size);
};

const sayLateness = (minutes: number): string =>
  minutes === 0 ? 'on time' : `${sayMinutes(minutes)} ${minutes > 0 ? 'late' : 'early'}`;

/** How late arrivals or departures are on average, as they are expected, or happened. */
export const sayAverageLateness =
  (event: Event): Respond =>
  async (reply, asked) => {
    const figures = await figuresOf(reply, asked, { event });
    if (figures === null) return;
    const { conversation } = reply;
    const where = whereabouts(voiceOf(reply), asked);
    const late = event === 'arrival' ? figures.arrivals : figures.departures;
    if (late === null) return conversation.say(`There are no ${event}s${where}.`);
    const { operations, averageMinutes, medianMinutes, totalMinutes } = late;
    conversation.say(
      `${plural(operations, event)}${where}: on average ${sayLateness(averageMinutes)} (median: ${sayLateness(medianMinutes)}; sum: ${sayLateness(totalMinutes)}). Those that are early count as negative.`,
    );
  };

export const sayAverageStay: Respond = async (reply, asked) => {
  const figures = await figuresOf(reply, asked);
  if (figures === null) return;
  const where = whereabouts(voiceOf(reply), asked);
  const { stays } = figures;
  reply.conversation.say(
    stays === null
      ? `There are no operations${where}.`
      : `${plural(stays.operations, 'operation')}${where}: a stay of ${sayMinutes(stays.averageMinutes)} on average (median: ${sayMinutes(stays.medianMinutes)}).`,
  );
};

/** When most of the operations are there at once. */
export const sayMostAtOnce: Respond = async (reply, asked) => {
  const figures = await figuresOf(reply, asked);
  if (figures === null) return;
  const voice = voiceOf(reply);
  const where = whereabouts(voice, asked);
  const { mostAtOnce: most } = figures;
  reply.conversation.say(
    most === null
      ? `There are no operations${where}.`
      : `At most ${plural(most.operations, 'operation')}${where} ${most.operations === 1 ? 'is' : 'are'} there at once, for the first time ${voice.window(most.from, most.to)}.`,
  );
};

type Unit = 'hour' | 'day';
type Period = Figures['periods'][number];

/** `09:00–10:00`, or for a day, `Fri 14 Mar`. */
const sayWhen = (voice: Voice, unit: Unit, { from, to }: Period): string =>
  unit === 'hour' || from === null ? voice.window(from, to) : voice.day(Date.parse(from));

const sayPeriod = (voice: Voice, unit: Unit, period: Period): string =>
  `${sayWhen(voice, unit, period)}: ${plural(period.arrivals, 'arrival')}, ${plural(period.departures, 'departure')}`;

const COUNTED = {
  movements: ['arrivals and departures', ({ arrivals, departures }: Period) => arrivals + departures],
  arrivals: ['arrivals', ({ arrivals }: Period) => arrivals],
  departures: ['departures', ({ departures }: Period) => departures],
} as const;

/** The hours or days with the most arrivals, departures, or both. */
export const sayBusiest =
  (unit: Unit, what: keyof typeof COUNTED): Respond =>
  async (reply, asked) => {
    const figures = await figuresOf(reply, asked, { by: unit });
    if (figures === null) return;
    const voice = voiceOf(reply);
    const [named, of] = COUNTED[what];
    const periods = figures.periods.filter((period) => of(period) > 0).sort((a, b) => of(b) - of(a));
    const where = whereabouts(voice, asked);
    const [first] = periods;
    if (first === undefined) return reply.conversation.say(`There are no ${named}${where}.`);
    if (figures.periodsLeftOut > 0) return reply.conversation.say(tooLong(where, unit));
    const leaders = periods.filter((period) => of(period) === of(first));
    const then = periods
      .slice(leaders.length, leaders.length + 2)
      .map((period) => `${sayWhen(voice, unit, period)} with ${numberText(of(period))}`);
    reply.conversation.say(
      `Most ${named}${where}, ${numberText(of(first))}, are ${unit === 'hour' ? 'in' : 'on'} ${leaders.length === 1 ? 'this' : 'these'} ${unit}${leaders.length === 1 ? '' : 's'}:${bullets(leaders.slice(0, SHOWN_PERIODS).map((period) => sayPeriod(voice, unit, period)))}${more(leaders.length, SHOWN_PERIODS)}${then.length === 0 ? '' : `\nThen ${then.length === 1 ? 'comes' : 'come'} ${then.join(' and ')}.`}`,
    );
  };

const tooLong = (where: string, unit: Unit): string =>
  `There are more ${unit}s${where} than I count one by one: ask about ${unit === 'hour' ? 'a day or two, or by day' : 'a month or two'}.`;

/** Arrivals and departures of each hour or day. */
export const sayPer =
  (unit: Unit): Respond =>
  async (reply, asked) => {
    const figures = await figuresOf(reply, asked, { by: unit });
    if (figures === null) return;
    const voice = voiceOf(reply);
    const where = whereabouts(voice, asked);
    const { periods, periodsLeftOut } = figures;
    if (periods.length === 0) return reply.conversation.say(`There are no arrivals and no departures${where}.`);
    reply.conversation.say(
      periodsLeftOut > 0
        ? tooLong(where, unit)
        : `Arrivals and departures by ${unit}${where}:${bullets(periods.map((period) => sayPeriod(voice, unit, period)))}`,
    );
  };

/** How many operations fulfill a query; null if that could not be said, and why has been. */
const countOf = async ({ conversation }: Reply, query: OperationQuery): Promise<number | null> => {
  const outcome = await conversation.call(findOperations, { ...query, limit: 1 });
  if (outcome.ok) return outcome.result.total;
  conversation.say(outcome.problem.message);
  return null;
};

/** A share in percent, with a decimal: `4.2 %`. */
const sayShare = (part: number, whole: number): string => `${numberText(Math.round((1000 * part) / whole) / 10)} %`;

interface Share {
  readonly noun: readonly [one: string, many: string];
  /** Which ones there are in all. */
  readonly all: OperationQuery;
  /** Which ones of them are asked for. */
  readonly part: OperationQuery;
  readonly where: string;
  readonly is: string;
}

const sayPart = async (reply: Reply, { noun: [one, many], all, part, where, is }: Share): Promise<void> => {
  const whole = await countOf(reply, all);
  if (whole === null) return;
  if (whole === 0) return reply.conversation.say(`There are no ${many}${where}.`);
  const count = await countOf(reply, part);
  if (count === null) return;
  reply.conversation.say(
    `Of ${plural(whole, one, many)}${where}, ${numberText(count)} ${count === 1 ? 'is' : 'are'}${is}: ${sayShare(count, whole)}.`,
  );
};

/** How many of all operations, or of those with a name or a tag, are at a place, or have a tag or a name. */
export const sayShareThere =
  (of: 'all' | 'called' | 'tag'): Respond =>
  (reply, asked) => {
    const voice = voiceOf(reply);
    const { called, tag, resource, location, window } = asked;
    const whole = of === 'called' ? { called } : of === 'tag' ? { tag } : {};
    const part = { resource, location, ...(of === 'tag' ? {} : { tag }), ...(of === 'called' ? {} : { called }) };
    return sayPart(reply, {
      noun: ['operation', 'operations'],
      all: { ...spanInput(window), ...selectionInput(whole), blockers: false },
      part: { ...spanInput(window), ...selectionInput({ ...whole, ...part }), blockers: false },
      where: `${voice.where(whole)}${voice.asked(window)}`,
      is: part.called === undefined ? voice.where(part) : ` those${voice.where(part)}`,
    });
  };

export const sayShareUnassigned: Respond = (reply, asked) => {
  const all: OperationQuery = { ...spanInput(asked.window), ...selectionInput(asked), blockers: false };
  return sayPart(reply, {
    noun: ['operation', 'operations'],
    all,
    part: { ...all, unassigned: true },
    where: whereabouts(voiceOf(reply), asked),
    is: ' without a place',
  });
};

/** How many of the arrivals or departures are late. */
export const sayShareLate =
  (event: Event): Respond =>
  (reply, asked) => {
    const seconds = asked.durationSeconds ?? LATE_FROM_SECONDS;
    const all: OperationQuery = { ...spanInput(asked.window ?? wholeOf(reply)), ...selectionInput(asked), event };
    return sayPart(reply, {
      noun: [event, `${event}s`],
      all,
      part: { ...all, lateByMinutes: seconds / 60 },
      where: whereabouts(voiceOf(reply), asked),
      is: ` late by ${sayDuration(seconds)} or more`,
    });
  };

/** How many of the arrivals or departures are not late. */
export const sayShareOnTime =
  (event: Event): Respond =>
  async (reply, asked) => {
    const all: OperationQuery = { ...spanInput(asked.window ?? wholeOf(reply)), ...selectionInput(asked), event };
    const where = whereabouts(voiceOf(reply), asked);
    const whole = await countOf(reply, all);
    if (whole === null) return;
    if (whole === 0) return reply.conversation.say(`There are no ${event}s${where}.`);
    const late = await countOf(reply, { ...all, lateByMinutes: LATE_FROM_SECONDS / 60 });
    if (late === null) return;
    const count = whole - late;
    reply.conversation.say(
      `Of ${plural(whole, event)}${where}, ${numberText(count)} ${count === 1 ? 'is' : 'are'} less than ${sayDuration(LATE_FROM_SECONDS)} late: ${sayShare(count, whole)}.`,
    );
  };

type Use = Awaited<ReturnType<typeof resourceUse.run>>['resources'][number];

const sayUse = ({ resource, usedMinutes, percent, operations }: Use): string =>
  `${resource.name}: ${sayDuration(60 * usedMinutes)} (${percent} %), ${plural(operations, 'operation')}`;

/** How each order is said, and what two places have in common that are equal in it. */
const ORDERS = {
  most: ['most used', 'used equally long', ({ usedMinutes }: Use) => usedMinutes],
  least: ['least used', 'used equally little', ({ usedMinutes }: Use) => usedMinutes],
  mostOperations: ['those with most operations', 'equal', ({ operations }: Use) => operations],
  fewestOperations: ['those with fewest operations', 'equal', ({ operations }: Use) => operations],
} as const;

/** The places that are used for the longest or the shortest time, or by the most or fewest operations. */
export const sayUsed =
  (order: keyof typeof ORDERS): Respond =>
  async (reply, asked) => {
    const { conversation, directory } = reply;
    const voice = voiceOf(reply);
    const { tag } = asked;
    if (tag !== undefined && directory.withTag(tag).size === 0) {
      return conversation.say(
        `No place has ${directory.nameOf('tag', tag)}. I count the use of places by all operations, not by some of them.`,
      );
    }
    const outcome = await conversation.call(resourceUse, {
      ...spanInput(asked.window),
      ...whereInput(asked),
      order,
      limit: 500,
    });
    if (!outcome.ok) return conversation.say(outcome.problem.message);
    const { from, to, total, resources } = outcome.result;
    const [first] = resources;
    const where = voice.where(asked);
    if (first === undefined) return conversation.say(`There are no places${where}.`);
    const [says, equal, valueOf] = ORDERS[order];
    const leaders = resources.filter((one) => valueOf(one) === valueOf(first));
    const shown = resources.slice(0, Math.min(Math.max(leaders.length, SHOWN_PLACES), MOST_LEADERS));
    const same = leaders.length === 1 ? '' : `\nThe first ${numberText(leaders.length)} are ${equal}.`;
    conversation.say(
      `Of ${plural(total, 'place')}${where}, ${says}, ${voice.window(from, to)} (without closures):${bullets(shown.map(sayUse))}${more(leaders.length, shown.length)}${same}`,
    );
  };

/** For how long one place is used, or those of a location on average. */
export const sayUseOf: Respond = async (reply, asked) => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const outcome = await conversation.call(resourceUse, {
    ...spanInput(asked.window),
    ...whereInput(asked),
    limit: 500,
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { from, to, total, averagePercent, resources } = outcome.result;
  const when = voice.window(from, to);
  if (asked.resource !== undefined) {
    return conversation.say(`Used, ${when} (without closures): ${sayUse(present(resources[0]))}.`);
  }
  conversation.say(
    `The ${plural(total, 'place')}${voice.where(asked)} are used ${averagePercent} % of the time on average, ${when} (without closures). The most used:${bullets(resources.slice(0, SHOWN_PLACES).map(sayUse))}`,
  );
};
