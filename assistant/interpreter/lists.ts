import { OPERATION_NOUNS } from '../directory/names.ts';
import { type Entry, entry, type Intent, SELECTED } from './language.ts';

/** The longest or shortest stays. */
const extreme = (intent: Intent, adjective: string): Entry[] => [
  entry(
    intent,
    SELECTED,
    `[top] [<number>] ${adjective} stay|stays|stop|turnaround|turnarounds|turn|call|calls|visit|visits|operation|operations`,
    `stay|stays|stop|turnaround|turnarounds|turn|call|calls|visit|visits|operation|operations ${adjective}`,
    `stays|stay|remains|stands|parks|parked ${adjective}`,
  ),
];

const STAYING =
  'stay|stays|staying|turnaround|turnarounds|turn|turns|ground|park|parks|parked|standing|alongside|berthed|call|calls|visit|visits|stop|stops';

/** Stays that are longer or shorter than a time. */
const bounded = (intent: Intent, adjective: string, bounds: string): Entry =>
  entry(
    intent,
    SELECTED,
    `[${STAYING}] ${adjective} than <duration> [${STAYING}]`,
    `${STAYING} ${bounds} [than] <duration>`,
    `${bounds} [than] <duration> ${STAYING}`,
  );

/** The arrival and the departure that is first or last. */
const arriving = (arrival: Intent, departure: Intent, adjective: string): Entry[] => [
  entry(
    arrival,
    SELECTED,
    `[when] ${adjective} [<number>] arrivals|arrival|arr|arriving|arrive|arrives|land|lands|inbound`,
    `[when] ${adjective} ${[...OPERATION_NOUNS].join('|')} [arrive|arrives|land|lands]`,
    `arrives|arrive|lands|comes ${adjective}`,
  ),
  entry(
    departure,
    SELECTED,
    `[when] ${adjective} [<number>] [@flight] departures|departure|dep|departing|depart|departs|leave|leaves|sail|sails|outbound`,
    `departs|depart|leaves|leave|sails ${adjective}`,
  ),
];

/** All operations with a name in common, before the questions about one operation. */
export const CALLED: readonly Entry[] = [
  entry(
    'late',
    ['window', 'location', 'tag', 'tag2', 'resource', 'duration'],
    '<called> @flights late|delayed|behind [more|least] [than]',
    'late|delayed <called> @flights',
    'late|delayed @flights <called>',
  ),
  entry(
    'operations',
    ['window', 'location', 'tag', 'tag2', 'resource'],
    '[where|when] <called> @flights',
    'what|which <called> have|has',
  ),
];

/** Which operations the user may ask for by what they have in common, or by what one of them has most of. */
export const LISTS: readonly Entry[] = [
  entry(
    'closures',
    ['window', 'location', 'resource'],
    'closures|closure|maintenance|blockers|blockages',
    'what|which|any|list [@stand] @closed [@stand] [service|order|use|action]',
  ),
  entry('requiring', ['window'], 'need|needs|require|requires <tag> [@stand]'),
  entry(
    'unassigned',
    ['window', 'tag', 'tag2', 'called'],
    'unassigned|unplaced|unallocated|homeless',
    'not assigned|placed|allocated|parked',
    'without|no @stand',
    'missing|need|needs|lack|lacks @stand',
    'have no @stand|assignment',
  ),
  entry(
    'assigned',
    ['window', 'location', 'tag', 'tag2', 'called'],
    'assigned|placed|allocated',
    'with|have|has assignment',
  ),
  entry(
    'lateDepartures',
    ['window', 'location', 'tag', 'tag2', 'resource', 'duration'],
    'late|delayed [more|least] [than] departures|departure|dep|deps|departing|outbound',
    'late|delayed departures|departure|dep|deps|departing|outbound [more|least] [than]',
    'departures|dep|deps|departing|outbound late|delayed [more|least] [than]',
    'departures|departure|depart|departs|leave|leaves|leaving not [on] time|punctual|punctually',
    'departures|departure|depart|departs|leave|leaves|leaving [more|least] [than] late|delayed',
  ),
  entry(
    'late',
    ['window', 'location', 'tag', 'tag2', 'resource', 'duration'],
    'late|delayed|delays|lateness|behind [more|least] [than]',
    'later than <duration>',
    '@flights|arrivals|arriving|arrive|arrives|landing|land not [on] time|punctual|punctually',
    '[more|least] [than] late|delayed|behind',
    'late|delayed arrivals',
    'arrivals|arrive|arrives|arriving|arrived [more|least] [than] late|delayed',
  ),
  entry(
    'mostDelayed',
    ['window', 'location', 'tag', 'tag2', 'called', 'resource'],
    '[top] [<number>] most delayed|late|behind',
    'delayed|late|behind most',
    '[top] [<number>] biggest|longest|largest|greatest|highest|worst delay|delays',
    'delay biggest|longest|largest|greatest|highest|worst',
  ),
  // Not the longest vessel or berth: the length of those is none of a stay.
  bounded('longStays', 'longer', 'more|over|above|exceeding'),
  bounded('shortStays', 'shorter|quicker', 'less|under|below'),
  ...extreme('longest', 'longest'),
  ...extreme('shortest', 'shortest|quickest|briefest|fastest'),
  ...arriving('firstArrival', 'firstDeparture', 'first|earliest'),
  ...arriving('lastArrival', 'lastDeparture', 'last|latest|final'),
  entry('nextArrival', SELECTED, '[when] next arrival|arr', 'arrives|arrive|lands|comes next'),
  entry('nextDeparture', SELECTED, '[when] next departure|dep', 'leaves|leave|departs|sails next'),
  entry(
    'arrivals',
    ['window', 'location', 'tag', 'tag2', 'called', 'resource'],
    'arrivals|arr|arrs|arriving|arrive|arrives|landing|lands|inbound|incoming|due',
    'next [<number>] arrivals',
    'coming|comes',
  ),
  entry(
    'departures',
    ['window', 'location', 'tag', 'tag2', 'called', 'resource'],
    'departures|dep|deps|departing|depart|departs|sail|sails|sailing|sailings|leaving|leaves|leave|outbound|outgoing',
    'next [<number>] departures',
  ),
];
