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

/**
 * The time of "close A1, A2 and A3 from 10 to 12" is that of each place that is only named, and of the request before it; one that says a time of its own
 * keeps it.
 */
const sharingTimes = (clearings: readonly { readonly asked: Asked<'resource'>; readonly isBare: boolean }[]) => {
  const isTimed = ({ window, durationSeconds }: Asked): boolean =>
    window !== undefined || durationSeconds !== undefined;
  const isAllBare = (from: number, to: number): boolean => clearings.slice(from, to).every(({ isBare }) => isBare);
  const shared: Asked<'resource'>[] = [];
  for (let at = 0; at < clearings.length; ) {
    let end = at + 1;
    while (clearings[end]?.isBare === true || (clearings[end] !== undefined && isAllBare(at, end))) end++;
    const group = clearings.slice(at, end).map(({ asked }) => asked);
    const times = group.filter(isTimed);
    for (const [index, asked] of group.entries()) {
      const before = group.slice(0, index).findLast(isTimed) ?? times[0];
      const { window, durationSeconds } = isTimed(asked) ? asked : (before ?? asked);
      shared.push({
        ...asked,
        ...(window === undefined ? {} : { window }),
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
      });
    }
    at = end;
  }
  return shared;
};

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

/** What several requests in one sentence ask for: "move KL1001 to A2, LH402 to B10 and delay BA17 by 10 minutes". Null if one of them is anything else. */
export const planSeveral = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
): Promise<readonly Planned[] | { readonly doubt: Doubt } | Clearings | null> => {
  const clauses = sentence.split(BETWEEN).filter((clause) => clause.trim() !== '');
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  const clearings: { readonly asked: Asked<'resource'>; readonly isBare: boolean }[] = [];
  const requests: { readonly plan: Plan; readonly asked: Asked }[] = [];
  for (const clause of clauses) {
    const { tokens, understood } = await readSentence(reply, clause);
    if (understood === null) return null;
    const before = requests.at(-1);
    const isBare = tokens.every(isOfAName);
    const intent = (isBare ? sameAs(understood.intent, before?.asked.intent) : null) ?? understood.intent;
    const plan = PLANS[intent];
    if (plan === undefined && intent !== 'clear') return null;
    const resolved = resolveSlots(intent, understood.slots, reply.directory, memory);
    if ('doubt' in resolved) return resolved;
    if (plan === undefined) {
      if (isOnPlace(resolved.asked)) clearings.push({ asked: resolved.asked, isBare });
      continue;
    }
    requests.push({ plan, asked: resolved.asked });
  }
  if (clearings.length > 0) {
    const isAsked = clearings.length === clauses.length && clearings.some(({ isBare }) => !isBare);
    return isAsked ? { cleared: sharingTimes(clearings) } : null;
  }
  const operations = new Set(requests.map(({ asked }) => asked.operation));
  if (operations.size < requests.length) return null;
  return requests.map(({ plan, asked }) => plan(reply, asked));
};
