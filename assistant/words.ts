/** A word of a request: `text` as it was written, `word` in the form for comparison. */
export interface Word {
  readonly text: string;
  readonly word: string;
  /** Whether it was in quotation marks, so that it is a name and never a word of the language. */
  readonly quoted: boolean;
}

const CONTRACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "what's": 'what is',
    "where's": 'where is',
    "who's": 'who is',
    "how's": 'how is',
    "when's": 'when is',
    "there's": 'there is',
    "that's": 'that is',
    "it's": 'it is',
    "let's": 'let us',
    "i'd": 'i would',
    "i'm": 'i am',
    "i'll": 'i will',
    "we're": 'we are',
    "isn't": 'is not',
    "aren't": 'are not',
    "wasn't": 'was not',
    "can't": 'can not',
    cannot: 'can not',
    "don't": 'do not',
    "doesn't": 'does not',
    "didn't": 'did not',
    "won't": 'will not',
    dont: 'do not',
    doesnt: 'does not',
    didnt: 'did not',
    cant: 'can not',
    wont: 'will not',
    whos: 'who is',
    hows: 'how is',
    whens: 'when is',
    theres: 'there is',
    isnt: 'is not',
    arent: 'are not',
    whats: 'what is',
    wheres: 'where is',
    btw: 'between',
    til: 'until',
    tonite: 'tonight',
    tmrw: 'tomorrow',
    tmr: 'tomorrow',
    wk: 'week',
    thru: 'through',
    'w/o': 'without',
    'u/s': 'out of service',
  }),
);

/** A percent sign is kept, because a share must not be read as a count or a time. A minus sign is kept before a duration, because a negative duration must not be read as a positive one. */
const WORD =
  /"([^"]+)"|“([^”]+)”|((?:(?<!\S)-(?=\d+(?:[.,]\d+)?\s*(?:s|sec|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b))?[\p{L}\p{N}][\p{L}\p{N}_.:/'+-]*(?:\s?%)?|(?<=\s)-(?=\s))/gu;

/** The word at a position; undefined beyond the end and for quoted words. */
export const plainWord = (words: readonly Word[], at: number): string | undefined => {
  const word = words.at(at < 0 ? words.length : at);
  return word?.quoted === true ? undefined : word?.word;
};

/** Splits text into words: punctuation is dropped, contractions are expanded, and a possessive becomes its noun. */
export const readWords = (text: string): Word[] => {
  const words: Word[] = [];
  for (const [, straight, curly, plain] of text.replaceAll('’', "'").replaceAll(/[–—−]/g, '-').matchAll(WORD)) {
    const quoted = straight ?? curly;
    if (quoted !== undefined) {
      words.push({ text: quoted, word: quoted.toLowerCase(), quoted: true });
      continue;
    }
    const bare = plain === undefined || plain === '-' ? '-' : plain.replace(/[.:/'+-]+$/, '');
    const spelled = CONTRACTIONS.get(bare.toLowerCase());
    if (spelled !== undefined) {
      for (const word of spelled.split(' ')) words.push({ text: word, word, quoted: false });
    } else if (bare !== '') {
      const noun = bare.replace(/'s$/i, '');
      words.push({ text: noun, word: noun.toLowerCase(), quoted: false });
    }
  }
  return words;
};
