import { COMMANDS } from './commands.ts';
import { CONDITION_WORDS } from './conditions.ts';
import { EXCEPTION_WORDS } from './exceptions.ts';
import { FILLERS, type Intent } from './language.ts';
import { COUNT_WORDS } from '../time/clockWords.ts';
import { MEANINGS } from './meanings.ts';
import { match, ORDINALS, type Slots, wordsOf } from './pattern.ts';
import { QUESTIONS } from './questions.ts';
import type { Token } from './tokens.ts';

const GRAMMAR = [...COMMANDS, ...QUESTIONS];
const patterns = GRAMMAR.flatMap(({ patterns: all }) => all);

/** Every word that the grammar knows; such a word alone is never taken for a name. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  'it this that one them they those these ones only just whatever not never without or if when minutes hours late'
    .split(' ')
    .concat(
      [...FILLERS],
      EXCEPTION_WORDS,
      CONDITION_WORDS,
      ORDINALS,
      [...COUNT_WORDS.keys()],
      [...MEANINGS.keys()],
      patterns.flatMap(wordsOf),
    ),
);

/** What starts something in the planning is a request, although it is no proposal. */
const STARTING: ReadonlySet<Intent> = new Set(['optimize', 'placeAll', 'clear']);
/** Intents of questions. */
export const ASKED: ReadonlySet<Intent> = new Set(
  QUESTIONS.map(({ intent }) => intent).filter((intent) => !STARTING.has(intent)),
);

export interface Understood {
  readonly intent: Intent;
  readonly slots: Slots;
}

/** The intent of the tokens, or null: words that no pattern accounts for are never guessed. */
export const understand = (tokens: readonly Token[]): Understood | null => {
  for (const { intent, patterns: alternatives } of GRAMMAR) {
    for (const pattern of alternatives) {
      const slots = match(pattern, tokens, FILLERS);
      if (slots !== null) return { intent, slots };
    }
  }
  return null;
};
