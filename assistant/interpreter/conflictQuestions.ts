import { type Entry, entry, type Intent } from './language.ts';

/** Conflicts by their probability, with a percent sign or the word. */
const likely = (intent: Intent, ...sources: readonly string[]): Entry[] =>
  ['<share>', '<number> percent'].map((share) =>
    entry(
      intent,
      ['resource', 'operation', 'location', 'tag', 'tag2', 'window'],
      ...sources.map((source) => {
        const said = source.replace('<share>', share);
        return said.endsWith(share) ? `${said} [@likely]` : said;
      }),
    ),
  );

/** What the user may ask about conflicts, more specific questions first. */
export const CONFLICT_QUESTIONS: readonly Entry[] = [
  entry(
    'mostConflicts',
    ['window', 'location', 'tag', 'tag2'],
    '@stand most @conflict',
    'most @conflict @stand',
    'where most @conflict',
  ),
  ...likely(
    'conflictsAbove',
    '@conflict [@likely] above|over|more|greater|higher|likelier|exceeding|exceeds|> [@likely] [than] <share>',
    'above|over|more [than] <share> [@likely] @conflict',
  ),
  ...likely(
    'conflictsFrom',
    '@conflict [@likely] least|minimum|>= <share>',
    '@conflict [@likely] no|not less|lower|smaller|below|under [@likely] [than] <share>',
    '@conflict [@likely] <share> [@likely] or more|higher|greater|above|over',
    'least|minimum <share> [@likely] @conflict',
  ),
  ...likely(
    'conflictsBelow',
    '@conflict [@likely] below|under|less|lower|smaller|< [@likely] [than] <share>',
    'below|under|less [than] <share> [@likely] @conflict',
  ),
  ...likely(
    'conflictsTo',
    '@conflict [@likely] most|maximum|<= <share>',
    '@conflict [@likely] no|not more|greater|higher|above|over [@likely] [than] <share>',
    '@conflict [@likely] <share> [@likely] or less|lower|below|under',
    'most|maximum <share> [@likely] @conflict',
  ),
  entry(
    'worstConflicts',
    ['resource', 'location', 'tag', 'tag2', 'window'],
    '[top] [<number>] critical|crit|worst|serious|biggest|severe|important [@conflict]',
    '@conflict critical|worst|serious|severe|important',
    'what do next|first|now',
  ),
  entry(
    'conflicts',
    ['window'],
    '@conflict between <operation> and <operation2>',
    '<operation> and|with <operation2> @conflict',
    '<operation> @conflict with <operation2>',
    'why <operation> and|with <operation2> @conflict',
    'why <operation> @conflict|conflict|clash|overlap|collide with|and <operation2>',
    'why|explain @conflict between <operation> and <operation2>',
  ),
  entry('worstConflicts', [], 'what do|should|must|can i|we do|fix|resolve|solve|tackle [next|first]'),
  entry('conflicts', ['window'], '@likely|sure|certain [it] [that] <operation> and|with <operation2> @conflict'),
  entry(
    'conflicts',
    ['resource', 'operation', 'location', 'tag', 'tag2', 'window'],
    '@likely [it] [that] [there] @conflict',
    '@likely|sure|certain [it] [that] <operation> @conflict',
  ),
  entry('conflicts', ['resource', 'window'], 'why|explain @conflict'),
  entry(
    'nextConflicts',
    ['resource', 'operation', 'location', 'tag', 'tag2'],
    'next|first|earliest|upcoming @conflict',
  ),
  entry(
    'conflicts',
    ['resource', 'operation', 'location', 'tag', 'tag2', 'window'],
    '@conflict',
    '@conflict [now]',
    'wrong|trouble|problem|problems|issue|issues',
    'is <operation> conflict',
    'double booked|booking',
  ),
];
