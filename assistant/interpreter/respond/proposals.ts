import { present } from '../../../engine/present.ts';
import { plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { type Change, MOST_HELD_MINUTES } from '../../tools/changes.ts';
import { explainPlacement } from '../../tools/explainPlacement.ts';
import { clearResource, proposeChanges } from '../../tools/proposeChanges.ts';
import {
  type Asked,
  bullets,
  conditionInput,
  firstBullets,
  type Reply,
  selectionInput,
  spanInput,
  voiceOf,
  whereInput,
} from '../asked.ts';
import { sayWhere } from './places.ts';
import { sayProposal, sayUnfulfilled } from './sayJudgment.ts';
import { placeInput, sayElsewhere, sayMoved, sayNoSwap, sayStaying, spanOf, swapChanges } from './whatIfs.ts';

const propose = async (
  reply: Reply,
  explanation: string,
  changes: Change[],
  condition: Asked['condition'],
): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(proposeChanges, { changes, explanation, ...conditionInput(condition) });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  conversation.say(sayProposal(voiceOf(reply), `I propose: ${explanation} `, outcome.result, condition));
};

/** Changes that a request asks for, with a sentence that says them, or why they cannot be. */
export type Planned = { readonly says: string; readonly changes: Change[] } | { readonly refusal: string };

export const planMove = (
  reply: Reply,
  { operation, resource, resource2 }: Asked<'operation' | 'resource'>,
): Planned => {
  const voice = voiceOf(reply);
  const { stays } = reply.directory.operation(operation);
  const places = stays.map((stay) => stay.resource);
  const refusal = sayElsewhere(reply, operation, resource2);
  if (refusal !== null) return { refusal };
  if (places.length > 0 && places.every((place) => place === resource)) {
    return { refusal: `${voice.operation(operation)} is on ${voice.resource(resource)} already.` };
  }
  const part = places.length > 1 && resource2 !== undefined ? { part: String(places.indexOf(resource2)) } : {};
  const from = places.length === 1 && places[0] !== null ? ` from ${voice.resource(present(places[0]))}` : '';
  const says = `${voice.operation(operation)}${from} to ${voice.resource(resource)}.`;
  return { says, changes: [{ operation, resource, ...part }] };
};

export const planUnassign = (reply: Reply, { operation, resource }: Asked<'operation'>): Planned => {
  const { stays } = reply.directory.operation(operation);
  const isThere = stays.some(
    (stay) => stay.resource !== null && (resource === undefined || stay.resource === resource),
  );
  if (!isThere) return { refusal: sayWhere(reply, operation) };
  const says = `${voiceOf(reply).operation(operation)} loses its place.`;
  return { says, changes: [{ operation, resource: null }] };
};

/** An operation is held for a time, or until one, at which it then arrives. */
export const planDelay = (reply: Reply, { operation, durationSeconds, window }: Asked<'operation'>): Planned => {
  const voice = voiceOf(reply);
  const name = voice.operation(operation);
  if (durationSeconds !== undefined) return held(operation, name, durationSeconds, '');
  if (window?.end !== 'until') {
    return { refusal: `Say for how long, or until when: "delay ${name} by 20 minutes", "hold ${name} until 14:30".` };
  }
  const { from } = reply.directory.operation(operation);
  if (Number.isNaN(from)) return { refusal: `${name} has no times: a task is missing.` };
  const [at, until] = [voice.time(from), voice.time(window.to)];
  if (from < reply.frame.now) return { refusal: `${name} was expected at ${at}: only what is to arrive can be held.` };
  if (window.to - from < 60_000) return { refusal: `${name} is not expected before ${until}, but at ${at}.` };
  return held(operation, name, (window.to - from) / 1000, ` until ${until},`);
};

const held = (operation: string, name: string, seconds: number, until: string): Planned => {
  if (seconds < 60) return { refusal: `I propose to hold ${name} for whole minutes, one at least.` };
  const delayMinutes = seconds / 60;
  const duration = sayDuration(seconds);
  if (delayMinutes > MOST_HELD_MINUTES) {
    const most = sayDuration(60 * MOST_HELD_MINUTES);
    return { refusal: `${name} would be held for ${duration}; I propose ${most} at most.` };
  }
  return { says: `${name} is held${until} for ${duration}.`, changes: [{ operation, delayMinutes }] };
};

/** Makes one proposal of everything that was planned, or none if a part of it cannot be. */
export const proposeAll = async (
  reply: Reply,
  planned: readonly Planned[],
  condition?: Asked['condition'],
): Promise<void> => {
  const refusals = planned.flatMap((one) => ('refusal' in one ? [one.refusal] : []));
  const rest = planned.length > 1 ? ' So I propose nothing; ask again without it.' : '';
  if (refusals.length > 0) return reply.conversation.say(`${refusals.join(' ')}${rest}`);
  const possible = planned.flatMap((one) => ('refusal' in one ? [] : [one]));
  await propose(
    reply,
    possible.map(({ says }) => says).join(' '),
    possible.flatMap(({ changes }) => changes),
    condition,
  );
};

/** Proposes to move the operation to the best other resource that is free and allowed, in the location if one is named. */
export const proposeElsewhere = async (
  reply: Reply,
  { operation, resource, condition, ...asked }: Asked<'operation'>,
): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const elsewhere = sayElsewhere(reply, operation, resource);
  if (elsewhere !== null) return conversation.say(elsewhere);
  const where = voice.where(asked);
  const outcome = await conversation.call(explainPlacement, { operation, ...whereInput(asked), limit: 3 });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const best = outcome.result.candidates.find((one) => !one.current && one.feasible && one.resource.id !== resource);
  if (best === undefined) {
    return conversation.say(`${sayWhere(reply, operation)} No other place${where} is free and allowed for it.`);
  }
  const explanation = `${voice.operation(operation)} to ${best.resource.name}, the best other place${where}.`;
  await propose(reply, explanation, [{ operation, resource: best.resource.id }], condition);
};

export const proposeSwap = async (reply: Reply, asked: Asked<'operation' | 'operation2'>): Promise<void> => {
  const changes = swapChanges(reply, asked);
  if (changes === null) return reply.conversation.say(sayNoSwap(reply, asked));
  const voice = voiceOf(reply);
  const [a, b] = [present(changes[0]), present(changes[1])];
  const explanation = `${voice.operation(a.operation)} to ${voice.resource(present(a.resource))} and ${voice.operation(b.operation)} to ${voice.resource(present(b.resource))}.`;
  await propose(reply, explanation, changes, asked.condition);
};

/** Swaps what is on two places at a time, if that is one operation on each; else says what is there. */
export const proposeSwapOfPlaces = async (reply: Reply, asked: Asked<'resource' | 'resource2'>): Promise<void> => {
  const { directory, frame, conversation } = reply;
  const voice = voiceOf(reply);
  const { from, to } = asked.window ?? { from: frame.now, to: frame.now + 60_000 };
  const places = [asked.resource, asked.resource2] as const;
  const there = places.map((place) => directory.staysIn(from, to, place).map(({ entry }) => entry));
  const [operation, operation2] = there.map(([only, ...others]) => (others.length === 0 ? only?.id : undefined));
  if (operation !== undefined && operation2 !== undefined)
    return proposeSwap(reply, { ...asked, operation, operation2 });
  const lines = there.map(
    (entries, at) =>
      `${voice.resource(places[at] ?? null)}: ${entries.map(({ name }) => name).join(', ') || 'nothing'}`,
  );
  const [one, other] = places.map((place) => voice.resource(place));
  conversation.say(
    `I swap one operation on each place. There${asked.window === undefined ? ' now' : voice.asked(asked.window)}:${bullets(lines)}\nName two operations, or a time at which one is on each: "swap ${one} and ${other} at 15:00". To move all of them, say "move everything from ${one} to ${other}".`,
  );
};

export const proposeClearing = (reply: Reply, asked: Asked): Promise<void> => proposeClearings(reply, [asked]);

type Closure = Parameters<typeof clearResource.run>[1];

/** What clears one place, or all places of a location, with their name and time in words, and what the request asks for. */
const closureOf = (reply: Reply, asked: Asked) => {
  const voice = voiceOf(reply);
  const { resource2, location2, tag, called, except, window, durationSeconds } = asked;
  const isMove = (resource2 ?? location2 ?? tag ?? called) !== undefined;
  // "Free A14 at 18:00" is from then on, but "move all DL flights on A14 at 18:00 to A16" are those of that moment.
  const isMoment = isMove && window?.point === true && durationSeconds === undefined;
  const span = isMoment ? window : spanOf(reply, asked);
  const place = `${voice.place(asked)}${span === undefined ? ' from now on' : voice.asked(span)}`;
  const which = `everything${voice.where({ tag, called })} from ${place}`;
  const isPart = tag !== undefined || called !== undefined;
  const target = resource2 ?? location2;
  const goal =
    target !== undefined
      ? `move ${which} to ${voice.place({ resource: resource2, location: location2 })}`
      : isPart
        ? `move ${which} elsewhere`
        : `clear ${place}`;
  const closure: Closure = {
    ...placeInput(asked),
    ...spanInput(span),
    ...selectionInput({ tag, called, except }),
    ...(resource2 === undefined ? {} : { onto: resource2 }),
    ...(location2 === undefined ? {} : { into: location2 }),
  };
  return { closure, place, goal: `${goal}${voice.where({ except })}`, isPlain: goal === `clear ${place}` };
};

const KEPT_SHOWN = 12;

const sayKept = (kept: readonly { readonly name: string }[]): string =>
  kept.length === 0
    ? ''
    : `\nThese are there at that time, but are not included:${firstBullets(
        kept.map(({ name }) => name),
        KEPT_SHOWN,
      )}`;

/** Makes one proposal that clears all of the places, each for its own time; where `resource2` or `location2` is named, everything goes there. */
export const proposeClearings = async (reply: Reply, all: readonly Asked[]): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const doubtful = all.find(({ window }) => window?.end === 'deadline');
  if (doubtful?.window !== undefined) {
    const [place, end] = [voice.place(doubtful), voice.time(doubtful.window.to)];
    return conversation.say(
      `Is ${place} to be free from ${end} on, or until then? Say "free ${place} from ${end}", or "free ${place} until ${end}".`,
    );
  }
  const closings = all.map((asked) => closureOf(reply, asked));
  const condition = all.at(-1)?.condition;
  const [first, ...also] = closings.map(({ closure }) => closure);
  const outcome = await conversation.call(clearResource, {
    ...present(first),
    ...(also.length === 0 ? {} : { also }),
    ...conditionInput(condition),
    ...(condition === 'allMove' ? { onlyIfAllMove: true } : {}),
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { proposed, moved, staying, kept } = outcome.result;
  const where = closings.map(({ place }) => place).join(' and ');
  const goal = closings.every(({ isPlain }) => isPlain)
    ? `clear ${closings.map((one) => one.goal.replace(/^clear /, '')).join(' and ')}`
    : closings.map((one) => one.goal).join(' and ');
  if (moved.length + staying.length === 0) {
    const isFree = `Nothing is planned on ${where}: ${all.length === 1 ? 'it is' : 'they are'} free already.`;
    return conversation.say(kept.length === 0 ? isFree : `There is nothing to do to ${goal}.${sayKept(kept)}`);
  }
  const left = `${sayStaying(staying)}${sayKept(kept)}`;
  if (proposed === null) {
    const isRefused = condition === 'allMove' && moved.length > 0;
    return conversation.say(`${isRefused ? sayUnfulfilled(condition) : `I cannot ${goal}.`}${left}`);
  }
  const opening = `To ${goal} I propose ${plural(moved.length, 'move')}:${sayMoved(moved)}${left}\n`;
  conversation.say(sayProposal(voice, opening, proposed, condition));
};
