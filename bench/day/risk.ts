/**
 * What is a plan that holds worth, and what does it cost? `npm run bench -- risk [--turnarounds FOLDER] [--days tuning] [--seconds 4]` plans each day
 * the evening before, on scheduled times with distributions that are estimated from the other days for tuning (a day never says anything about itself),
 * with growing `weights.risk`, and, to compare with, with growing fixed buffers: a soft rule that two aircraft on one stand are a given number of
 * minutes apart. Each run starts from the plan of the next weaker weight or buffer. Each plan then meets the actual times without any repair. Planned
 * cost is the score by the day's own rules, without risk and without the added buffer.
 *
 * Days and which of them are kept: see `day.ts`. Results are added to bench/results/risk.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { expectedPairs } from '../../engine/uncertainty/expectedPairs.ts';
import { SIDES } from '../../schedule/documents/calibrateDocument.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, percent, publish } from '../table/table.ts';
import { chooseDays, type Day, readDay } from './days.ts';
import { uncertainDays, withWeights } from './distributions.ts';
import { conflictMinutes } from './conflictMinutes.ts';

/** One plan of one day. */
export interface RiskPlan {
  readonly day: string;
  readonly isKept: boolean;
  readonly operations: number;
  readonly family: 'risk' | 'buffer';
  /** `weights.risk`, or the minutes of the buffer; 0: neither. */
  readonly strength: number;
  /** The planned cost in weight units, by the day's own rules. */
  readonly plannedCost: number;
  readonly expectedConflicts: number;
  readonly conflictMinutes: number;
  readonly score: number;
  readonly bound: number | null;
}

const options = readOptions({
  turnarounds: ['folder of files DATE_AIRPORT.csv; without it, only the demo days', ''],
  days: ['tuning, kept, all, or names such as 2008-01-17_MDW, comma-separated', 'tuning'],
  seconds: ['seconds of `auto` for each plan', 4],
  fresh: ['forget the results of earlier sittings', false],
});

const FAMILIES = ['risk', 'buffer'] as const;
/** The steps are so small that both families can use up each budget. */
const RISKS = [1, 3, 10, 15, 20, 30, 50, 70, 100, 150, 300];
const BUFFERS = [10, 15, 20, 25, 30, 35, 40, 45, 50, 60];
/** What a gap that is shorter than the fixed buffer costs. */
const BUFFER_WEIGHT = 30;
/** Budgets for robustness, in weight units for each 100 operations. */
const BUDGETS = [5, 10, 20, 40, 80];

const folder = options.turnarounds === '' ? null : options.turnarounds;
const RESULTS = new URL('../results/risk.json', import.meta.url);
const known: readonly RiskPlan[] =
  options.fresh || !existsSync(RESULTS)
    ? []
    : (JSON.parse(readFileSync(RESULTS, 'utf8')) as { plans: RiskPlan[] }).plans;

const withRisk = (document: PlanningDocument, risk: number): PlanningDocument =>
  withWeights(document, { reassigned: 0, risk });

const withBuffer = (document: PlanningDocument, minutes: number): PlanningDocument => ({
  ...document,
  rules: [
    ...document.rules,
    {
      id: 'fixed-buffer',
      name: 'Fixed buffer',
      kind: 'buffer',
      hard: false,
      weight: BUFFER_WEIGHT,
      parameters: { seconds: 60 * minutes },
    },
  ],
});

const minutesOf = (day: Day, instance: Instance, placement: Int32Array): number => {
  const places = new Map(
    [...placement].map((resource, part) => {
      const operation = instance.names.operations[instance.operation[part]];
      return [operation, [{ operation, from: 0, resource: resource < 0 ? null : instance.names.resources[resource] }]];
    }),
  );
  return conflictMinutes(day.stays, places).total;
};

const planDay = async (pool: SolverPool, day: Day, document: PlanningDocument): Promise<readonly RiskPlan[]> => {
  const plain = compile(withRisk(document, 0));
  const timeLimitSeconds = options.seconds;
  const made: RiskPlan[] = [];
  let initial: Int32Array | undefined;
  const solve = async (family: RiskPlan['family'], strength: number, instance: Instance): Promise<void> => {
    const parameters = { timeLimitSeconds, seed: 1 };
    const { solution, bound } = await pool.run({ instance, solver: 'auto', parameters, ...(initial && { initial }) });
    const { placement } = solution;
    initial = placement;
    made.push({
      day: day.name,
      isKept: day.isKept,
      operations: day.stays.filter(({ isBlocker }) => !isBlocker).length,
      family,
      strength,
      plannedCost: new Plan(plain, placement).cost / 100,
      expectedConflicts: Math.round(100 * expectedPairs(plain, placement, ALWAYS)) / 100,
      conflictMinutes: minutesOf(day, plain, placement),
      score: solution.cost / 100,
      bound: bound === null ? null : bound / 100,
    });
  };
  await solve('risk', 0, plain);
  const neither = initial;
  made.push({ ...made[0], family: 'buffer' });
  for (const risk of RISKS) await solve('risk', risk, compile(withRisk(document, risk)));
  initial = neither;
  for (const minutes of BUFFERS) await solve('buffer', minutes, compile(withRisk(withBuffer(document, minutes), 0)));
  return made;
};

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The strongest of a family's plans of a day that costs at most `budget` more than the plan with neither. */
const within = (plans: readonly RiskPlan[], family: RiskPlan['family'], budget: number): RiskPlan => {
  const own = plans.filter((plan) => plan.family === family).sort((a, b) => a.strength - b.strength);
  const limit = own[0].plannedCost + (budget * own[0].operations) / 100;
  return own.filter(({ plannedCost }) => plannedCost <= limit).at(-1)!;
};

/** A figure for each 100 operations of these plans' days. */
const per = (of: readonly RiskPlan[], figure: (plan: RiskPlan) => number): string =>
  ((100 * sum(of, figure)) / sum(of, ({ operations }) => operations)).toFixed(1);

const sum = (of: readonly RiskPlan[], figure: (plan: RiskPlan) => number): number =>
  of.reduce((total, plan) => total + figure(plan), 0);

const budgetsOf = (days: readonly (readonly RiskPlan[])[]): string =>
  formatTable(
    [
      'at most so much more',
      'risk',
      'fixed buffer',
      'fewer',
      'risk spends',
      'buffer spends',
      'fewer expected conflicts',
    ],
    BUDGETS.map((budget) => {
      const [risk, buffer] = FAMILIES.map((family) => days.map((own) => within(own, family, budget)));
      const neither = new Map(days.map(([own]) => [own.day, own.plannedCost]));
      const spent = (of: readonly RiskPlan[]): string =>
        per(of, ({ plannedCost, day }) => plannedCost - neither.get(day)!);
      const fewer = (figure: (plan: RiskPlan) => number): string =>
        percent(1 - sum(risk, figure) / Math.max(1, sum(buffer, figure)));
      return [
        budget,
        per(risk, ({ conflictMinutes: minutes }) => minutes),
        per(buffer, ({ conflictMinutes: minutes }) => minutes),
        fewer(({ conflictMinutes: minutes }) => minutes),
        spent(risk),
        spent(buffer),
        fewer(({ expectedConflicts }) => expectedConflicts),
      ];
    }),
  );

const tablesOf = (plans: readonly RiskPlan[]): string => {
  const days = [...Map.groupBy(plans, ({ day }) => day).values()];
  if (days.length === 0) return 'No day was planned.';
  const gap = (of: readonly RiskPlan[]): string => {
    const gaps = of.flatMap(({ score, bound }) => (bound === null ? [] : [100 * gapOf(100 * score, 100 * bound)]));
    return gaps.length === 0 ? '–' : `${Math.max(...gaps).toFixed(1)} %`;
  };
  const strengths = FAMILIES.flatMap((family) =>
    [...new Set(plans.filter((plan) => plan.family === family).map(({ strength }) => strength))]
      .sort((a, b) => a - b)
      .map((strength) => plans.filter((plan) => plan.family === family && plan.strength === strength)),
  );
  const frontier = formatTable(
    ['plan', 'planned cost', 'expected conflicts', 'conflict minutes', 'largest gap'],
    strengths.map((of) => [
      of[0].strength === 0
        ? 'neither'
        : of[0].family === 'risk'
          ? `risk ${of[0].strength}`
          : `buffer ${of[0].strength} min`,
      per(of, (plan) => plan.plannedCost),
      per(of, (plan) => plan.expectedConflicts),
      per(of, (plan) => plan.conflictMinutes),
      gap(of),
    ]),
  );
  return `${days.length} days (${days.map(([one]) => one.day).join(', ')}).\n\n${frontier}\n\nConflict minutes at the same planned cost, of the strongest plan within a budget, and what the distributions expect of the same plans:\n\n${budgetsOf(days)}`;
};

const uncertain = uncertainDays(folder);
const pool = new SolverPool({ threads: 1 });
try {
  const plans: RiskPlan[] = [];
  for (const name of chooseDays(options.days, folder)) {
    const day = readDay(name, folder);
    const { document, fits } = uncertain(day);
    for (const side of SIDES)
      console.log(
        `${name} ${side}: ${percent(fits[side].within90)} from P05 to P95, ${percent(fits[side].within80)} from P10 to P90; ten ranges ${fits[side].histogram.map((share) => percent(share)).join(' ')}`,
      );
    plans.push(...(await planDay(pool, day, document)));
    const latest = [
      ...new Map(
        [...known, ...plans].map((plan) => [`${plan.day} ${plan.family} ${plan.strength}`, plan] as const),
      ).values(),
    ];
    await publish(
      'risk',
      `Plans of the evening before with a weight of risk or with fixed buffers, met by the actual times without repair. Planned cost, expected conflicts and conflict minutes are for each 100 operations; \`auto\`, ${options.seconds} s a plan. ${machine()}.

**Days not used while tuning**

${tablesOf(latest.filter((plan) => plan.isKept))}

**Days used while tuning**

${tablesOf(latest.filter((plan) => !plan.isKept))}

Distributions are estimated from the days used while tuning, without the day itself (\`tidegate calibrate\`). The gap is between score and bound, both with their risk or buffer; \`bench/day/risk.ts\` says more.`,
      { plans: latest },
    );
  }
} finally {
  await pool.close();
}
