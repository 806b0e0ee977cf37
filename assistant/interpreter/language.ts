import { OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import type { Measure } from '../tools/rankGroups.ts';
import { type Pattern, readPattern, type SlotName } from './pattern.ts';

const CLASSES = {
  stand: [...RESOURCE_NOUNS].join(' '),
  flight: [...OPERATION_NOUNS].join(' '),
  conflict:
    'conflict conflicts conflicting clash clashes overlap overlaps overlapping collision collisions double-booking',
  if: 'if suppose assume imagine assuming supposing',
  flights: 'flights flts operations ops vessels ships calls visits turnarounds planes',
  move: 'move mv put send shift relocate reassign transfer tow bring place park assign switch change allocate',
  moved: 'goes go moves moved went move put send parks shift use used take took takes uses stands stood',
  closed: 'closed shut unavailable unserviceable unusable inoperative blocked broken down out',
  likely: 'probability likelihood chance probable likely',
  optimizer: 'optimization optimisation optimizer optimiser run solver solving optimizing optimising',
  draft: 'draft workspace scenario',
  live: 'mainline live main',
};

/** Words without meaning here, which may stand anywhere. */
export const FILLERS = new Set(
  [
    'a an the please can could would will shall should may do does did is are was were be been being am has have had there',
    'i me my we us our you your their show tell give list find get see let know want need like',
    'any some all of on at in for to with by from into onto up about involve involves involving regarding concerning',
    'and so then also just really actually currently still ok okay hey hi hello well maybe quickly kindly',
    'anything something its his her what which who how whether happen happens happened - thanks thank look out over',
    [...RESOURCE_NOUNS, ...OPERATION_NOUNS].join(' '),
    'instead rather kind too teh plz pls thx asap rn guys mate bot robot assistant damn damned bloody stupid dumb idiot freaking fucking fuck shit crap hell',
    'number total yes yeah many much plan planning schedule day shift problem problems issue issues current every possible going enough',
  ]
    .join(' ')
    .split(' '),
);

/** What the values of a category may have most or fewest of. */
export type RankIntent = `${'most' | 'fewest'}By${Capitalize<Measure>}`;

export const rankIntent = (measure: Measure, order: 'most' | 'fewest'): RankIntent =>
  `${order}By${measure.replace(/^./, (first) => first.toUpperCase()) as Capitalize<Measure>}`;

export type Intent =
  | RankIntent
  | 'applied'
  | 'declined'
  | 'outOfReach'
  | 'help'
  | 'thanks'
  | 'resolve'
  | 'resolveFirst'
  | 'resolveWorst'
  | 'resolveNext'
  | 'resolveNextWorst'
  | 'resolveAll'
  | 'undo'
  | 'undoOwn'
  | 'slack'
  | 'slackDeparture'
  | 'swap'
  | 'swapPlaces'
  | 'whatIfSwap'
  | 'whatIfDelay'
  | 'whatIfDelayAll'
  | 'whatIfEarly'
  | 'whatIfLateDeparture'
  | 'whatIfEarlyDeparture'
  | 'whatIfArrival'
  | 'whatIfDeparture'
  | 'whatIfMove'
  | 'whatIfClosed'
  | 'delay'
  | 'delayAll'
  | 'move'
  | 'moveIfFree'
  | 'moveToEither'
  | 'moveToFirst'
  | 'moveToChoice'
  | 'moveAway'
  | 'unassign'
  | 'unassignAll'
  | 'clear'
  | 'conflicts'
  | 'worstConflicts'
  | 'nextConflicts'
  | 'conflictsAbove'
  | 'conflictsFrom'
  | 'conflictsBelow'
  | 'conflictsTo'
  | 'mostConflicts'
  | 'whyNot'
  | 'why'
  | 'fits'
  | 'candidates'
  | 'freeStands'
  | 'isFree'
  | 'nextFree'
  | 'isTaken'
  | 'where'
  | 'following'
  | 'preceding'
  | 'when'
  | 'occupancy'
  | 'optimize'
  | 'placeAll'
  | 'followRun'
  | 'compare'
  | 'changes'
  | 'ownChanges'
  | 'repairs'
  | 'lastChange'
  | 'unassigned'
  | 'assigned'
  | 'requiring'
  | 'nextArrival'
  | 'nextDeparture'
  | 'longest'
  | 'longStays'
  | 'shortStays'
  | 'shortest'
  | 'firstArrival'
  | 'lastArrival'
  | 'firstDeparture'
  | 'lastDeparture'
  | 'mostDelayed'
  | 'late'
  | 'lateDepartures'
  | 'arrivals'
  | 'departures'
  | 'operations'
  | 'operationsThere'
  | 'operationsNow'
  | 'closures'
  | 'stands'
  | 'meaning'
  | 'frame'
  | 'metrics'
  | 'averageLate'
  | 'averageLateDeparture'
  | 'averageStay'
  | 'busiestHour'
  | 'busiestHourOfArrivals'
  | 'busiestHourOfDepartures'
  | 'busiestDay'
  | 'busiestDayOfArrivals'
  | 'busiestDayOfDepartures'
  | 'perDay'
  | 'perHour'
  | 'share'
  | 'shareOfCalled'
  | 'shareOfTag'
  | 'shareLate'
  | 'shareLateDepartures'
  | 'shareOnTime'
  | 'shareOnTimeDepartures'
  | 'mostUsed'
  | 'mostOperations'
  | 'fewestOperations'
  | 'mostAtOnce'
  | 'shareUnassigned'
  | 'leastUsed'
  | 'use'
  | 'about';

export interface Entry {
  readonly intent: Intent;
  readonly patterns: readonly Pattern[];
}

/** What is said of operations that are listed or counted. */
export const SELECTED: readonly SlotName[] = ['window', 'location', 'tag', 'tag2', 'called', 'resource'];

export const entry = (intent: Intent, anywhere: readonly SlotName[], ...sources: string[]): Entry => ({
  intent,
  patterns: sources.map((source) => readPattern(source, anywhere, CLASSES, false)),
});

/** Words that say nothing about which of several operations are meant, unlike "them", "there" or "with problems". */
const NEUTRAL = new Set([
  ...'a an the please pls plz kindly can could would will you i of on at in from by for with to'.split(' '),
  ...OPERATION_NOUNS,
]);

/** Phrases of a part of a sentence, between whose words none may stand that could say something else. */
export const phrases = (...sources: string[]): readonly Pattern[] =>
  sources.map((source) => readPattern(source, [], CLASSES, false, NEUTRAL));

/** What a user means only if the sentence has no other words than these, because such words could mean fewer operations, or something else. */
export const bare = (intent: Intent, anywhere: readonly SlotName[], ...sources: string[]): Entry => ({
  intent,
  patterns: sources.map((source) => readPattern(source, anywhere, CLASSES, false, NEUTRAL)),
});

/** What a user requests for all of several operations, so that no word may be passed over that could mean fewer of them. */
export const orderForAll = (intent: Intent, anywhere: readonly SlotName[], ...sources: string[]): Entry => ({
  intent,
  patterns: sources.map((source) => readPattern(source, anywhere, CLASSES, true, NEUTRAL)),
});

/** What a user requests, rather than asks. */
export const order = (intent: Intent, anywhere: readonly SlotName[], ...sources: string[]): Entry => ({
  intent,
  patterns: sources.map((source) => readPattern(source, anywhere, CLASSES, true)),
});

/** Intents whose answers list conflicts. */
export const CONFLICT_LISTS: ReadonlySet<Intent> = new Set([
  'conflicts',
  'worstConflicts',
  'nextConflicts',
  'conflictsAbove',
  'conflictsFrom',
  'conflictsBelow',
  'conflictsTo',
]);
