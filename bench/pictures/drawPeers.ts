/**
 * `npx node bench/pictures/drawPeers.ts PEERS.json [OUT.svg]` draws the scores and bounds of bench/peers over time, in percent from the
 * best final score.
 */
import { readFileSync } from 'node:fs';
import { logShare } from './logShare.ts';
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

const [WIDTH_PX, HEIGHT_PX, LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX] = [940, 360, 60, 190, 20, 40];
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

const x = (seconds: number): number => LEFT_PX + logShare(seconds, first, last) * (WIDTH_PX - LEFT_PX - RIGHT_PX);
const y = (percent: number): number =>
  HEIGHT_PX - BOTTOM_PX - logShare(percent, LEAST_PERCENT, MOST_PERCENT) * (HEIGHT_PX - TOP_PX - BOTTOM_PX);

/** A path with a step at each value, up to the end. */
const steps = (values: readonly (readonly [seconds: number, percent: number])[]): string =>
  values
    .map(
      ([seconds, percent], i) =>
        `${i === 0 ? 'M' : 'H'}${x(seconds).toFixed(1)}${i === 0 ? ' ' : 'V'}${y(percent).toFixed(1)}`,
    )
    .join('') + `H${x(last).toFixed(1)}`;

const lines = courses.flatMap(({ solver, points }, i) => {
  const color = COLORS[i % COLORS.length];
  const above = points.flatMap(({ seconds, score }) =>
    score === null ? [] : [[seconds, (100 * (score - best)) / best] as const],
  );
  const below = points.flatMap(({ seconds, bound }) =>
    bound === null || bound <= 0 ? [] : [[seconds, (100 * (best - bound)) / best] as const],
  );
  const path = (d: string, dash: string) =>
    `<path d="${d}" fill="none" stroke="${color}" stroke-width="${i === 0 ? 2.5 : 1.5}"${dash}/>`;
  const row = TOP_PX + 8 + i * 20;
  return [
    path(steps(above), ''),
    ...(below.length > 0 ? [path(steps(below), ' stroke-dasharray="4 3"')] : []),
    `<path d="M${WIDTH_PX - RIGHT_PX + 14} ${row}h18" stroke="${color}" stroke-width="${i === 0 ? 2.5 : 1.5}"/>`,
    `<text x="${WIDTH_PX - RIGHT_PX + 38}" y="${row + 4}">${solver}</text>`,
  ];
});

const powers = (least: number, most: number): number[] =>
  Array.from({ length: 12 }, (_, i) => 10 ** (i - 4)).filter((value) => value >= least * 0.999 && value <= most);
const axes = [
  ...powers(first, last).map(
    (seconds) =>
      `<path d="M${x(seconds).toFixed(1)} ${TOP_PX}V${HEIGHT_PX - BOTTOM_PX}" stroke="#ddd"/><text x="${x(seconds).toFixed(1)}" y="${HEIGHT_PX - BOTTOM_PX + 16}" text-anchor="middle">${Number(seconds.toPrecision(1))} s</text>`,
  ),
  ...powers(LEAST_PERCENT, MOST_PERCENT).map(
    (percent) =>
      `<path d="M${LEFT_PX} ${y(percent).toFixed(1)}H${WIDTH_PX - RIGHT_PX}" stroke="#ddd"/><text x="${LEFT_PX - 6}" y="${(y(percent) + 4).toFixed(1)}" text-anchor="end">${percent <= LEAST_PERCENT ? '0' : Number(percent.toPrecision(1))} %</text>`,
  ),
  `<text x="${LEFT_PX}" y="${HEIGHT_PX - 6}">plans: how far above the best score (solid); bounds: how far below it (dashed)</text>`,
];

writeSvg(out, { widthPx: WIDTH_PX, heightPx: HEIGHT_PX }, [...axes, ...lines]);
