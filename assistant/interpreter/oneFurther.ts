import type { Understood } from './grammar.ts';
import type { Intent } from './language.ts';
import { asking, type Request } from './request.ts';

export const NEIGHBORS: ReadonlySet<Intent> = new Set(['following', 'preceding']);
const NEXT_EVENTS: ReadonlySet<Intent> = new Set(['nextArrival', 'nextDeparture']);
const ONE_FURTHER = /^(?:and )?(?:then|(?:the )?(?:one|next|next one) after(?: (?:it|that|this|him|her))?)$/i;
const BESIDE_IT = /^(?:and |or |what about |and what about )?(before|after)(?: (?:it|that|him|her))?$/i;

/** "And the one after it?" after "who comes after KL1001?", or "and the next one?" after "the next arrival on A": the second one. */
export const oneFurther = (before: Request, own: Understood): Request | null => {
  const { operation, number } = before.understood.slots;
  const { intent } = before.understood;
  if (NEXT_EVENTS.has(intent) && own.intent === 'preceding') return null;
  const isBeside = NEIGHBORS.has(own.intent) && own.intent === intent && operation !== undefined;
  if (!isBeside && !NEXT_EVENTS.has(intent)) return null;
  const value = number?.kind === 'number' ? number.value : 1;
  return asking(before, intent, {
    ...before.understood.slots,
    number: { kind: 'number', value: value + 1 },
  });
};

/** "And before?" after "who comes after KL1001?". */
const onOtherSide = (before: Request, sentence: string): Request | null => {
  const side = BESIDE_IT.exec(sentence)?.[1]?.toLowerCase();
  if (side === undefined || !NEIGHBORS.has(before.understood.intent)) return null;
  const { number: _, ...slots } = before.understood.slots;
  const intent = side === 'before' ? 'preceding' : 'following';
  return intent === before.understood.intent ? null : asking(before, intent, slots);
};

/** "And then?", "and before?" after one that is next. */
export const beside = (before: Request, sentence: string): Request | null =>
  onOtherSide(before, sentence) ?? (ONE_FURTHER.test(sentence) ? oneFurther(before, before.understood) : null);
