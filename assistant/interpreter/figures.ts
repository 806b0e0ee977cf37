import { OPERATION_NOUNS } from '../directory/names.ts';
import { type Entry, entry, type Intent } from './language.ts';

const SELECTED = ['window', 'location', 'tag', 'called', 'resource'] as const;
const AVERAGE = 'average|mean|median|avg|typical';
const DELAY = 'delay|delays|lateness';
const STAY = 'stay|stays|turnaround|turnarounds|turn|call|calls|visit|visits|stop';
const SHARE = 'share|percentage|percent|proportion|fraction';
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

const busiestHour = (intent: Intent, events: string): Entry =>
  entry(
    intent,
    ['window', 'location', 'tag', 'called', 'resource'],
    `busiest|peak hour|hours|time|times ${events}`,
    `${events} busiest|peak [hour|hours|time]`,
    `busiest|peak ${events} hour|hours|time|times`,
    `hour|time most ${events}`,
    `when most ${events}`,
  );

/** How many of those that are asked for are in time, or are not. */
const punctual = (intent: Intent, events: string, isDefault: boolean): Entry =>
  entry(
    intent,
    SELECTED,
    `[${SHARE}] ${events} on time`,
    `${SHARE} on time ${events}`,
    ...(isDefault ? ['[on] time performance', 'punctuality', `${SHARE} on time`, '@flights on time'] : []),
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
    `long [@flights] stay|stays|park|stand ${AVERAGE}`,
    `long ${STAY} ${AVERAGE}`,
  ),
  busiestHour('busiestArrivals', ARRIVING),
  busiestHour('busiestDepartures', DEPARTING),
  entry('busiestHour', SELECTED, `busiest|peak hour|hours|time|times [${MOVEMENTS}]`, 'when busiest|peak'),
  entry(
    'perHour',
    SELECTED,
    `[${ARRIVING}|${DEPARTING}|${MOVEMENTS}] per|each|every|by hour`,
    `[${ARRIVING}|${DEPARTING}|${MOVEMENTS}] hourly`,
    `hourly ${ARRIVING}|${DEPARTING}|${MOVEMENTS}`,
  ),
  punctual('shareOnTimeDepartures', DEPARTING, false),
  punctual('shareOnTime', ARRIVING, true),
  late('shareLateDepartures', DEPARTING),
  late('shareLate', `${ARRIVING}|${[...OPERATION_NOUNS].join('|')}`),
  ...['<location>', '<resource>', '<tag>'].flatMap((there) => [
    entry(
      'shareOfCalled',
      ['window'],
      `${SHARE} <called> [@flights] [parked|park|stands|use|using|go|assigned] ${there}`,
    ),
  ]),
  ...['<location>', '<resource>'].map((there) =>
    entry('shareOfTag', ['window'], `${SHARE} <tag> @flights [parked|park|stands|use|using|go|assigned] ${there}`),
  ),
  ...['<location>', '<resource>', '<tag>', '<called>'].map((there) =>
    entry('share', ['window'], `${SHARE} @flights [parked|park|stands|use|using|go|assigned|operated|flown] ${there}`),
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
      `much|long ${place} used|occupied|utilized|utilised`,
      `${AVERAGE} utilization|utilisation ${place}`,
      `${SHARE} ${place} used|occupied|utilized|utilised`,
    ),
  ),
];
