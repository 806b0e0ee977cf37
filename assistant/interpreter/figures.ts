import { OPERATION_NOUNS } from '../directory/names.ts';
import { type Entry, entry, type Intent, SELECTED } from './language.ts';

const AVERAGE = 'average|mean|median|avg|typical';
const DELAY = 'delay|delays|lateness';
const STAY = 'stay|stays|turnaround|turnarounds|turn|call|calls|visit|visits|stop';
const FLIGHTS = [...OPERATION_NOUNS].join('|');
const SHARE = 'share|percentage|percent|pct|proportion|fraction';
const ARRIVING = 'arrivals|arrival|arriving|arrive|arrives|inbound|landings|land|lands';
const DEPARTING = 'departures|departure|departing|depart|departs|outbound|leave|leaves|sail|sails';
const MOVEMENTS = 'movements|movement|traffic|flights|calls|operations';

const averageDelay = (intent: Intent, events: string, isDefault: boolean): Entry => {
  const event = isDefault ? `[${events}]` : events;
  return entry(
    intent,
    SELECTED,
    `${AVERAGE} ${DELAY} ${event}`,
    `${AVERAGE} ${events} ${DELAY}`,
    `${DELAY} ${event} ${AVERAGE}`,
    `late|delayed ${event} ${AVERAGE}`,
    `${event} late|delayed ${AVERAGE}`,
    `total|overall ${DELAY} ${event}`,
    `total|overall ${events} ${DELAY}`,
  );
};

const busiest = (intent: Intent, unit: string, events: string): Entry =>
  entry(
    intent,
    SELECTED,
    `busiest|peak ${unit} ${events}`,
    `${events} busiest|peak ${unit}`,
    `busiest|peak ${events} ${unit}`,
    `${unit} [with|has] most ${events}`,
  );

const per = (intent: Intent, unit: string, often: string): Entry =>
  entry(
    intent,
    SELECTED,
    `[${ARRIVING}|${DEPARTING}|${MOVEMENTS}] per|each|every|by ${unit}`,
    `[${ARRIVING}|${DEPARTING}|${MOVEMENTS}] ${often}`,
    `${often} ${ARRIVING}|${DEPARTING}|${MOVEMENTS}`,
  );

const HOUR = 'hour|hours|time|times';
const DAY = 'day|days|date';

/** How many of those that are asked for are in time, or are not. */
const punctual = (intent: Intent, events: string, isDefault: boolean): Entry =>
  entry(
    intent,
    SELECTED,
    `[${SHARE}] ${events} on time`,
    `[${SHARE}] ${events} not late|delayed`,
    `${SHARE} on time ${events}`,
    ...(isDefault
      ? ['[on] time performance', 'punctuality', 'how punctual', `${SHARE} on time`, '@flights on time']
      : []),
    `on time ${events}`,
    `punctuality ${events}`,
  );

const late = (intent: Intent, events: string): Entry =>
  entry(
    intent,
    [...SELECTED, 'duration'],
    `${SHARE} ${events} late|delayed [more|least] [than]`,
    `${SHARE} ${events} [more|least] [than] late|delayed`,
    `${SHARE} late|delayed ${events} [more|least] [than]`,
  );

/** Figures of many operations or places: averages, shares, the busiest hours and places. */
export const FIGURES: readonly Entry[] = [
  averageDelay('averageLateDeparture', DEPARTING, false),
  averageDelay('averageLate', ARRIVING, true),
  entry(
    'averageStay',
    SELECTED,
    `${AVERAGE} ${STAY} [time|times|duration|length]`,
    `${AVERAGE} length|duration|time ${STAY}`,
    `${AVERAGE} ground|berth|stand|port time`,
    `${AVERAGE} time ground|berth|stand|port|alongside`,
    `long [@flights] stay|stays|park|stand ${AVERAGE}`,
    `long ${STAY} ${AVERAGE}`,
  ),
  busiest('busiestDayOfArrivals', DAY, ARRIVING),
  busiest('busiestDayOfDepartures', DAY, DEPARTING),
  entry('busiestDay', SELECTED, `busiest|peak ${DAY} [${MOVEMENTS}]`, `${DAY} [with|has] most ${MOVEMENTS}`),
  busiest('busiestHourOfArrivals', HOUR, ARRIVING),
  busiest('busiestHourOfDepartures', HOUR, DEPARTING),
  entry(
    'busiestHourOfArrivals',
    SELECTED,
    `busiest|peak ${ARRIVING}`,
    `when most ${ARRIVING}`,
    `${ARRIVING} peak|busiest`,
  ),
  entry(
    'busiestHourOfDepartures',
    SELECTED,
    `busiest|peak ${DEPARTING}`,
    `when most ${DEPARTING}`,
    `${DEPARTING} peak|busiest`,
  ),
  entry('busiestHour', SELECTED, `busiest|peak ${HOUR} [${MOVEMENTS}]`, 'when [it] busiest|peak'),
  per('perHour', 'hour', 'hourly'),
  per('perDay', 'day', 'daily'),
  punctual('shareOnTimeDepartures', DEPARTING, false),
  punctual('shareOnTime', ARRIVING, true),
  late('shareLateDepartures', DEPARTING),
  late('shareLate', `${ARRIVING}|${FLIGHTS}`),
  ...['<location>', '<resource>', '<tag>'].flatMap((there) => [
    entry(
      'shareOfCalled',
      ['window'],
      `${SHARE} <called> [${FLIGHTS}] [parked|park|stands|use|using|go|assigned] ${there}`,
    ),
  ]),
  ...['<location>', '<resource>'].map((there) =>
    entry('shareOfTag', ['window'], `${SHARE} <tag> [${FLIGHTS}] [parked|park|stands|use|using|go|assigned] ${there}`),
  ),
  ...['<location>', '<resource>', '<tag>', '<called>'].map((there) =>
    entry(
      'share',
      ['window'],
      `${SHARE} ${FLIGHTS} [parked|park|stands|use|using|go|assigned|operated|flown] ${there}`,
    ),
  ),
  ...[`<tag> [${FLIGHTS}]`, `<called> [${FLIGHTS}]`].map((which) => entry('share', ['window'], `${SHARE} ${which}`)),
  entry(
    'shareUnassigned',
    ['window', 'tag', 'called'],
    `${SHARE} ${FLIGHTS} unassigned|unplaced|unallocated`,
    `${SHARE} ${FLIGHTS} without|no|not [@stand|assigned|placed|allocated]`,
  ),
  entry(
    'mostAtOnce',
    SELECTED,
    `[when] most ${FLIGHTS} ground|once|simultaneously|together|alongside|berthed`,
    `[when] most ${FLIGHTS} ground|alongside|berthed|port once`,
    `${FLIGHTS} [on] ground|alongside|berthed most`,
    `${FLIGHTS} most once|simultaneously|together`,
    `peak|maximum [number] ${FLIGHTS} [on] ground|alongside|berthed|once|simultaneously`,
  ),
  entry(
    'mostOperations',
    ['window', 'location', 'tag'],
    `@stand [with] most ${FLIGHTS}|movements|traffic`,
    `most ${FLIGHTS}|movements|traffic @stand`,
  ),
  entry(
    'fewestOperations',
    ['window', 'location', 'tag'],
    `@stand [with] fewest|least ${FLIGHTS}|movements|traffic`,
    `fewest|least ${FLIGHTS}|movements|traffic @stand`,
  ),
  entry(
    'leastUsed',
    ['window', 'location', 'tag'],
    'least used|busy|occupied|utilized|utilised @stand',
    '@stand least used|busy|occupied|utilized|utilised',
    '@stand used|busy|occupied|utilized|utilised [the] least',
    'quietest|emptiest @stand',
    '@stand quietest|emptiest',
  ),
  entry(
    'mostUsed',
    ['window', 'location', 'tag'],
    'busiest|fullest @stand',
    '@stand busiest|fullest',
    'most used|busy|occupied|utilized|utilised @stand',
    '@stand most used|busy|occupied|utilized|utilised',
    '@stand used|busy|occupied|utilized|utilised [the] most',
  ),
  ...['<resource>', '<location>'].map((place) =>
    entry(
      'use',
      ['window'],
      `utilization|utilisation ${place}`,
      `${place} utilization|utilisation`,
      `much|long ${place} used|occupied|utilized|utilised|busy`,
      `${AVERAGE} utilization|utilisation|occupancy|use ${place}`,
      `${SHARE} ${place} used|occupied|utilized|utilised`,
    ),
  ),
];
