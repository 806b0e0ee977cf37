/**
 * `npx node bench/pictures/drawPeers.ts PEERS.json [OUT.svg]` draws the scores and bounds of bench/peers over time, in percent from the
 * best final score.
 */
import { readFileSync } from 'node:fs';
import { logChart } from './logChart.ts';
import { writeSvg } from './writeSvg.ts';

interface Course {
  readonly solver: string;
  readonly points: readonly {
    readonly seconds: number;
    readonly score: number | null;
    readonly bound: number | null;
  }[];
}

const [file, out = 'docs/pictures/peers.svg'] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npx node bench/pictures/drawPeers.ts PEERS.json [OUT.svg]');
  process.exit(2);
}

const FRAME = { widthPx: 940, heightPx: 360, leftPx: 60, rightPx: 190, topPx: 20, bottomPx: 40 };
const COLORS = ['#0b6e4f', '#b5541c', '#3b5bdb', '#7a5195', '#8a6d00', '#c2255c', '#555'];
/** Percentages up to this are drawn as zero, because both axes are logarithmic. */
const LEAST_PERCENT = 0.01;
const MOST_PERCENT = 1000;

const courses = (JSON.parse(readFileSync(file, 'utf8')) as Course[]).filter(({ points }) =>
  points.some(({ score }) => score !== null),
);
const scores = courses.flatMap(({ points }) => points.flatMap(({ score }) => score ?? []));
const best = Math.min(...scores);
const times = courses.flatMap(({ points }) => points.map(({ seconds }) => seconds));
const [first, last] = [0.01, 1.3 * Math.max(...times)];

const chart = logChart(FRAME, [first, last], [LEAST_PERCENT, MOST_PERCENT]);

/** A path with a step at each value, up to the end. */
const steps = (values: readonly (readonly [seconds: number, percent: number])[]): string =>
  values
    .map(
      ([seconds, percent], i) => `${i === 0 ? 'M' : 'H'}${chart.x(seconds)}${i === 0 ? ' ' : 'V'}${chart.y(percent)}`,
    )
    .join('') + `H${chart.x(last)}`;

const lines = courses.flatMap(({ solver, points }, i) => {
  const color = COLORS[i % COLORS.length];
  const above = points.flatMap(({ seconds, score }) =>
    score === null ? [] : [[seconds, (100 * (score - best)) / best] as const],
  );
  const below = points.flatMap(({ seconds, bound }) =>
    bound === null || bound <= 0 ? [] : [[seconds, (100 * (best - bound)) / best] as const],
  );
  const width = i === 0 ? 2.5 : 1.5;
  const path = (d: string, dash: string) =>
    `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${dash}/>`;
  return [
    path(steps(above), ''),
    ...(below.length > 0 ? [path(steps(below), ' stroke-dasharray="4 3"')] : []),
    chart.legend(i, solver, color, width),
  ];
});

const powers = (least: number, most: number): number[] =>
  Array.from({ length: 12 }, (_, i) => 10 ** (i - 4)).filter((value) => value >= least * 0.999 && value <= most);
const axes = chart.axes(
  powers(first, last).map((value) => [value, `${Number(value.toPrecision(1))} s`] as const),
  powers(LEAST_PERCENT, MOST_PERCENT).map(
    (value) => [value, `${value <= LEAST_PERCENT ? '0' : Number(value.toPrecision(1))} %`] as const,
  ),
  'plans: how far above the best score (solid); bounds: how far below it (dashed)',
);

writeSvg(out, FRAME, [...axes, ...lines]);
