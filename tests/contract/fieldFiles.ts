import { type FlightLeg, writeAidx } from '../../fixtures/formats/aidx.ts';
import { type PortCall, writeDcsa } from '../../fixtures/formats/dcsa.ts';
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

const arrival: FlightLeg = {
  airline: 'LH',
  number: '401',
  suffix: '',
  originDate: '2026-11-19',
  from: 'JFK',
  to: 'FRA',
  times: [{ event: 'ONB', type: 'SCT', at: '2026-11-20T05:00:00Z' }],
  registration: 'DAIMA',
  aircraft: '388',
  stand: 'B46',
  status: null,
  sameAircraft: null,
};

const call: PortCall = {
  reference: 'SR11111X-9321483-2107W-NLRTM-ACT-1-1',
  port: 'NLRTM',
  terminal: 'ACT',
  voyage: '2103N',
  status: null,
  times: [
    { event: 'ARRI', kind: 'PLN', at: '2026-11-20T09:00:00+01:00' },
    { event: 'DEPA', kind: 'PLN', at: '2026-11-21T20:00:00+01:00' },
  ],
};
const callsOf = (one: PortCall): string => writeDcsa([{ imo: '9321483', name: 'King of the Seas', calls: [one] }]);

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
  {
    type: 'application/xml',
    query: '?station=FRA',
    text: writeAidx([arrival]),
    bad: writeAidx([{ ...arrival, originDate: 'yesterday' }]),
    problem: { row: 4, path: 'LegIdentifier.OriginDate', code: 'invalid_format' },
  },
  {
    type: 'application/vnd.dcsa.ovs+json',
    query: '?station=NLRTM',
    text: callsOf(call),
    bad: callsOf({ ...call, reference: '' }),
    problem: {
      row: 1,
      path: 'schedules.0.vesselSchedules.0.transportCalls.0.transportCallReference',
      code: 'invalid_format',
    },
  },
] as const;
