import { OPERATION_NOUNS } from '../directory/names.ts';
import { keysOf } from '../../engine/recordOf.ts';
import type { Measure } from '../tools/rankGroups.ts';
import { type Entry, entry, rankIntent } from './language.ts';

const SELECTED = ['window', 'location', 'tag', 'resource'] as const;
const FLIGHTS = [...OPERATION_NOUNS].join('|');
const GROUND = 'ground|stand|stands|berth|berths|quay|alongside|port|occupancy|parking';

/** How each measure is named, after "most" or "fewest". The more specific come first. */
const NAMED: Readonly<Record<Measure, readonly string[]>> = {
  conflicts: ['@conflict'],
  unassigned: [`unassigned|unplaced [${FLIGHTS}]`, `${FLIGHTS} without @stand`],
  late: [`late|delayed ${FLIGHTS}|arrivals`, 'delays'],
  averageDelay: ['[average|mean] delay|lateness', 'delayed|late|unpunctual'],
  averageStay: [
    'average|mean|typical stay|turnaround|turnarounds|stays|call|calls',
    `average|mean time [on] ${GROUND}`,
  ],
  groundTime: [`[total|overall|cumulative] [time] ${GROUND} [time]`, '[total|overall] stay|stays time'],
  moves: ['tows|tow|towing|towings|shifts|shiftings|moves|repositionings'],
  arrivals: ['arrivals|landings|inbounds'],
  departures: ['departures|sailings|outbounds'],
  operations: [`${FLIGHTS}|movements|traffic`],
};

const ORDERS = {
  most: 'most|highest|biggest|largest|longest|greatest|worst',
  fewest: 'fewest|least|lowest|smallest|shortest|best',
} as const;

const ranking = (measure: Measure, order: keyof typeof ORDERS): Entry => {
  return entry(
    rankIntent(measure, order),
    SELECTED,
    ...NAMED[measure].flatMap((named) => [
      `<category> [with|spends|causes|causing|gets] ${ORDERS[order]} ${named}`,
      `${ORDERS[order]} ${named} [by|per|each|in] <category>`,
      ...(order === 'most'
        ? [`${named} by|per|each|every <category>`, `[top] [<number>] <category> by|ranked|sorted ${named}`]
        : []),
    ]),
    ...(measure === 'averageDelay' && order === 'fewest'
      ? ['most|best punctual <category>', '<category> most|best [on] punctual|punctuality|time']
      : []),
    ...(measure === 'operations' && order === 'most' ? ['busiest <category>', '<category> busiest'] : []),
  );
};

/** Which airline, line, or other value of a category has the most or the fewest of something, or how many each has. */
export const RANKINGS: readonly Entry[] = keysOf(NAMED).flatMap((measure) =>
  keysOf(ORDERS).map((order) => ranking(measure, order)),
);
