/** `npx node bench/pictures/drawScale.ts SCALE.json [OUT.svg]` draws how the times of bench/scale grow with the number of operations. */
import { readFileSync } from 'node:fs';
import { numberText } from '../../engine/wording.ts';
import type { Scaled } from '../scale/scale.ts';
import { logChart } from './logChart.ts';
import { writeSvg } from './writeSvg.ts';

const [file, out = 'docs/pictures/scale.svg'] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npx node bench/pictures/drawScale.ts SCALE.json [OUT.svg]');
  process.exit(2);
}

const FRAME = { widthPx: 940, heightPx: 340, leftPx: 70, rightPx: 200, topPx: 20, bottomPx: 44 };
const all = JSON.parse(readFileSync(file, 'utf8')) as Scaled[];
const LINES: readonly { name: string; color: string; of: (one: Scaled) => number | null }[] = [
  { name: 'compiled', color: '#555', of: (one) => one.compileSeconds },
  { name: 'first complete plan', color: '#3b5bdb', of: (one) => one.firstSeconds },
  { name: 'within 5 % of the bound', color: '#b5541c', of: (one) => one.gapSeconds[0]! },
  { name: 'within 1 %', color: '#7a5195', of: (one) => one.gapSeconds[1]! },
  { name: 'within 0.1 %', color: '#0b6e4f', of: (one) => one.gapSeconds[2]! },
];

const sizes = all.map(({ operations }) => operations);
const chart = logChart(FRAME, [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3], [0.001, 300]);
const lines = LINES.flatMap(({ name, color, of }, i) => {
  const points = all.flatMap((one) => {
    const value = of(one);
    return value === null ? [] : [[one.operations, value] as const];
  });
  return [...chart.line(points, color), chart.legend(i, name, color)];
});
const axes = chart.axes(
  sizes.map((value) => [value, numberText(value)] as const),
  [0.001, 0.01, 0.1, 1, 10, 100].map((value) => [value, value < 1 ? `${1000 * value} ms` : `${value} s`] as const),
  'operations; a line ends where the limit of the run came first',
);

writeSvg(out, FRAME, [...axes, ...lines]);
