import type { EntityKind } from '../directory/names.ts';
import { conditionOf } from './conditions.ts';
import { withoutExceptions } from './exceptions.ts';
import { understandTokens } from './readSentence.ts';
import type { Understood } from './grammar.ts';
import { CONFLICT_LISTS, FILLERS, type Intent } from './language.ts';
import { type Filling, numberOf, PRONOUNS } from './pattern.ts';
import { asking, type Request } from './request.ts';
import { beside, NEIGHBORS, oneFurther } from './oneFurther.ts';
import { type Token, wordOf } from './tokens.ts';

/** How a sentence begins or ends that goes on where the one before it ended. */
const LEADS =
  /^(?:and|also|or|no|nope|nah|sorry|not|what about|how about|what if|how many(?: of (?:them|those|these))?(?: are)? (?:on|at|in|of))\b|\b(?:too|as well)$/i;
/** "On concourse A" after a list. */
const OF_PLACE = /^(?:on|at|in)\b/i;
const CORRECTIONS = /^(?:no|nope|nah|sorry|actually|rather|make (?:it|that))\b|\bnot\b|\b(?:instead|rather)$/i;
const LEADING = new Set([
  'actually',
  'make',
  'that',
  'too',
  'as',
  'well',
  'and',
  'also',
  'or',
  'no',
  'nope',
  'nah',
  'sorry',
  'what',
  'how',
  'about',
  'if',
  'it',
  'rather',
  'i',
  'mean',
]);
const BARE_WHY = /^(?:and |but |so )?why(?: is that| that| so)?$/i;
const BARE_WHY_NOT = /^(?:and |but |so )?why not$/i;
const BARE_HOW_MANY = /^(?:and |so )?how many(?: (?:is|are) (?:that|they|those|there))?(?: in (?:all|total))?$/i;
const WHY_NOT = /^(?:and |but |so )?why not\b/i;
const ANOTHER =
  /^(?:no|nope|nah|not (?:that|this)(?: one)?)\b.*\b(?:other|another|different|else|elsewhere)\b|^(?:(?:what|which|are there|is there|got|and)\s)?(?:any\s)?(?:other|another|better|different|more)\s(?:options?|choices?|alternatives?|possibilit(?:y|ies)|stands?|gates?|berths?|places?)(?:\sare\sthere)?$|^(?:any |and )?alternatives$|^(?:and |or )?where else\b(?: (?:could|can) it (?:go|be|park))?$|^(?:and |or )?(?:anywhere|somewhere) else$/i;

/** What a bare name means by itself: it may as well be one more of what was asked before. */
const OF_A_NAME: ReadonlySet<Intent> = new Set(['about', 'occupancy', 'operationsThere', 'fits']);

/** Intents that request something. A name in another sentence replaces one of these only as a correction, or if it replaces all of them; a time alone says when. */
const REQUESTS: ReadonlySet<Intent> = new Set([
  'move',
  'moveAway',
  'unassign',
  'unassignAll',
  'delay',
  'delayAll',
  'swap',
  'clear',
  'resolve',
]);

/** Words for what was listed before: "which of them are critical?", "only those on A14". */
const REFERRING = new Set(['them', 'they', 'those', 'these', 'ones', 'only', 'just']);

/** Intents that list what is in a window, which also holds for the next list. */
const LISTS: ReadonlySet<Intent> = new Set([
  'arrivals',
  'departures',
  'conflicts',
  'worstConflicts',
  'freeStands',
  'operations',
]);
/** Intents whose answers may be narrowed. */
const NARROWED: ReadonlySet<Intent> = new Set([
  ...LISTS,
  ...CONFLICT_LISTS,
  'operationsThere',
  'late',
  'lateDepartures',
  'longStays',
  'shortStays',
  'assigned',
  'unassigned',
]);
const RESOLVING_ONE: ReadonlySet<Intent> = new Set(['resolveFirst', 'resolveWorst']);
/** What "and the next one" means after the resolution of one conflict. */
const RESOLVING_NEXT: Readonly<Partial<Record<Intent, Intent>>> = {
  resolveFirst: 'resolveNext',
  resolveNext: 'resolveNext',
  resolveWorst: 'resolveNextWorst',
  resolveNextWorst: 'resolveNextWorst',
};
const RESOLVING: ReadonlySet<Intent> = new Set([...RESOLVING_ONE, 'resolve', 'resolveAll']);

/**
 * What a sentence means after another one: "is B2 free at 10?", "and at noon?", "and B3?"; "move KL1001 to B4", "no, to B5"; "why?". The names and
 * times in it replace those of the same kind in the previous request, which otherwise stays the same. Null if there is nothing that it could
 * continue; `own` is what it means by itself.
 */
export const followUp = (
  before: Request | null,
  text: string,
  tokens: readonly Token[],
  own: Understood | null,
): Request | null => {
  if (before === null) return null;
  const sentence = text.trim();
  const about =
    counting(before, sentence) ??
    lastingOf(before, sentence) ??
    beside(before, sentence) ??
    (own === null ? (askingAboutIt(before, sentence) ?? whyNotThere(before, sentence, tokens)) : null);
  if (about !== null) return about;
  const added = withoutDenied(before, tokens)?.filter((token) => !isEmpty(token)) ?? [];
  const isOfNames = added.length > 0 && added.every(({ kind }) => kind === 'name' || kind === 'time');
  return isOfNames ? withNames(before, sentence, added, own) : withWords(before, sentence, tokens, own);
};

const withNames = (before: Request, sentence: string, added: readonly Token[], own: Understood | null) => {
  const isCorrection = CORRECTIONS.test(sentence);
  const isFragment = OF_PLACE.test(sentence) && NARROWED.has(before.understood.intent);
  const mayReplace =
    own === null || ((isCorrection || isFragment || LEADS.test(sentence)) && OF_A_NAME.has(own.intent));
  return mayReplace ? replaced(before, added, isCorrection) : null;
};

const withWords = (before: Request, sentence: string, tokens: readonly Token[], own: Understood | null) => {
  if (own === null || RESOLVING_ONE.has(own.intent)) {
    const next = resolvingNext(before, tokens);
    if (next !== null) return next;
  }
  if (own === null)
    return (
      recounted(before, tokens) ??
      choosing(before, tokens) ??
      leavingOut(before, tokens) ??
      depending(before, tokens) ??
      resolvingOne(before, tokens) ??
      narrowed(before, sentence, tokens)
    );
  if (RESOLVING_ONE.has(own.intent) && tokens.every(({ kind }) => kind === 'word')) return resolvingOne(before, tokens);
  if (NEIGHBORS.has(own.intent) && own.slots.operation?.kind === 'pronoun') return oneFurther(before, own);
  return LEADS.test(sentence) ? inTheSameWindow(before, tokens, own) : null;
};

/** "B5" of "not B4, B5" after "move KL1001 to B4"; null if what is denied was not in the request before. */
const withoutDenied = (before: Request, tokens: readonly Token[]): readonly Token[] | null => {
  const at = tokens.findIndex((token) => wordOf(token) === 'not');
  const denied = tokens[at + 1];
  if (at < 0 || denied === undefined) return tokens;
  const wasSaid = before.tokens.some((token) => token.text.toLowerCase() === denied.text.toLowerCase());
  return wasSaid && denied.kind !== 'word' ? tokens.toSpliced(at, 2) : null;
};

const isEmpty = (token: Token): boolean =>
  token.kind === 'word' && (FILLERS.has(token.word) || LEADING.has(token.word));

const askingAboutIt = (before: Request, sentence: string): Request | null => {
  const it: Filling = before.understood.slots.operation ?? { kind: 'pronoun', text: 'it' };
  if (BARE_WHY.test(sentence)) return asking(before, 'why', { operation: it });
  if (ANOTHER.test(sentence)) return asking(before, 'candidates', { operation: it });
  return BARE_WHY_NOT.test(sentence) ? whyNot(before) : null;
};

const whyNot = (before: Request): Request | null => {
  const { operation, resource } = before.understood.slots;
  if (operation === undefined || resource === undefined) return null;
  return asking(before, 'whyNot', { operation, resource });
};

/** "Why not on B4?" after "where is KL1001?": why KL1001 is not there. */
const whyNotThere = (before: Request, sentence: string, tokens: readonly Token[]): Request | null => {
  if (!WHY_NOT.test(sentence)) return null;
  const [place, ...others] = tokens.filter((token) => !isEmpty(token) && !isWhyNot(token));
  if (place?.kind !== 'name' || others.length > 0 || !isOf(place, 'resource')) return null;
  const ids = place.entities.filter(({ kind }) => kind === 'resource').map(({ id }) => id);
  return asking(before, 'whyNot', {
    operation: before.understood.slots.operation ?? { kind: 'pronoun', text: 'it' },
    resource: { kind: 'name', of: 'resource', text: place.text, ids },
  });
};

const isWhyNot = (token: Token): boolean => token.kind === 'word' && ['why', 'not', 'but'].includes(token.word);

/** The request before with the added names and times instead of its own of the same kind, if it means the same with them. */
const replaced = (before: Request, added: readonly Token[], isCorrection: boolean): Request | null => {
  let tokens = before.tokens;
  for (const said of added) {
    const one = nearestReading(before, said);
    const same = tokens.filter((token) => !added.includes(token) && isAlike(token, one));
    if (same.length > 1) return null;
    const [old] = same;
    tokens = old === undefined ? [...tokens, one] : tokens.map((token) => (token === old ? likened(one, old) : token));
  }
  const left = before.tokens.filter((token) => token.kind === 'name' && tokens.includes(token));
  const isTime = added.every(({ kind }) => kind === 'time');
  if (REQUESTS.has(before.understood.intent) && !isCorrection && !isTime && left.length > 0) return null;
  const understood = understandTokens(tokens);
  if (understood?.intent !== before.understood.intent) return null;
  const { resource: _, ...slots } = understood.slots;
  // Where the operation before stands is not where the other one does.
  const isOther = understood.intent === 'why' && added.every((token) => !isOf(token, 'resource'));
  return { tokens, understood: isOther ? { ...understood, slots } : understood };
};

const ON_DIAL = /^(?:at |by )?(?:[1-9]|1[0-2])(?:[:.][0-5]\d)?$/i;
const HALF_DAY_MS = 43_200_000;

/** "At 5" after a question about 15:00 is 17:00: of the times that a dial shows so, the one nearest to the time before, and of two the later. */
const nearestReading = (before: Request, token: Token): Token => {
  const old = before.tokens.find(({ kind }) => kind === 'time');
  if (token.kind !== 'time' || token.value.kind !== 'instant' || !ON_DIAL.test(token.text)) return token;
  if (old?.kind !== 'time' || old.value.kind !== 'instant') return token;
  const [own, wanted] = [token.value.at, old.value.at];
  const distance = (at: number): number => Math.abs(at - wanted);
  const at = [own + HALF_DAY_MS, own, own - HALF_DAY_MS].reduce((best, one) =>
    distance(one) < distance(best) ? one : best,
  );
  return { ...token, value: { kind: 'instant', at } };
};

const isOf = (token: Token, kind: EntityKind): boolean =>
  token.kind === 'name' && token.entities.some((entity) => entity.kind === kind);

const isAlike = (old: Token, added: Token): boolean => {
  if (old.kind === 'time' && added.kind === 'time')
    return (old.value.kind === 'duration') === (added.value.kind === 'duration');
  if (added.kind !== 'name') return false;
  const kinds = new Set(added.entities.map(({ kind }) => kind));
  if (old.kind === 'word') return PRONOUNS.has(old.word) && kinds.has('operation');
  if (old.kind !== 'name') return false;
  return isPlace(old) || isPlace(added)
    ? isPlace(old) && isPlace(added)
    : old.entities.some(({ kind }) => kinds.has(kind));
};

/** Whether it names a resource or a location; what does is rather that than a tag of the same name. */
const isPlace = (token: Token): boolean => isOf(token, 'resource') || isOf(token, 'location');

/** The added name as one of the kind of the old one: "B3" for a stand is the stand, although a tag has the name, too. */
const likened = (added: Token, old: Token): Token => {
  if (added.kind !== 'name' || old.kind !== 'name') return added;
  const kinds = new Set(old.entities.map(({ kind }) => kind));
  const alike = added.entities.filter(({ kind }) => kinds.has(kind));
  return alike.length === 0 ? added : { ...added, entities: alike };
};

/** "Except KL1001" after "move everything from A1 to A2". */
const leavingOut = (before: Request, tokens: readonly Token[]): Request | null => {
  const divided = withoutExceptions(tokens);
  if (divided === null || before.understood.slots.except !== undefined || !divided.rest.every(isEmpty)) return null;
  const all = [...before.tokens, ...tokens.filter((token) => !divided.rest.includes(token))];
  const understood = understandTokens(all);
  return understood?.intent === before.understood.intent ? { tokens: all, understood } : null;
};

const CHOOSING = new Set(
  'take choose pick option choice number go use move put prefer then one that there yes ok okay'.split(' '),
);

/** "How many?" after a list is about that list. */
const counting = (before: Request, sentence: string): Request | null =>
  BARE_HOW_MANY.test(sentence) && NARROWED.has(before.understood.intent) ? before : null;

const UNTIL_WHEN = /^(?:and |ok |okay )?(?:(?:until|till) when|for how long|how long)(?: is (?:it|that) free)?$/i;

/** "Until when?" after "is B2 free at 10?". */
const lastingOf = (before: Request, sentence: string): Request | null =>
  UNTIL_WHEN.test(sentence) && before.understood.intent === 'isFree'
    ? asking(before, 'nextFree', before.understood.slots)
    : null;

/** "Make it 20" after "delay KL1001 by 10 minutes": the number in the unit of the duration before. */
const recounted = (before: Request, tokens: readonly Token[]): Request | null => {
  const durations = before.tokens.filter((token) => token.kind === 'time' && token.value.kind === 'duration');
  const rest = tokens.filter((token) => !isEmpty(token));
  const [old, value] = [durations[0], rest[0] === undefined ? null : numberOf(rest[0])];
  if (durations.length !== 1 || rest.length !== 1 || value === null || old?.kind !== 'time') return null;
  const seconds = value * (/h/i.test(old.text.replaceAll(/half|the|th/gi, '')) ? 3600 : 60);
  const time: Token = { ...old, value: { kind: 'duration', seconds } };
  const all = before.tokens.map((token) => (token === old ? time : token));
  const understood = understandTokens(all);
  return understood?.intent === before.understood.intent ? { tokens: all, understood } : null;
};

/** "The second one" after "three options for KL1001": a proposal to move it there. */
const choosing = (before: Request, tokens: readonly Token[]): Request | null => {
  if (before.understood.intent !== 'candidates') return null;
  const counted = tokens.map(numberOf).filter((value) => value !== null);
  const [value] = counted;
  const isChoice = tokens.every((token) => isEmpty(token) || CHOOSING.has(wordOf(token)) || numberOf(token) !== null);
  if (value === undefined || counted.length > 1 || !isChoice) return null;
  return asking(before, 'moveToChoice', { ...before.understood.slots, number: { kind: 'number', value } });
};

/** "But only if it causes no new conflicts" after "swap KL1001 and DL9". */
const depending = (before: Request, tokens: readonly Token[]): Request | null => {
  if (conditionOf(tokens) === null || before.understood.slots.condition !== undefined) return null;
  const all = [...before.tokens, ...tokens];
  const understood = understandTokens(all);
  return understood?.intent === before.understood.intent ? { tokens: all, understood } : null;
};

/** "Resolve the first one", or "resolve them", after a list of conflicts: the first of these, or all of them. Of a list with the worst first, the first is that. */
const resolvingOne = (
  { tokens: listed, understood: { intent } }: Request,
  tokens: readonly Token[],
): Request | null => {
  if (!CONFLICT_LISTS.has(intent)) return null;
  const named = tokens.map(
    (token): Token =>
      token.kind === 'word' && (token.word === 'one' || REFERRING.has(token.word))
        ? { ...token, word: 'conflict' }
        : token,
  );
  const all = [...named, ...listed.filter(({ kind }) => kind === 'name' || kind === 'time')];
  const understood = understandTokens(all);
  if (understood === null || !RESOLVING.has(understood.intent)) return null;
  const isWorst = intent === 'worstConflicts' && understood.intent === 'resolveFirst';
  return { tokens: all, understood: isWorst ? { ...understood, intent: 'resolveWorst' } : understood };
};

const NEXT = new Set('next another one then conflict conflicts resolve fix solve sort settle handle'.split(' '));

/** "And the next one" after "resolve the first conflict on A14". */
const resolvingNext = (before: Request, tokens: readonly Token[]): Request | null => {
  const intent = RESOLVING_NEXT[before.understood.intent];
  const isNext =
    tokens.some((token) => wordOf(token) === 'next') &&
    tokens.every((token) => isEmpty(token) || NEXT.has(wordOf(token)));
  if (!isNext) return null;
  return intent === undefined ? oneFurther(before, before.understood) : asking(before, intent, before.understood.slots);
};

const LOWER_BOUNDS = new Set(['more', 'over', 'above', 'longer', 'least']);

/** How a sentence begins that says which of those that were listed are meant. */
const NARROWING = /^(?:and |but )?(?:by|more|over|above|less|at least|at most|longer|shorter)\b/i;

/** "Which of them are critical?" after "conflicts on A14", or "by more than 30 minutes" after "which flights are late?": the request before with the added words, names and times. */
const narrowed = (before: Request, sentence: string, tokens: readonly Token[]): Request | null => {
  const isOfThem = NARROWING.test(sentence) || tokens.some((token) => REFERRING.has(wordOf(token)));
  if (!NARROWED.has(before.understood.intent) || !isOfThem) return null;
  const isSaid = (token: Token): boolean =>
    token.kind === 'word' && before.tokens.some((old) => wordOf(old) === token.word);
  const added = tokens.filter((token) => !isEmpty(token) && !REFERRING.has(wordOf(token)) && !isSaid(token));
  const isKept = (old: Token): boolean => old.kind !== 'time' || !added.some((one) => isAlike(old, one));
  const kept = before.tokens.filter(isKept);
  // A bound may have been said in other words: "more than 8 hours" after "flights that stay longer than 5 hours".
  const isBound = (token: Token): boolean => LOWER_BOUNDS.has(wordOf(token));
  for (const one of kept.some(isBound) ? [added, added.filter((token) => !isBound(token))] : [added]) {
    const all = [...kept, ...one];
    const understood = one.length === 0 ? null : understandTokens(all);
    if (understood !== null && NARROWED.has(understood.intent)) return { tokens: all, understood };
  }
  return null;
};

/** "And departures?" after "arrivals between 8 and 9": of the same window. */
const inTheSameWindow = (before: Request, tokens: readonly Token[], own: Understood): Request | null => {
  const times = before.tokens.filter(({ kind }) => kind === 'time');
  const isTimed = tokens.some(({ kind }) => kind === 'time');
  if (isTimed || times.length !== 1 || !LISTS.has(own.intent) || !LISTS.has(before.understood.intent)) return null;
  const understood = understandTokens([...tokens, ...times]);
  return understood?.intent === own.intent ? { tokens: [...tokens, ...times], understood } : null;
};
