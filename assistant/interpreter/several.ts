import { present } from '../../engine/present.ts';
import { OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import { type Asked, type Doubt, type Memory, needing, type Reply, resolveSlots } from './asked.ts';
import { withoutCondition, withTheirConditions } from './conditions.ts';
import type { Intent } from './language.ts';
import { definiteTokens, readSentence, tokensOf, understandTokens } from './readSentence.ts';
import { planDelay, planMove, planUnassign, type Planned } from './respond/proposals.ts';
import { type Token, wordOf } from './tokens.ts';

type Plan = (reply: Reply, asked: Asked) => Planned;

interface Request {
  readonly plan: Plan;
  readonly asked: Asked;
}

/** The requests that may be made several at once, because one proposal can contain them all. */
const PLANS: Readonly<Partial<Record<Intent, Plan>>> = {
  move: needing(['operation', 'resource'], planMove),
  unassign: needing(['operation'], planUnassign),
  delay: needing(['operation'], planDelay),
};

const MOST_CLAUSES = 8;
/** The "and" of "between 10 and 12" separates no requests. */
const BETWEEN =
  /\s*,\s*(?:and\s+)?(?:also\s+|then\s+)?|(?<!\bbetween\s+[\w:.]+(?:\s+[ap]\.?m\.?)?)\s+(?:and|&|plus)\s+(?:also\s+|then\s+)?/i;

/** Places that are to be cleared. */
export interface Clearings {
  readonly cleared: readonly Asked[];
}

/** Several changes that make one proposal, and the condition on which it depends. */
export interface Plans {
  readonly planned: readonly Planned[];
  readonly condition: Asked['condition'];
}

/** Places that are supposed to be closed. */
export interface Closings {
  readonly closed: readonly Asked[];
}

/** Operations that are supposed to be late. */
export interface Late {
  readonly late: readonly Asked[];
}

interface Closing {
  readonly asked: Asked;
  readonly isBare: boolean;
  readonly said: readonly Token[];
  /** What is closed. */
  readonly names: string;
}

/**
 * The time of "close A1, A2 and A3 from 10 to 12" is that of each place that is only named, and of the request before it; one that says a time of its own
 * keeps it.
 */
const sharingTimes = (closings: readonly Closing[]): Asked[] => {
  const groups: Closing[][] = [];
  for (const one of closings) {
    const group = groups.at(-1);
    if (group !== undefined && (one.isBare || group.every(({ isBare }) => isBare))) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group) => sharingTime(group.map(({ asked }) => asked)));
};

const isTimed = ({ window, durationSeconds }: Asked): boolean => window !== undefined || durationSeconds !== undefined;

const sharingTime = (group: readonly Asked[]): Asked[] =>
  group.map((asked, index) => {
    if (isTimed(asked)) return asked;
    const { window, durationSeconds } = group.slice(0, index).findLast(isTimed) ?? group.find(isTimed) ?? asked;
    return {
      ...asked,
      ...(window === undefined ? {} : { window }),
      ...(durationSeconds === undefined ? {} : { durationSeconds }),
    };
  });

const BESIDE_NAMES = new Set(['on', 'at', 'in', 'the', ...RESOURCE_NOUNS, ...OPERATION_NOUNS]);
const isOfAName = (token: Token): boolean =>
  token.kind === 'name' || token.kind === 'time' || (token.kind === 'word' && BESIDE_NAMES.has(token.word));

/** Names alone are one more of the same: "move KL1001 to A1 and LH402 on A2", "close A1 and A2", "A1 and A2 are closed". */
const sameAs = (bare: Intent, before: Intent | undefined): Intent | null => {
  if (bare === 'fits' && before === 'move') return 'move';
  return before === undefined && (bare === 'occupancy' || bare === 'operationsThere') ? 'clear' : null;
};

/** The words of a clause before the first name, such as its verb. */
const leadOf = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(
    0,
    tokens.findIndex(({ kind }) => kind !== 'word'),
  );

interface Before {
  readonly intent: Intent;
  readonly lead: readonly Token[];
}

/** A clause, and the condition with which it ends: that of "A6 from 10 to 12 if everything finds a place" is no part of the names. */
const readConditional = async (reply: Reply, clause: string) => {
  const { tokens, understood } = await readSentence(reply, clause);
  const divided = understood === null ? withoutCondition(tokens) : null;
  if (divided === null) return { tokens, understood, condition: undefined };
  const { rest, condition } = divided;
  return { tokens: rest, understood: understandTokens(rest), condition };
};

/** After another request, "the 14:05 to A8" is one more of them, and not what is on A8 at 14:05. */
const asRequest = (reply: Reply, read: Awaited<ReturnType<typeof readConditional>>, previous: Before | undefined) => {
  if (previous === undefined || (read.understood !== null && PLANS[read.understood.intent] !== undefined)) return read;
  const tokens = definiteTokens(read.tokens, reply.directory);
  return tokens === read.tokens ? read : { ...read, tokens, understood: understandTokens(tokens) };
};

/** "And from 7 to 8 pm" after "close A5 from 3 to 5 pm": the same place; not after several places, of which it could mean the last or all. */
const atAnotherTime = (read: Awaited<ReturnType<typeof readConditional>>, closings: readonly Closing[]) => {
  const [first, ...others] = closings;
  const isTime = read.tokens.length > 0 && read.tokens.every(({ kind }) => kind === 'time');
  if (!isTime || first === undefined || others.some(({ names }) => names !== first.names)) return read;
  const tokens = [...first.said.filter(({ kind }) => kind !== 'time'), ...read.tokens];
  return { ...read, tokens, understood: understandTokens(tokens) };
};

/** One request of several, which may leave out the verb of the one before it: "BA17 by 10 minutes" after "delay KL1001 by 20 minutes". Null if it is anything else. */
const readClause = async (
  reply: Reply,
  clause: string,
  previous: Before | undefined,
  memory: Memory,
  closings: readonly Closing[],
) => {
  const before = previous?.intent;
  const read = asRequest(reply, await readConditional(reply, clause), previous);
  const { tokens, understood: own, condition } = read.understood === null ? atAnotherTime(read, closings) : read;
  const isShort = own === null && previous !== undefined && isOperation(tokens[0]);
  const said = isShort ? [...previous.lead, ...tokens] : tokens;
  const understood = isShort ? understandTokens(said) : own;
  if (understood === null) return null;
  const isBare = tokens.every(isOfAName);
  const intent = (isBare ? sameAs(understood.intent, before) : null) ?? understood.intent;
  if (intent !== 'clear' && (PLANS[intent] === undefined || condition === 'allMove')) return null;
  const resolved = resolveSlots(intent, understood.slots, reply.directory, memory);
  if ('doubt' in resolved) return resolved;
  const asked = { ...resolved.asked, ...(condition === undefined ? {} : { condition }) };
  return { asked, plan: PLANS[intent], isBare, lead: leadOf(said), said };
};

const BETWEEN_NAMES = new Set(['and', 'plus', 'the', ...OPERATION_NOUNS]);
const isOperation = (token: Token | undefined): boolean =>
  token?.kind === 'name' && token.entities.every(({ kind }) => kind === 'operation');

/** The first names of operations that follow one another, what is before and what is after them; null if there are not two. */
const readNames = (tokens: readonly Token[]) => {
  const first = tokens.findIndex(isOperation);
  const names: Token[] = [];
  let end = first;
  for (let at = first; isOperation(tokens[at]); ) {
    names.push(present(tokens[at]));
    end = at + 1;
    for (at = end; BETWEEN_NAMES.has(wordOf(tokens[at])); ) at++;
  }
  return names.length < 2 ? null : { before: tokens.slice(0, first), names, after: tokens.slice(end) };
};

/** What is asked about each of several operations: "delay KL1001, LH402 and BA17 by 20 minutes", "what if KL1001 and LH402 are 20 minutes late?". Null if the sentence is anything else. */
const readForEach = async (reply: Reply, sentence: string, memory: Memory) => {
  const read = readNames(await tokensOf(reply, sentence));
  if (read === null) return null;
  const all: Asked[] = [];
  for (const name of read.names) {
    const understood = understandTokens([...read.before, name, ...read.after]);
    if (understood === null || (PLANS[understood.intent] === undefined && understood.intent !== 'whatIfDelay'))
      return null;
    const resolved = resolveSlots(understood.intent, understood.slots, reply.directory, memory);
    if ('doubt' in resolved) return resolved;
    all.push(resolved.asked);
  }
  return all;
};

/** The condition of a request that consists of these: one at its end is that of all of them; null if only a part depends on it. */
const conditionOfAll = (all: readonly Asked[]): { readonly condition: Asked['condition'] } | null => {
  const condition = all.at(-1)?.condition;
  const isOfAll = all.every((asked) => asked.condition === undefined || asked.condition === condition);
  return isOfAll ? { condition } : null;
};

/** Null if an operation is moved or held twice, or if only a part depends on a condition. */
const planAll = (reply: Reply, requests: readonly Request[]): Plans | null => {
  const changed = new Set(requests.map(({ asked }) => `${asked.intent === 'delay'} ${asked.operation}`));
  const common = conditionOfAll(requests.map(({ asked }) => asked));
  if (changed.size < requests.length || common === null) return null;
  return { planned: requests.map(({ plan, asked }) => plan(reply, asked)), ...common };
};

const planEach = (reply: Reply, all: readonly Asked[]): Plans | Late | null => {
  const requests = all.flatMap((asked) => {
    const plan = PLANS[asked.intent];
    return plan === undefined ? [] : [{ plan, asked }];
  });
  return requests.length === 0 ? { late: all } : requests.length === all.length ? planAll(reply, requests) : null;
};

/** "What if A1 and A2 are closed?" asks about what "A1 and A2 are closed" requests. */
const SUPPOSING = /^\s*(?:and\s+|so\s+|but\s+)?(?:what\s+(?:happens\s+)?if|suppose|assume|imagine)\s+(?:that\s+)?/i;

/** "It" in "delay KL1001 by 10 minutes and move it to A2" is KL1001. */
const withLast = (requests: readonly Request[], memory: Memory): Memory => ({
  ...memory,
  it: requests.at(-1)?.asked.operation ?? memory.it,
});

/** What several requests in one sentence ask for: "move KL1001 to A2, LH402 to B10 and delay BA17 by 10 minutes". Null if one of them is anything else. */
export const planSeveral = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
): Promise<Plans | { readonly doubt: Doubt } | Clearings | Closings | Late | null> => {
  const supposed = sentence.replace(SUPPOSING, '');
  if (supposed !== sentence) {
    const planned = await planEverything(reply, supposed, memory);
    if (planned !== null && 'cleared' in planned) return { closed: planned.cleared };
  }
  return planEverything(reply, sentence, memory);
};

/** All requests of a sentence. */
const planEverything = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
): Promise<Plans | { readonly doubt: Doubt } | Clearings | Late | null> => {
  const each = await readForEach(reply, sentence, memory);
  if (each !== null) return 'doubt' in each ? each : planEach(reply, each);
  const clauses = withTheirConditions(sentence.split(BETWEEN).filter((clause) => clause.trim() !== ''));
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  const closings: Closing[] = [];
  const requests: Request[] = [];
  let previous: Before | undefined;
  for (const clause of clauses) {
    const read = await readClause(reply, clause, previous, withLast(requests, memory), closings);
    if (read === null || 'doubt' in read) return read;
    const { plan, asked, isBare, said } = read;
    if (plan !== undefined) requests.push({ plan, asked });
    if (plan !== undefined) previous = { intent: asked.intent, lead: read.lead };
    else if (asked.resource !== undefined || asked.location !== undefined)
      closings.push({ asked, isBare, said, names: `${asked.resource} ${asked.location}` });
    else return null;
  }
  if (closings.length > 0) {
    const isAsked = requests.length === 0 && closings.some(({ isBare }) => !isBare);
    const all = sharingTimes(closings);
    return isAsked && conditionOfAll(all) !== null ? { cleared: all } : null;
  }
  return planAll(reply, requests);
};
