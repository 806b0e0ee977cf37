import { type Asked, type Doubt, type Memory, needing, type Reply, resolveSlots } from './asked.ts';
import type { Intent } from './language.ts';
import { readSentence } from './readSentence.ts';
import { planDelay, planMove, planUnassign, type Planned } from './respond/proposals.ts';

type Plan = (reply: Reply, asked: Asked) => Planned;

/** The requests that may be made several at once, because one proposal can contain them all. */
const PLANS: Readonly<Partial<Record<Intent, Plan>>> = {
  move: needing(['operation', 'resource'], planMove),
  unassign: needing(['operation'], planUnassign),
  delay: needing(['operation', 'durationSeconds'], planDelay),
};

const MOST_CLAUSES = 8;
const BETWEEN = /\s*,\s*(?:and\s+)?(?:also\s+|then\s+)?|\s+(?:and|&|plus)\s+(?:also\s+|then\s+)?/i;

/** Places that are to be cleared one after the other: where the operations of the next one may go depends on what became of the first. */
export interface Clearings {
  readonly first: Asked;
  readonly later: readonly string[];
}

/** What several requests in one sentence ask for: "move KL1001 to A2, LH402 to B10 and delay BA17 by 10 minutes". Null if one of them is anything else. */
export const planSeveral = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
): Promise<readonly Planned[] | { readonly doubt: Doubt } | Clearings | null> => {
  const clauses = sentence.split(BETWEEN).filter((clause) => clause.trim() !== '');
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  const clearings: Asked[] = [];
  const requests: { readonly plan: Plan; readonly asked: Asked }[] = [];
  for (const clause of clauses) {
    const { understood } = await readSentence(reply, clause);
    if (understood === null) return null;
    const before = requests.at(-1);
    // "unassign KL1001 and LH402": a bare name is one more of the same.
    const intent =
      understood.intent === 'about' && before?.asked.intent === 'unassign' ? 'unassign' : understood.intent;
    const plan = PLANS[intent];
    if (plan === undefined && intent !== 'clear') return null;
    const resolved = resolveSlots(intent, understood.slots, reply.directory, memory);
    if ('doubt' in resolved) return resolved;
    if (plan === undefined) {
      clearings.push(resolved.asked);
      continue;
    }
    requests.push({ plan, asked: resolved.asked });
  }
  const [first] = clearings;
  if (first !== undefined) return clearings.length < clauses.length ? null : { first, later: clauses.slice(1) };
  const operations = new Set(requests.map(({ asked }) => asked.operation));
  if (operations.size < requests.length) return null;
  return requests.map(({ plan, asked }) => plan(reply, asked));
};
