import { createRandom, type Random } from '../../fixtures/generate/random.ts';
import type { Stay } from './days.ts';

/**
 * What the airport's feeds say about one side of an operation at a minute: a new expected time with its standard deviation, or the
 * actual time (`sigmaMinutes` 0). All times in minutes from the Unix epoch.
 */
export interface Message {
  readonly at: number;
  readonly operation: string;
  readonly side: 'inboundTask' | 'outboundTask';
  readonly expected: number;
  readonly sigmaMinutes: number;
  readonly isActual: boolean;
}

/** The mean from landing to the stand is 6.9 minutes; at large airports, 7.8. Bureau of Transportation Statistics, Special Report SR-008 (2008), tables 1 and 4. */
const TAXI_IN = { least: 3, mean: 7 };
/** The shortest turnaround that airlines plan with; shorter scheduled ones take their own time. */
const TURN = 40;
/** A new estimate is sent when it differs from the last one by at least this much. */
const WORTH_SENDING = 2;

/**
 * The feeds of a day, in order of time. The statistics have scheduled and actual times only; when an estimate is known is assumed, drawn
 * from the seed:
 *
 * - The flight takes 45 to 330 minutes, about two hours on average, the same for each origin (the average stage of 690 miles of US
 *   domestic flights; Bureau of Transportation Statistics, Transportation Indicators).
 * - A flight that is more than 10 minutes late is announced up to an hour before its scheduled departure from the origin with a part of
 *   its delay (30 to 90 %), and again every 20 to 40 minutes while it has not departed. It is never expected sooner than a flight's time
 *   from now.
 * - At departure from the origin the arrival is known with a standard deviation of 3 minutes and 5 % of the flight's time, half an hour
 *   before arrival with one of 4. At landing all but the time of taxiing in is known. At the stand, the actual time is.
 * - The departure is expected when the turnaround allows, 40 minutes (or what is scheduled, if less) after the arrival then expected. A
 *   further delay becomes known late: up to 30 minutes before, a part of it (30 to 90 %), then every 10 to 20 minutes. An aircraft
 *   that leaves early is known to 3 to 10 minutes before.
 * - What is due and has not happened is expected 5 (arrival) or 10 minutes (departure) later.
 * - A closed stand whose works overrun is known to 15 minutes before they should end.
 */
export const feedOf = (stays: readonly Stay[], seed: number, from: number): readonly Message[] =>
  stays
    .flatMap((stay) => (stay.isBlocker ? overrunOf(stay) : messagesOf(stay, seed, from)))
    .map((message) => ({ ...message, at: Math.max(from, message.at) }))
    .sort((a, b) => a.at - b.at);

const overrunOf = ({ id, scheduled, actual }: Stay): readonly Message[] =>
  actual.end === scheduled.end
    ? []
    : [
        {
          at: scheduled.end - 15,
          operation: id,
          side: 'outboundTask',
          expected: actual.end,
          sigmaMinutes: 0,
          isActual: false,
        },
      ];

interface Estimate {
  readonly at: number;
  readonly expected: number;
  readonly sigmaMinutes: number;
}

const messagesOf = (stay: Stay, seed: number, from: number): readonly Message[] => {
  const random = createRandom(hashOf(`${seed} ${stay.id}`));
  const { scheduled, actual } = stay;
  const arrivals = settled(arrivalsOf(stay, random), actual.start, { from, first: scheduled.start, wait: 5 });
  const turn = Math.min(TURN, scheduled.end - scheduled.start);
  const knockOn = arrivals.map(({ at, expected, sigmaMinutes }) => ({
    at,
    expected: Math.max(scheduled.end, expected + turn),
    sigmaMinutes: Math.max(6, sigmaMinutes),
  }));
  const own = departuresOf(Math.max(scheduled.end, actual.start + turn), actual, random);
  const ownFrom = own[0]?.at ?? Number.POSITIVE_INFINITY;
  const estimates = [...knockOn.filter(({ at }) => at < ownFrom), ...own];
  const departures = settled(estimates, actual.end, { from, first: scheduled.end, wait: 10 });
  return [...sideOf(stay.id, 'inboundTask', arrivals), ...sideOf(stay.id, 'outboundTask', departures)];
};

const arrivalsOf = ({ origin, scheduled, actual }: Stay, random: Random): Estimate[] => {
  const flight = flightMinutes(origin);
  const takeOff = actual.start - flight;
  const delay = actual.start - scheduled.start;
  const estimates: Estimate[] = [];
  let at = scheduled.start - flight - random.below(60);
  while (delay > 10 && at < takeOff) {
    const announced = scheduled.start + Math.round(delay * random.between(0.3, 0.9));
    estimates.push({ at, expected: Math.max(announced, at + flight), sigmaMinutes: 20 });
    at += 20 + random.below(21);
  }
  const sigma = 3 + 0.05 * flight;
  estimates.push({ at: takeOff, expected: drawn(actual.start, sigma, random), sigmaMinutes: sigma });
  if (flight > 40) estimates.push({ at: actual.start - 30, expected: drawn(actual.start, 4, random), sigmaMinutes: 4 });
  const taxi = TAXI_IN.least + Math.min(25, Math.round(random.exponential(TAXI_IN.mean - TAXI_IN.least)));
  estimates.push({ at: actual.start - taxi, expected: actual.start - taxi + TAXI_IN.mean, sigmaMinutes: 4 });
  return estimates;
};

/** Estimates of a departure that is ready at `ready`, from the first that knows more than the arrival says. */
const departuresOf = (ready: number, actual: Stay['actual'], random: Random): Estimate[] => {
  const further = actual.end - ready;
  if (further < -3) return [{ at: actual.end - 3 - random.below(8), expected: actual.end, sigmaMinutes: 3 }];
  const estimates: Estimate[] = [];
  let at = ready - random.below(31);
  while (further > 5 && at < actual.end) {
    const announced = ready + Math.round(further * random.between(0.3, 0.9));
    estimates.push({ at, expected: Math.max(announced, at + 5), sigmaMinutes: 10 });
    at += 10 + random.below(11);
  }
  return estimates;
};

/**
 * The estimates that are sent: in order, none before `from` or after the event, none that hardly differs from the one before, and a
 * later one by `wait` minutes whenever the time has come and nothing has happened. The last one is the actual time.
 */
const settled = (
  estimates: readonly Estimate[],
  actual: number,
  { from, first, wait }: { readonly from: number; readonly first: number; readonly wait: number },
): Estimate[] => {
  const sent: Estimate[] = [];
  let expected = first;
  const send = (estimate: Estimate): void => {
    sent.push(estimate);
    ({ expected } = estimate);
  };
  const waitUntil = (until: number): void => {
    while (expected < until) {
      const at = Math.max(from, expected);
      if (at >= actual) return;
      send({ at, expected: at + wait, sigmaMinutes: wait });
    }
  };
  for (const estimate of estimates.toSorted((a, b) => a.at - b.at)) {
    const at = Math.max(from, estimate.at);
    if (at >= actual) break;
    waitUntil(at);
    const next = Math.max(estimate.expected, at + 1);
    if (Math.abs(next - expected) >= WORTH_SENDING) send({ ...estimate, at, expected: next });
  }
  waitUntil(actual);
  sent.push({ at: Math.max(from, actual), expected: actual, sigmaMinutes: 0 });
  return sent;
};

const sideOf = (operation: string, side: Message['side'], estimates: readonly Estimate[]): readonly Message[] =>
  estimates.map(({ at, expected, sigmaMinutes }) => ({
    at,
    operation,
    side,
    expected,
    sigmaMinutes,
    isActual: sigmaMinutes === 0,
  }));

const drawn = (mean: number, sigma: number, random: Random): number => Math.round(mean + sigma * random.normal());

const flightMinutes = (origin: string): number => {
  const random = createRandom(hashOf(origin));
  return Math.round(Math.min(330, 45 + random.exponential(80)));
};

const hashOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash;
};
