import type { Intent } from './language.ts';
import type { Token } from './tokens.ts';

/** Intents that mean the present if no time is named, or a duration from now. */
export const TIMED: ReadonlySet<Intent> = new Set([
  'freeStands',
  'isFree',
  'nextFree',
  'isTaken',
  'occupancy',
  'operationsThere',
  'operationsNow',
  'nextArrival',
  'nextDeparture',
  'arrivals',
  'departures',
  'clear',
  'swapPlaces',
  'whatIfClosed',
  'nextConflicts',
]);

/** Intents that need to know from when until when. */
export const WHOLE: ReadonlySet<Intent> = new Set([
  'clear',
  'whatIfClosed',
  'occupancy',
  'operationsThere',
  'operationsNow',
  'isTaken',
]);
/** Whether what a token means depends on what time it is now; a mere duration does not. */
export const isRelative = (token: Token): boolean => token.kind === 'time' && token.value.kind !== 'duration';

/** Intents about what was done to the planning, which happened at the time of the clock, whatever day is planned. */
export const HISTORICAL: ReadonlySet<Intent> = new Set([
  'changes',
  'ownChanges',
  'lastChange',
  'repairs',
  'undo',
  'undoOwn',
]);
