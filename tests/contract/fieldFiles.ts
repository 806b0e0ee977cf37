import { type PlannedLeg, writeSsim } from '../../fixtures/formats/ssim.ts';

const day = Date.parse('2026-11-20') / 86_400_000;

const leg: PlannedLeg = {
  airline: 'TG',
  number: 920,
  suffix: '',
  itinerary: 1,
  sequence: 1,
  from: 'BKK',
  to: 'FRA',
  firstDay: day,
  lastDay: day,
  weekdays: [true, true, true, true, true, true, true],
  everyWeeks: 1,
  departsMinute: 60,
  blockMinutes: 700,
  fromOffset: 420,
  toOffset: 60,
  aircraft: '359',
  service: 'J',
  onward: { airline: 'TG', number: 921, layover: 0 },
};
const back: PlannedLeg = {
  ...leg,
  number: 921,
  from: 'FRA',
  to: 'BKK',
  departsMinute: 840,
  fromOffset: 60,
  toOffset: 420,
  onward: null,
};
const ssim = writeSsim({ airline: 'TG', season: 'W26', mode: 'L', firstDay: day, lastDay: day, legs: [leg, back] });

/** One turnaround in each format, and the same with a fault. */
export const FIELD_FILES = [
  {
    type: 'application/x-ssim',
    query: '?station=FRA&from=2026-11-20&to=2026-11-20',
    text: ssim,
    bad: writeSsim({
      airline: 'TG',
      season: 'W26',
      mode: 'L',
      firstDay: day,
      lastDay: day,
      legs: [{ ...leg, service: '!' }],
    }),
    problem: { row: 11, path: 'serviceType', code: 'invalid_format' },
  },
] as const;
