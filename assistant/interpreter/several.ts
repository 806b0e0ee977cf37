import { OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import { type Asked, type Doubt, type Memory, needing, type Reply, resolveSlots } from './asked.ts';
import type { Intent } from './language.ts';
import { readSentence } from './readSentence.ts';
import { planDelay, planMove, planUnassign, type Planned } from './respond/proposals.ts';
import type { Token } from './tokens.ts';

type Plan = (reply: Reply, asked: Asked) => Planned;

/** The requests that may be made several at once, because one proposal can contain them all. */
const PLANS: Readonly<Partial<Record<Intent, Plan>>> = {
  move: needing(['operation', 'resource'], planMove),
  unassign: needing(['operation'], planUnassign),
  delay: needing(['operation', 'durationSeconds'], planDelay),
};

const MOST_CLAUSES = 8;
/** The "and" of "between 10 and 12" separates no requests. */
const BETWEEN =
  /\s*,\s*(?:and\s+)?(?:also\s+|then\s+)?|(?<!\bbetween\s+[\w:.]+(?:\s+[ap]\.?m\.?)?)\s+(?:and|&|plus)\s+(?:also\s+|then\s+)?/i;

/** Places that are to be cleared. */
export interface Clearings {
  readonly cleared: readonly Asked<'resource'>[];
}

interface Closing {
  readonly asked: Asked<'resource'>;
  readonly isBare: boolean;
}

/**
 * The time of "close A1, A2 and A3 from 10 to 12" is that of each place that is only named, and of the request before it; one that says a time of its own
 * keeps it.
 */
const sharingTimes = (closings: readonly Closing[]): Asked<'resource'>[] => {
  const groups: Closing[][] = [];
  for (const one of closings) {
    const group = groups.at(-1);
    if (group !== undefined && (one.isBare || group.every(({ isBare }) => isBare))) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group) => sharingTime(group.map(({ asked }) => asked)));
};

const isTimed = ({ window, durationSeconds }: Asked): boolean => window !== undefined || durationSeconds !== undefined;

const sharingTime = (group: readonly Asked<'resource'>[]): Asked<'resource'>[] =>
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

/** Names alone are one more of the same: "unassign KL1001 and LH402", "move KL1001 to A1 and LH402 on A2", "close A1 and A2", "A1 and A2 are closed". */
const sameAs = (bare: Intent, before: Intent | undefined): Intent | null => {
  if (bare === 'about' && before === 'unassign') return 'unassign';
  if (bare === 'fits' && before === 'move') return 'move';
  return bare === 'occupancy' && before === undefined ? 'clear' : null;
};

const isOnPlace = (asked: Asked): asked is Asked<'resource'> => asked.resource !== undefined;

/** One request of several; null if it is anything else. */
const readClause = async (reply: Reply, clause: string, before: Intent | undefined, memory: Memory) => {
  const { tokens, understood } = await readSentence(reply, clause);
  if (understood === null) return null;
  const isBare = tokens.every(isOfAName);
  const intent = (isBare ? sameAs(understood.intent, before) : null) ?? understood.intent;
  if (PLANS[intent] === undefined && intent !== 'clear') return null;
  const resolved = resolveSlots(intent, understood.slots, reply.directory, memory);
  return 'doubt' in resolved ? resolved : { asked: resolved.asked, plan: PLANS[intent], isBare };
};

/** What several requests in one sentence ask for: "move KL1001 to A2, LH402 to B10 and delay BA17 by 10 minutes". Null if one of them is anything else. */
export const planSeveral = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
): Promise<readonly Planned[] | { readonly doubt: Doubt } | Clearings | null> => {
  const clauses = sentence.split(BETWEEN).filter((clause) => clause.trim() !== '');
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  const closings: Closing[] = [];
  const requests: { readonly plan: Plan; readonly asked: Asked }[] = [];
  for (const clause of clauses) {
    const read = await readClause(reply, clause, requests.at(-1)?.asked.intent, memory);
    if (read === null || 'doubt' in read) return read;
    const { plan, asked, isBare } = read;
    if (plan !== undefined) requests.push({ plan, asked });
    else if (isOnPlace(asked)) closings.push({ asked, isBare });
  }
  if (closings.length > 0) {
    const isAsked = requests.length === 0 && closings.some(({ isBare }) => !isBare);
    return isAsked ? { cleared: sharingTimes(closings) } : null;
  }
  const operations = new Set(requests.map(({ asked }) => asked.operation));
  if (operations.size < requests.length) return null;
  return requests.map(({ plan, asked }) => plan(reply, asked));
};
