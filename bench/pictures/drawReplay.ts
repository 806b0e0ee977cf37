/**
 * `npx node bench/pictures/drawReplay.ts DAY.json RISK.json [OUT.svg]` draws the results of bench/day and its risk bench: left, the conflict
 * minutes that each way of repair leaves, with its moves; right, those that plans with risk or with fixed buffers meet without
 * repair, against what they cost more.
 */
import { readFileSync } from 'node:fs';
import { POLICIES } from '../day/policies.ts';
import type { Outcome } from '../day/replay.ts';
import type { RiskPlan } from '../day/risk.ts';
import { writeSvg } from './writeSvg.ts';

const [dayFile, riskFile, out = 'docs/pictures/day.svg'] = process.argv.slice(2);
if (dayFile === undefined || riskFile === undefined) {
  console.error('Usage: npx node bench/pictures/drawReplay.ts DAY.json RISK.json [OUT.svg]');
  process.exit(2);
}

const [WIDTH_PX, HEIGHT_PX, TOP_PX, BOTTOM_PX] = [940, 360, 30, 50];
const COLORS = ['#0b6e4f', '#b5541c', '#3b5bdb', '#7a5195', '#8a6d00', '#c2255c', '#555'];

interface Point {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly isLabelBelow: boolean;
  readonly color: string;
}

interface Panel {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly title: string;
  readonly below: string;
  readonly lines: readonly (readonly Point[])[];
}

/** A step for the marks of an axis: 1, 2 or 5 times a power of ten. */
const stepOf = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  return power * ([1, 2, 5, 10].find((factor) => most / (factor * power) <= 5) ?? 10);
};

const marks = (most: number): readonly number[] => {
  const step = stepOf(most);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
};

const draw = ({ leftPx, rightPx, title, below, lines }: Panel): readonly string[] => {
  const points = lines.flat();
  const [mostX, mostY] = [Math.max(1, ...points.map(({ x }) => x)), Math.max(1, ...points.map(({ y }) => y))];
  const x = (value: number): number => leftPx + (value / mostX) * (rightPx - leftPx);
  const y = (value: number): number => HEIGHT_PX - BOTTOM_PX - (value / mostY) * (HEIGHT_PX - TOP_PX - BOTTOM_PX);
  return [
    `<text x="${leftPx}" y="16" font-weight="600">${title}</text>`,
    ...marks(mostY).map(
      (value) =>
        `<path d="M${leftPx} ${y(value).toFixed(1)}H${rightPx}" stroke="#ddd"/><text x="${leftPx - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value}</text>`,
    ),
    ...marks(mostX).map(
      (value) =>
        `<text x="${x(value).toFixed(1)}" y="${HEIGHT_PX - BOTTOM_PX + 18}" text-anchor="middle">${value}</text>`,
    ),
    `<text x="${leftPx}" y="${HEIGHT_PX - 10}">${below}</text>`,
    ...lines.flatMap((line) => [
      `<path d="M${line.map((one) => `${x(one.x).toFixed(1)} ${y(one.y).toFixed(1)}`).join('L')}" fill="none" stroke="${line[0]?.color}" stroke-width="1.5"/>`,
      ...line.map(
        (one) =>
          `<circle cx="${x(one.x).toFixed(1)}" cy="${y(one.y).toFixed(1)}" r="4" fill="${one.color}"/><text x="${x(one.x).toFixed(1)}" y="${(y(one.y) + (one.isLabelBelow ? 17 : -8)).toFixed(1)}" text-anchor="middle" fill="${one.color}">${one.label}</text>`,
      ),
    ]),
  ];
};

/** The half of the days that decides: those not used while tuning, unless there are none yet. */
const decisive = <T extends { readonly isKept: boolean }>(all: readonly T[]): readonly T[] => {
  const kept = all.filter(({ isKept }) => isKept);
  return kept.length > 0 ? kept : all;
};

const rate = <T extends { readonly operations: number }>(of: readonly T[], figure: (one: T) => number): number =>
  (100 * of.reduce((sum, one) => sum + figure(one), 0)) / of.reduce((sum, one) => sum + one.operations, 0);

const outcomes = decisive(JSON.parse(readFileSync(dayFile, 'utf8')) as Outcome[]);
/** The conflict minutes of a policy; 0 where it was not replayed. */
const rateOf = (name: string): number => {
  const own = outcomes.filter(({ policy }) => policy === name);
  return own.length === 0 ? 0 : rate(own, ({ minutes }) => minutes.total);
};

const BAR_PX = 40;
const bars = POLICIES.flatMap(({ name, description }, i): string[] => {
  const own = outcomes.filter(({ policy }) => policy === name);
  if (own.length === 0) return [];
  const [conflict, moves] = [rate(own, ({ minutes }) => minutes.total), rate(own, (one) => one.moves.all)];
  const topPx = TOP_PX + 8 + i * BAR_PX;
  const most = Math.max(...POLICIES.map((one) => rateOf(one.name)));
  const widthPx = (conflict / most) * 220;
  return [
    `<text x="10" y="${topPx + 10}">${description}</text>`,
    `<rect x="10" y="${topPx + 15}" width="${Math.max(1, widthPx).toFixed(1)}" height="12" fill="${COLORS[i % COLORS.length]}"/>`,
    `<text x="${(18 + widthPx).toFixed(1)}" y="${topPx + 25}">${conflict.toFixed(1)} min, ${moves.toFixed(0)} moves</text>`,
  ];
});

const plans = decisive((JSON.parse(readFileSync(riskFile, 'utf8')) as { plans: RiskPlan[] }).plans);
const neither = rate(
  plans.filter(({ family, strength }) => family === 'risk' && strength === 0),
  ({ plannedCost }) => plannedCost,
);
const families = (['risk', 'buffer'] as const).map((family, i): Point[] => {
  const strengths = [...new Set(plans.filter((plan) => plan.family === family).map(({ strength }) => strength))];
  return strengths
    .sort((a, b) => a - b)
    .map((strength) => {
      const own = plans.filter((plan) => plan.family === family && plan.strength === strength);
      return {
        x: rate(own, ({ plannedCost }) => plannedCost) - neither,
        y: rate(own, ({ conflictMinutes }) => conflictMinutes),
        label: strength === 0 ? '' : String(strength),
        isLabelBelow: family === 'risk',
        color: COLORS[i],
      };
    });
});

writeSvg(out, { widthPx: WIDTH_PX, heightPx: HEIGHT_PX }, [
  '<text x="10" y="16" font-weight="600">Conflict minutes while the day is repaired</text>',
  ...bars,
  `<text x="10" y="${HEIGHT_PX - 10}">for each 100 operations</text>`,
  ...draw({
    leftPx: 470,
    rightPx: 880,
    title: 'Conflict minutes without repair, by how the plan was made',
    below: 'additional planned cost; both for each 100 operations',
    lines: families,
  }),
  `<text x="640" y="${TOP_PX + 20}" fill="${COLORS[0]}">with this weights.risk</text>`,
  `<text x="640" y="${TOP_PX + 38}" fill="${COLORS[1]}">with a fixed buffer of so many minutes</text>`,
]);
