import { inSlices } from '../../schedule/turns.ts';
import type { Directory } from '../directory/directory.ts';
import type { Reply } from './asked.ts';
import { withoutCondition } from './conditions.ts';
import { withoutExceptions } from './exceptions.ts';
import { ASKED, understand, type Understood, VOCABULARY } from './grammar.ts';
import { CONFLICT_LISTS, type Intent } from './language.ts';
import { namedByDay, namedByTime } from './namedByDay.ts';
import { namedByMoment } from './namedByMoment.ts';
import type { Filling } from './pattern.ts';
import { otherSpellings, WORDS } from './spelling.ts';
import { withRouteEnds } from './routeEnds.ts';
import { withPlace } from './there.ts';
import { readTokens, type Token } from './tokens.ts';

export interface Sentence {
  readonly tokens: readonly Token[];
  /** Null if no reading accounts for every word. */
  readonly understood: Understood | null;
  /** Words that were read as others, for the user to see. */
  readonly respelled: ReadonlyMap<string, string>;
}

const AS_WRITTEN: ReadonlyMap<string, string> = new Map();
const ARROW = /\s*(?:->|=>|→)\s*/g;
/** One word, so that it is not read as "next", "to" and the name of the wrong place. */
const BESIDE = /\bnext\s+to\b/gi;
/** The words leave out a percent sign without a number. */
const LONE_PERCENT = /(?<=^|\s)%(?=\s|$)/g;
const NOW = /^(?:right )?now$|^currently$|^at the moment$/i;

/** What a sentence is read with. */
type Context = Pick<Reply, 'directory' | 'frame' | 'there'>;

/** The category of the tags that a token names; null if it names none, or several. */
const categoryOf = (token: Token | undefined, directory: Directory): string | null => {
  const tags = token?.kind === 'name' ? token.entities.filter(({ kind }) => kind === 'tag') : [];
  const [only, ...others] = new Set(tags.map(({ id }) => directory.tags.get(id)?.category));
  return others.length > 0 ? null : (only ?? null);
};

const AND: Token = { kind: 'word', text: 'and', word: 'and' };

/** The tokens with an "and" between tags of one category, of which nothing has both: "DL, FL flights", but not "DL regional jets". */
const withAnds = (tokens: readonly Token[], directory: Directory): readonly Token[] => {
  const categories = tokens.map((token) => categoryOf(token, directory));
  return tokens.flatMap((token, at) => {
    const category = categories[at];
    const isOther = [categories[at - 2], categories[at + 1]].some((one) => one != null && one !== category);
    return category != null && category === categories[at - 1] && !isOther ? [AND, token] : [token];
  });
};

export const tokensOf = async (context: Context, text: string): Promise<readonly Token[]> => {
  const { directory, frame } = context;
  const written = text.replaceAll(ARROW, ' to ').replaceAll(BESIDE, 'next-to').replaceAll(LONE_PERCENT, 'percent');
  const tokens = await inSlices(readTokens(written, { directory, frame, vocabulary: VOCABULARY }));
  return withPlace(withAnds(withRouteEnds(tokens, directory), directory), context);
};

/** Intents about several operations or conflicts, some of which may be left out. */
const LEAVING_OUT: ReadonlySet<Intent> = new Set([
  'clear',
  'delayAll',
  'unassignAll',
  'whatIfDelayAll',
  'operations',
  'operationsThere',
  'arrivals',
  'departures',
  'late',
  'lateDepartures',
  'assigned',
  'unassigned',
  'nextArrival',
  'nextDeparture',
  'longest',
  'longStays',
  'shortStays',
  'shortest',
  'firstArrival',
  'lastArrival',
  'firstDeparture',
  'lastDeparture',
  'mostDelayed',
  'averageLate',
  'averageLateDeparture',
  'averageStay',
  'busiestHour',
  'busiestHourOfArrivals',
  'busiestHourOfDepartures',
  'busiestDay',
  'busiestDayOfArrivals',
  'busiestDayOfDepartures',
  'perDay',
  'perHour',
  'mostAtOnce',
  'shareLate',
  'shareLateDepartures',
  'shareOnTime',
  'shareOnTimeDepartures',
  ...CONFLICT_LISTS,
  'mostConflicts',
  'resolve',
  'resolveFirst',
  'resolveWorst',
  'resolveAll',
]);

const understandExcept = (tokens: readonly Token[]): Understood | null => {
  const divided = withoutExceptions(tokens);
  const understood = divided === null ? null : understand(divided.rest);
  return divided !== null && understood !== null && LEAVING_OUT.has(understood.intent)
    ? { ...understood, slots: { ...understood.slots, except: divided.except } }
    : null;
};

/** Requests that may depend on a condition. */
const CONDITIONAL: ReadonlySet<Intent> = new Set([
  'move',
  'moveAway',
  'swap',
  'delay',
  'delayAll',
  'unassign',
  'unassignAll',
  'clear',
]);

const understandConditional = (tokens: readonly Token[]): Understood | null => {
  const divided = withoutCondition(tokens);
  const understood = divided === null ? null : (understand(divided.rest) ?? understandExcept(divided.rest));
  if (divided === null || understood === null || !CONDITIONAL.has(understood.intent)) return null;
  // Only what is cleared may have to stay.
  return divided.condition !== 'allMove' || understood.intent === 'clear'
    ? { ...understood, slots: { ...understood.slots, condition: { kind: 'condition', condition: divided.condition } } }
    : null;
};

/** A "now" that no pattern accounts for adds nothing: "move KL1001 to B4 now", "KL1001 is 40 minutes late, what now?". */
export const understandTokens = (tokens: readonly Token[]): Understood | null =>
  understand(tokens) ??
  understandExcept(tokens) ??
  understandConditional(tokens) ??
  understand(tokens.filter(({ kind, text }) => !(kind === 'time' && NOW.test(text))));

const namesKnown = ({ slots }: Understood): boolean =>
  Object.values(slots)
    .flatMap((filling): readonly Filling[] => (filling.kind === 'names' ? filling.names : [filling]))
    .every((filling) => filling.kind !== 'name' || filling.ids.length > 0);

/** The tokens with names that a day, a moment or a place makes definite, in the order in which they are tried. */
const definite = (tokens: readonly Token[], directory: Context['directory']): readonly (readonly Token[])[] => {
  const byDay = namedByDay(tokens, directory);
  const byMoment = [false, true].map((withPlaces) => namedByMoment(byDay ?? tokens, directory, withPlaces));
  return [byDay, ...byMoment].filter((read) => read !== null);
};

/** The tokens with every name in them as definite as it can be. */
export const definiteTokens = (tokens: readonly Token[], directory: Context['directory']): readonly Token[] =>
  definite(tokens, directory).at(-1) ?? tokens;

/** The sentence with a name that a day or a time makes definite; null if there is none, or if it then makes no sense. */
const readTimedName = ({ directory }: Context, tokens: readonly Token[]): Sentence | null => {
  for (const read of definite(tokens, directory)) {
    const understood = understandTokens(read);
    if (understood !== null) return { tokens: read, understood, respelled: AS_WRITTEN };
  }
  const byTime = namedByTime(tokens, directory);
  const asked = byTime === null ? null : understandTokens(byTime);
  // A time in a request may be that of the request: "move N466WN to B4 at 16:00".
  return byTime !== null && asked !== null && ASKED.has(asked.intent)
    ? { tokens: byTime, understood: asked, respelled: AS_WRITTEN }
    : null;
};

/**
 * Reads a sentence as it is written; if that fails, with names that a day makes unique; and if that fails, with its unknown words corrected. A
 * correction counts only if all corrections that make sense mean the same.
 */
export const readSentence = async (reply: Context, text: string): Promise<Sentence> => {
  const tokens = await tokensOf(reply, text);
  const asWritten: Sentence = { tokens, understood: understandTokens(tokens), respelled: AS_WRITTEN };
  if (asWritten.understood !== null && namesKnown(asWritten.understood)) return asWritten;
  const timed = readTimedName(reply, tokens);
  if (timed !== null) return timed;
  const places = [...reply.directory.names.places];
  // A sentence that makes sense, but for a name that is unknown, may only have a place misspelled.
  const lists = asWritten.understood === null ? [WORDS, places] : [places];
  let found: Sentence | null = null;
  for (const { text: other, respelled } of otherSpellings(text, tokens, lists)) {
    const others = await tokensOf(reply, other);
    const understood = understandTokens(others);
    if (understood === null || (asWritten.understood !== null && !namesKnown(understood))) continue;
    if (found !== null && JSON.stringify(found.understood) !== JSON.stringify(understood)) return asWritten;
    found ??= { tokens: others, understood, respelled };
  }
  return found ?? asWritten;
};
