/**
 * How well does a plan get through a day as it really went? `npm run bench -- day [--turnarounds FOLDER] [--days tuning] [--draws 1]
 * [--risk 0] [--policies none,by-hand]` replays real days minute by minute through the API of a service on the embedded database: the plan of the evening
 * before is made by `auto` on the scheduled times, then estimates and actual times arrive when they would have (`feed.ts` says what is
 * assumed), and a policy repairs the plan, or does not. The times of a planning are absolute, and the runs are told the time of the day
 * (`frozenBefore`, `referenceTime`), so a day takes as long as the service takes to respond. No policy changes the stand of an aircraft that
 * is expected within ten minutes.
 *
 * Days: the two demo days, and files `DATE_AIRPORT.csv` in a folder (see `fixtures/README.md`, "Real days"). Half of the twelve that were
 * published are kept for final figures and are not looked at while anything is tuned: 2008-01-17 ORD and PHX, 2015-01-02 LAX, 2015-01-03
 * CLT, DTW and MSP. The others are for tuning: 2008-03-14 ATL, 2008-01-17 MDW, 2015-01-02 LAS, 2015-01-03 BOS, IAH and PHX.
 *
 * With `--risk 30`, the evening before also knows distributions of all times, estimated from the other days for tuning, and the planning
 * charges 30 for an expected conflict: the plan of the evening, runs and repairs alike. Their results are in bench/results/day-risk-30.json.
 *
 * Results are added to bench/results/day.json, so that days, draws and policies can be replayed in several sittings; what is replayed
 * again replaces what was there.
 */
import { readFileSync, existsSync } from 'node:fs';
import { openTidegate } from '../../client/tidegate.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { startServing } from '../load/serving.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { publish } from '../table/table.ts';
import { chooseDays, type Day, readDay } from './days.ts';
import { POLICIES, type Policy } from './policies.ts';
import { uncertainDays, withWeights } from './distributions.ts';
import { type Outcome, planEvening, replay } from './replay.ts';
import { causesOf, comparisonOf, limitOf, tableOf } from './report.ts';
import type { Served } from './world.ts';

const options = readOptions({
  turnarounds: ['folder of files DATE_AIRPORT.csv; without it, only the demo days', ''],
  days: ['tuning, kept, all, or names such as 2008-01-17_MDW, comma-separated', 'tuning'],
  draws: ['numbers of draws of what is known when, comma-separated', '1'],
  risk: ['`weights.risk` for all policies; above 0, the times have distributions from the evening on', 0],
  policies: [`which policies, comma-separated: ${POLICIES.map(({ name }) => name).join(', ')}`, 'all'],
  fresh: ['forget the results of earlier sittings', false],
});

const folder = options.turnarounds === '' ? null : options.turnarounds;
const listed = (text: string): readonly string[] => text.split(',').map((one) => one.trim());
const chosenDays = chooseDays(options.days, folder);
const policies = POLICIES.filter(({ name }) => options.policies === 'all' || listed(options.policies).includes(name));
const draws = listed(options.draws).map(Number);

const risk = options.risk;
const named = risk === 0 ? 'day' : `day-risk-${risk}`;
const RESULTS = new URL(`../results/${named}.json`, import.meta.url);
let isFresh = options.fresh;
/** The results that earlier sittings left, and those of other sittings that run beside this one. */
const known = (): readonly Outcome[] =>
  isFresh || !existsSync(RESULTS) ? [] : (JSON.parse(readFileSync(RESULTS, 'utf8')) as Outcome[]);

const uncertain = risk === 0 ? null : uncertainDays(folder);
/** A day as it is known the evening before. */
const read = (name: string): Day => {
  const day = readDay(name, folder);
  return uncertain === null ? day : { ...day, document: withWeights(uncertain(day).document, { risk }) };
};

const replayDay = async (served: Served, name: string): Promise<readonly Outcome[]> => {
  const day = read(name);
  const plans = new Map<Policy['evening'], PlanningDocument>();
  const outcomes: Outcome[] = [];
  for (const draw of draws) {
    for (const policy of policies) {
      if (!plans.has(policy.evening)) plans.set(policy.evening, await planEvening(served, day, policy.evening));
      const outcome = await replay(served, day, plans.get(policy.evening)!, policy, draw);
      outcomes.push(outcome);
      const { minutes, moves, longestOpen, seconds } = outcome;
      console.log(
        `${name}, draw ${draw}, ${policy.name}: ${minutes.total} conflict minutes (${minutes.shared} shared, ${minutes.homeless} without a stand), ${moves.all} moves, longest open ${longestOpen} min; ${seconds} s`,
      );
    }
  }
  return outcomes;
};

const keyOf = ({ day, draw, policy }: Outcome): string => `${day} ${draw} ${policy}`;

const publishAll = async (outcomes: readonly Outcome[]): Promise<void> => {
  const latest = [...new Map([...known(), ...outcomes].map((outcome) => [keyOf(outcome), outcome])).values()];
  const place = (policy: string): number => POLICIES.findIndex(({ name }) => name === policy);
  latest.sort(
    (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) || a.draw - b.draw || place(a.policy) - place(b.policy),
  );
  const half = (kept: boolean): string => {
    const own = latest.filter((outcome) => outcome.isKept === kept);
    return [tableOf(own, POLICIES), comparisonOf(own, POLICIES), limitOf(own), causesOf(own)].join('\n\n');
  };
  await publish(
    named,
    `Real days, replayed minute by minute through the API${risk === 0 ? '' : `, with distributions of all times from the evening on and \`weights.risk\` ${risk} for all policies`}. Figures are for each 100 operations, with 95 % intervals over days and draws; "longest open", latencies and seconds are medians of replays. ${machine()}.

**Days not used while tuning**

${half(true)}

**Days used while tuning**

${half(false)}

A conflict minute is a minute that an operation spends on the ground without a stand of its own, by actual times. A move changes the stand of an operation; "before" is before the aircraft was on its stand. "Without a stand" counts operations that were ever on the ground without one. The limit of reacting is what a repair could do at best that moves whatever is in a conflict as soon as an estimate shows it, with any number of stands; what is left are conflicts that no estimate told of until both aircraft were on their stands or within ten minutes of them. \`bench/day/day.ts\` and \`feed.ts\` say what is assumed.`,
    latest,
  );
  isFresh = false;
};

if (chosenDays.length === 0 || policies.length === 0 || !(risk >= 0) || draws.some((draw) => !Number.isInteger(draw))) {
  console.error('There is nothing to replay: check --days, --draws, --risk and --policies.');
  process.exit(2);
}
const serving = await startServing(null, { EMBEDDED_SYNC: 'false' }, { worker: true });
try {
  const served = {
    tidegate: openTidegate({ url: serving.url, token: serving.key }),
    organization: serving.organization,
  };
  const outcomes: Outcome[] = [];
  for (const name of chosenDays) {
    outcomes.push(...(await replayDay(served, name)));
    // Results are stored after each day, so that what was replayed is kept when a later day fails.
    await publishAll(outcomes);
  }
} finally {
  await serving.close();
}
