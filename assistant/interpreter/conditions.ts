import type { Condition } from '../tools/onlyIf.ts';
import { FILLERS, phrases } from './language.ts';
import { match, wordsOf } from './pattern.ts';
import { type Token, wordOf } from './tokens.ts';

const IF = ['[but] [only] if|provided|providing [that]', '[but] [only] as|so long as'];
const UNLESS = ['[but] [only] unless'];
const WITHOUT = ['[but] without'];
const IT = '[it|this|that|they|there]';
const CAUSES = 'causes|cause|causing|creates|create|creating|makes|make|making|gives|give|brings|bring|is|are|has|have';
const DOES_NOT = '[does|do|is|are] not|never';
const OTHERS = '[anything|something|anyone|others|other|another]';
const ADDED = '[any] [new|further|more|additional|extra]';
const ALL = 'everything|everyone|everybody|all|each';
const STAY = 'stay|stays|remain|remains|left';

const saying = (leads: readonly string[], ...bodies: readonly string[]) =>
  phrases(...leads.flatMap((lead) => bodies.map((body) => `${lead} ${body}`)));

const CONDITIONS: readonly (readonly [Condition, ReturnType<typeof phrases>])[] = [
  [
    'noNewConflict',
    [
      ...saying(
        IF,
        `${IT} [${CAUSES}] no ${ADDED} @conflict ${OTHERS}`,
        `no ${ADDED} @conflict [${CAUSES}|result|results|arise|arises|appear|appears|created|caused]`,
        `${IT} ${DOES_NOT} [${CAUSES}] ${ADDED} @conflict|clash|conflict|collide|overlap ${OTHERS}`,
        'nothing [else] clashes|conflicts|overlaps|collides',
        `${IT} [is] possible|feasible|conflict-free|allowed`,
      ),
      ...saying(UNLESS, `${IT} [${CAUSES}] ${ADDED} @conflict|clash|conflict|collide|collides|overlap ${OTHERS}`),
      ...saying(WITHOUT, `[${CAUSES}] ${ADDED} @conflict ${OTHERS}`),
    ],
  ],
  [
    'allMove',
    [
      ...saying(
        IF,
        `${ALL} [them] [there] [@flights] [can] finds|find|gets|get|has|have [another|other|new|different] @stand|somewhere|room|space`,
        `${ALL} [them] [there] [@flights] can [be] move|moved|placed|accommodated|rehoused|relocated`,
        `${IT} [is|are] room|space|places for ${ALL} [them]`,
        `nothing|none|nobody [them] [is|are|has|have|must|needs] [to] ${STAY} [there|behind|over] [without] [@stand]`,
      ),
      ...saying(
        UNLESS,
        `something|anything|anyone|someone|one|any [them] [has|have|must|needs|would] [to] ${STAY} [there|behind]`,
      ),
    ],
  ],
  [
    'betterScore',
    saying(
      IF,
      `${IT} improves|improve|lowers|lower|reduces|reduce [score|plan|cost|costs|things]`,
      `${IT} [makes|is|gets] [score|plan] [is|gets] better|cheaper|lower|improvement [than] [now]`,
      'score|plan [is|gets|becomes|goes] improves|drops|falls|down',
    ),
  ],
  [
    'noWorseScore',
    [
      ...saying(
        UNLESS,
        `${IT} [makes|is|gets] [score|plan|things|it] [is|gets] worse|dearer|higher [than] [now]`,
        `${IT} costs|cost more`,
      ),
      ...saying(
        IF,
        `${IT} ${DOES_NOT} [make|get|makes|gets] [score|plan|things|it] [is|gets|get] worse|dearer|higher [than] [now]`,
        `${IT} ${DOES_NOT} cost more`,
      ),
    ],
  ],
];

/** What is no request of its own, but a condition of the one before it: "move KL1001 to B4; if that is taken, to B5". */
const BEGINNING =
  /^\s*(?:but|only|unless|without|otherwise|else|provided|(?:as|so) long as|if (?:not|it|that|this|nothing|everything|everyone|there|no))\b/i;

/** The pieces of a text, each with the conditions that follow it. */
export const withTheirConditions = (pieces: readonly string[]): string[] => {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && BEGINNING.test(piece)) joined[joined.length - 1] = `${last}, ${piece.trim()}`;
    else joined.push(piece);
  }
  return joined;
};

const LEADS = new Set(['if', 'provided', 'providing', 'long', 'unless', 'without']);

/** All words that conditions are made of. */
export const CONDITION_WORDS: readonly string[] = CONDITIONS.flatMap(([, patterns]) => patterns.flatMap(wordsOf));

/** The condition that the tokens say and nothing else; null if they do not. */
export const conditionOf = (tokens: readonly Token[]): Condition | null => {
  const found = CONDITIONS.find(([, patterns]) => patterns.some((pattern) => match(pattern, tokens, FILLERS) !== null));
  return found?.[0] ?? null;
};

/** A request without the condition with which it begins or ends, and the condition; null if it has none. */
export const withoutCondition = (
  tokens: readonly Token[],
): { readonly rest: readonly Token[]; readonly condition: Condition } | null => {
  if (!tokens.some((token) => LEADS.has(wordOf(token)))) return null;
  for (let at = 1; at < tokens.length; at++) {
    const [before, after] = [tokens.slice(0, at), tokens.slice(at)];
    for (const [clause, rest] of [
      [after, before],
      [before, after],
    ] as const) {
      const condition = conditionOf(clause);
      if (condition !== null) return { rest, condition };
    }
  }
  return null;
};
