import { present } from '../../engine/present.ts';
import { keysOf } from '../../engine/recordOf.ts';
import { type EntityKind, OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import { COUNT_WORDS } from '../time/clockWords.ts';
import type { TimeValue } from '../time/timeValue.ts';
import type { Condition } from '../tools/onlyIf.ts';
import { MEANINGS, termOf } from './meanings.ts';
import { type Token, wordOf } from './tokens.ts';

/** The slots that names fill, and what they name. */
const NAMED = {
  operation: 'operation',
  operation2: 'operation',
  resource: 'resource',
  resource2: 'resource',
  workspace: 'workspace',
  location: 'location',
  location2: 'location',
  tag: 'tag',
  /** A further tag of the same things, which no pattern names. */
  tag2: 'tag',
  category: 'category',
} as const satisfies Readonly<Record<string, EntityKind>>;
type NamedSlot = keyof typeof NAMED;

/**
 * These slots are in no pattern: `called` is a name that several operations share, such as that of a carrier; `except` is what a request leaves out;
 * `condition` is what it depends on.
 */
const SLOTS = [
  ...keysOf(NAMED),
  'called',
  'term',
  'except',
  'condition',
  'window',
  'instant',
  'duration',
  'number',
  'ordinal',
  'share',
] as const;
export type SlotName = (typeof SLOTS)[number];

export const isNamed = (slot: SlotName): slot is NamedSlot => slot in NAMED;

export interface NameFilling<K extends EntityKind = EntityKind> {
  readonly kind: 'name';
  readonly of: K;
  readonly text: string;
  readonly ids: readonly string[];
}

/** A name that a request leaves out. */
export type LeftOutName = NameFilling<Exclude<EntityKind, 'workspace' | 'category'>>;

/** What fills a slot. */
export type Filling =
  | NameFilling
  | { readonly kind: 'pronoun'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'names'; readonly names: readonly LeftOutName[] }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'time'; readonly text: string; readonly value: TimeValue }
  | { readonly kind: 'number'; readonly value: number };

export type Slots = Readonly<Partial<Record<SlotName, Filling>>>;

type Element =
  | { readonly words: ReadonlySet<string>; readonly optional: boolean }
  | { readonly slot: SlotName; readonly optional: boolean }
  | 'anything';

export interface Pattern {
  readonly elements: readonly Element[];
  /** Slots that may be filled anywhere between the elements. */
  readonly anywhere: readonly SlotName[];
  /** Whether it requests something, so that words of a question before it make it something else. */
  readonly isOrder: boolean;
  /** The only words that may be passed over; without it, any filler. */
  readonly passes?: ReadonlySet<string>;
}

/** Word classes: `@stand` in a pattern matches any word of that class. */
export type WordClasses = Readonly<Record<string, string>>;

/**
 * Parses a pattern such as `move|put <operation> [to] <resource>`, with alternatives, slots and optional elements; `...` at the end matches any rest.
 * Between elements, only fillers and slots of `anywhere` are allowed: a pattern does not match a text that has anything else.
 */
export const readPattern = (
  source: string,
  anywhere: readonly SlotName[],
  classes: WordClasses,
  isOrder: boolean,
  passes?: ReadonlySet<string>,
): Pattern => ({
  anywhere,
  isOrder,
  ...(passes === undefined ? {} : { passes }),
  elements: source.split(' ').map((piece): Element => {
    if (piece === '...') return 'anything';
    const optional = piece.startsWith('[');
    const inner = optional ? piece.slice(1, -1) : piece;
    if (inner.startsWith('<')) return { slot: present(SLOTS.find((slot) => inner === `<${slot}>`)), optional };
    const words = inner
      .split('|')
      .flatMap((word) => (word.startsWith('@') ? present(classes[word.slice(1)]).split(' ') : [word]));
    return { words: new Set(words), optional };
  }),
});

export const wordsOf = ({ elements }: Pattern): string[] =>
  elements.flatMap((element) => (typeof element === 'object' && 'words' in element ? [...element.words] : []));

/** Words that make a question of what follows: "did you move it?", "is anything free on B12?", "which stands accept it?". */
const ASKING = new Set('which what who where when is are was were did has had does'.split(' '));

export const PRONOUNS: ReadonlySet<string> = new Set(['it', 'this', 'that', 'him', 'her', 'one']);

/** In order: the first is 1. */
export const ORDINALS: readonly string[] = 'first second third fourth fifth sixth seventh eighth'.split(' ');

const fillNumber = (value: number | null): Filling | null => (value === null ? null : { kind: 'number', value });

/** What a token counts, or which of several it is; null if it is no number. */
export const numberOf = (token: Token): number | null => {
  const word = wordOf(token);
  if (/^\d{1,6}$/.test(word)) return Number(word);
  const index = ORDINALS.indexOf(word);
  return index < 0 ? (COUNT_WORDS.get(word) ?? null) : index + 1;
};

/** The slots that single words fill. */
const BY_WORD = {
  term: (token: Token): Filling | null =>
    MEANINGS.has(termOf(token.text)) ? { kind: 'term', text: token.text } : null,
  number: (token: Token) => fillNumber(ORDINALS.includes(wordOf(token)) ? null : numberOf(token)),
  ordinal: (token: Token) => fillNumber(ORDINALS.includes(wordOf(token)) ? numberOf(token) : null),
  share: (token: Token) => {
    const [, percent] = token.kind === 'time' ? [] : (/^(\d{1,2}(?:\.\d+)?)\s?%$/.exec(token.text) ?? []);
    return fillNumber(percent === undefined ? null : Number(percent));
  },
};
const isByWord = (slot: SlotName): slot is keyof typeof BY_WORD => slot in BY_WORD;

/** The name as one of a kind; null if nothing of that kind has it. */
export const nameOf = <K extends EntityKind>(kind: K, token: Token): NameFilling<K> | null => {
  if (token.kind !== 'name') return null;
  const ids = token.entities.filter((entity) => entity.kind === kind).map(({ id }) => id);
  return ids.length === 0 ? null : { kind: 'name', of: kind, text: token.text, ids };
};

const fill = (slot: SlotName, token: Token): Filling | null => {
  if (isNamed(slot)) {
    const of = NAMED[slot];
    // An unknown name is rather that of a tag or a resource than of a location.
    if (token.kind === 'unknown')
      return token.solid && of !== 'location' && of !== 'category'
        ? { kind: 'name', of, text: token.text, ids: [] }
        : null;
    if (token.kind === 'name') return nameOf(of, token);
    const isPronoun = token.kind === 'word' && of === 'operation' && PRONOUNS.has(token.word);
    return isPronoun ? { kind: 'pronoun', text: token.text } : null;
  }
  if (slot === 'called') return nameOf('operation', token);
  if (isByWord(slot)) return BY_WORD[slot](token);
  if (token.kind !== 'time') return null;
  const { value } = token;
  const fits = slot === 'window' ? value.kind !== 'duration' : value.kind === slot;
  return fits ? { kind: 'time', text: token.text, value } : null;
};

const JOINING = new Set(['and', 'or', 'plus', 'nor']);

const OF_MINUTES = new Set(['late', 'later', 'early', 'earlier', 'delayed', 'behind']);

/** A number before "late" is one of minutes. */
const minutesIn = (slot: SlotName, token: Token, next: Token | undefined): Filling | null => {
  const isMinutes = slot === 'duration' && next?.kind === 'word' && OF_MINUTES.has(next.word);
  if (!isMinutes || token.kind !== 'word' || !/^\d{1,3}$/.test(token.word)) return null;
  return { kind: 'time', text: token.text, value: { kind: 'duration', seconds: 60 * Number(token.word) } };
};

/** Between elements, an unknown name is taken only if no known name may be meant; pronouns are treated like other words. */
const fillAnywhere = ({ anywhere }: Pattern, token: Token, before: Token | undefined, slots: Slots): Slots | null => {
  if (token.kind === 'word') return null;
  for (const slot of anywhere) {
    // "DL and FL flights" have one of the tags, but "DL regional flights" have both.
    if (slots[slot] !== undefined || (slot === 'tag2' && (slots.tag === undefined || JOINING.has(wordOf(before)))))
      continue;
    const filling = fill(slot, token);
    if (filling !== null) return { ...slots, [slot]: filling };
  }
  return null;
};

/** A noun says something by itself unless a name follows it, or other nouns: "on the quay", but "on stand A4". */
const announcesName = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens[at + 1];
  return (
    next?.kind === 'name' || (next?.kind === 'word' && RESOURCE_NOUNS.has(next.word) && announcesName(tokens, at + 1))
  );
};

const PREPOSITIONS = new Set('of on at in from by for with to'.split(' '));

/** A preposition right before a noun is rather the code of an operator: "all at flights". */
const isCode = (tokens: readonly Token[], at: number): boolean => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  return (
    token?.kind === 'word' && PREPOSITIONS.has(token.word) && next?.kind === 'word' && OPERATION_NOUNS.has(next.word)
  );
};

/** The filled slots if the pattern accounts for all tokens, else null. */
export const match = (pattern: Pattern, tokens: readonly Token[], fillers: ReadonlySet<string>): Slots | null => {
  const { elements, passes } = pattern;
  const isPassed = (word: string, at: number): boolean =>
    passes === undefined
      ? fillers.has(word)
      : RESOURCE_NOUNS.has(word)
        ? announcesName(tokens, at)
        : passes.has(word) && !isCode(tokens, at);
  let budget = 20_000;
  /** Matches the token with the pattern's element. */
  const taken = (element: number, at: number, slots: Slots): Slots | null => {
    const wanted = elements[element];
    const token = tokens[at];
    if (wanted === undefined || wanted === 'anything' || token === undefined) return null;
    if ('words' in wanted) {
      return token.kind === 'word' && wanted.words.has(token.word) ? from(element + 1, at + 1, slots) : null;
    }
    const isFree = slots[wanted.slot] === undefined;
    const filling = isFree ? (fill(wanted.slot, token) ?? minutesIn(wanted.slot, token, tokens[at + 1])) : null;
    return filling === null ? null : from(element + 1, at + 1, { ...slots, [wanted.slot]: filling });
  };
  /** Skips a token that is a filler or fills a slot of `anywhere`. */
  const passed = (element: number, at: number, slots: Slots): Slots | null => {
    const token = tokens[at];
    if (token === undefined) return elements[element] === undefined ? slots : null;
    if (token.kind === 'word') {
      const isQuestion = pattern.isOrder && element === 0 && ASKING.has(token.word);
      return isPassed(token.word, at) && !isQuestion ? from(element, at + 1, slots) : null;
    }
    const filled = fillAnywhere(pattern, token, tokens[at - 1], slots);
    return filled === null ? null : from(element, at + 1, filled);
  };
  const from = (element: number, at: number, slots: Slots): Slots | null => {
    if (budget-- <= 0) return null;
    const wanted = elements[element];
    if (wanted === 'anything') return slots;
    const rest = taken(element, at, slots) ?? (wanted?.optional ? from(element + 1, at, slots) : null);
    return rest ?? passed(element, at, slots);
  };
  return from(0, 0, {});
};
