/** The words of what was typed, in lower case. */
export const wordsOf = (typed: string): readonly string[] => typed.toLowerCase().match(/\S+/g) ?? [];

/** Whether the text has all of the words, in any order. */
export const hasWords = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};
