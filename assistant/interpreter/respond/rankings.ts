import { numberText, plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { type Measure, rankGroups } from '../../tools/rankGroups.ts';
import { type Asked, firstBullets, type Reply, selectionInput, spanInput, voiceOf } from '../asked.ts';

const SHOWN = 8;

const sayMinutes = (minutes: number): string =>
  `${minutes < 0 ? '−' : ''}${sayDuration(60 * Math.abs(Math.round(minutes)))}`;

interface Said {
  readonly most: string;
  readonly fewest: string;
  readonly say?: (value: number) => string;
  readonly note?: string;
}

const SAID: Readonly<Record<Measure, Said>> = {
  conflicts: { most: 'most conflicts', fewest: 'fewest conflicts' },
  operations: { most: 'most operations', fewest: 'fewest operations' },
  arrivals: { most: 'most arrivals', fewest: 'fewest arrivals' },
  departures: { most: 'most departures', fewest: 'fewest departures' },
  moves: {
    most: 'most changes of place',
    fewest: 'fewest changes of place',
  },
  groundTime: {
    most: 'longest total stay',
    fewest: 'shortest total stay',
    say: sayMinutes,
  },
  averageStay: { most: 'longest average stay', fewest: 'shortest average stay', say: sayMinutes },
  averageDelay: {
    most: 'greatest average delay of arrivals',
    fewest: 'smallest average delay of arrivals',
    say: sayMinutes,
    note: ' Those that are early count as negative.',
  },
  late: { most: 'most arrivals late by 15 min or more', fewest: 'fewest arrivals late by 15 min or more' },
  unassigned: { most: 'most operations without a place', fewest: 'fewest operations without a place' },
};

/** The values of a category in order of a measure, with all of those that are equal. */
export const sayRanking =
  (measure: Measure, order: 'most' | 'fewest') =>
  async (reply: Reply, asked: Asked<'category'>): Promise<void> => {
    const { conversation } = reply;
    const { category } = asked;
    const outcome = await conversation.call(rankGroups, {
      ...spanInput(asked.window),
      ...selectionInput(asked),
      category,
      measure,
      order,
      limit: 500,
    });
    if (!outcome.ok) return conversation.say(outcome.problem.message);
    const { groups, conflicts } = outcome.result;
    const voice = voiceOf(reply);
    const where = `${voice.where(asked)}${voice.asked(asked.window)}`;
    const { say = numberText, note = '', [order]: named } = SAID[measure];
    const [first] = groups;
    if (first === undefined || groups.every(({ value }) => value === 0)) {
      const none = SAID[measure].most.replace(/^\S+ /, '');
      return conversation.say(`No ${category} has any ${none}${where}.`);
    }
    const leaders = groups.filter(({ value }) => value === first.value);
    const lines = groups.map(
      ({ tag, value, operations }) =>
        `${tag.name}: ${say(value)}${measure === 'operations' ? '' : `, of ${plural(operations, 'operation')}`}`,
    );
    const has = leaders.length === 1 ? 'has' : 'have';
    const both =
      measure === 'conflicts'
        ? ` There are ${numberText(conflicts)} in all; one between two of them counts for both.`
        : '';
    conversation.say(
      `${leaders.map(({ tag }) => tag.name).join(', ')} ${has} the ${named} of ${plural(groups.length, category, pluralOf(category))}${where}:${firstBullets(lines, SHOWN)}${both === '' && note === '' ? '' : `\n${`${both}${note}`.trim()}`}`,
    );
  };

const pluralOf = (category: string): string => `${category}s`;
