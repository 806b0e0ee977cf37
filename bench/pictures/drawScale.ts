/** `npx node bench/pictures/drawScale.ts SCALE.json [OUT.svg]` draws how the times of bench/scale grow with the number of operations. */
import { readFileSync } from 'node:fs';
import type { Scaled } from '../scale/scale.ts';
import { logShare } from './logShare.ts';
import { writeSvg } from './writeSvg.ts';

const [file, out = 'docs/pictures/scale.svg'] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npx node bench/pictures/drawScale.ts SCALE.json [OUT.svg]');
  process.exit(2);
}

const [WIDTH_PX, HEIGHT_PX, LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX] = [940, 340, 70, 200, 20, 44];
const all = JSON.parse(readFileSync(file, 'utf8')) as Scaled[];
const LINES: readonly { name: string; color: string; of: (one: Scaled) => number | null }[] = [
  { name: 'compiled', color: '#555', of: (one) => one.compileSeconds },
  { name: 'first complete plan', color: '#3b5bdb', of: (one) => one.firstSeconds },
  { name: 'within 5 % of the bound', color: '#b5541c', of: (one) => one.gapSeconds[0]! },
  { name: 'within 1 %', color: '#7a5195', of: (one) => one.gapSeconds[1]! },
  { name: 'within 0.1 %', color: '#0b6e4f', of: (one) => one.gapSeconds[2]! },
];

const sizes = all.map(({ operations }) => operations);
const [fewest, most] = [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3];
const [shortest, longest] = [0.001, 300];
const x = (operations: number): string =>
  (LEFT_PX + logShare(operations, fewest, most) * (WIDTH_PX - LEFT_PX - RIGHT_PX)).toFixed(1);
const y = (seconds: number): string =>
  (HEIGHT_PX - BOTTOM_PX - logShare(seconds, shortest, longest) * (HEIGHT_PX - TOP_PX - BOTTOM_PX)).toFixed(1);

const lines = LINES.flatMap(({ name, color, of }, i) => {
  const points = all.flatMap((one) => {
    const value = of(one);
    return value === null ? [] : [[x(one.operations), y(value)] as const];
  });
  const row = TOP_PX + 8 + i * 20;
  const left = WIDTH_PX - RIGHT_PX + 14;
  return [
    `<path d="M${points.map((point) => point.join(' ')).join('L')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`),
    `<path d="M${left} ${row}h18" stroke="${color}" stroke-width="2"/>`,
    `<text x="${left + 24}" y="${row + 4}">${name}</text>`,
  ];
});

const times = [0.001, 0.01, 0.1, 1, 10, 100];
const axes = [
  ...sizes.map(
    (operations) =>
      `<path d="M${x(operations)} ${TOP_PX}V${HEIGHT_PX - BOTTOM_PX}" stroke="#ddd"/><text x="${x(operations)}" y="${HEIGHT_PX - BOTTOM_PX + 16}" text-anchor="middle">${operations.toLocaleString('en').replaceAll(',', ' ')}</text>`,
  ),
  ...times.map(
    (seconds) =>
      `<path d="M${LEFT_PX} ${y(seconds)}H${WIDTH_PX - RIGHT_PX}" stroke="#ddd"/><text x="${LEFT_PX - 6}" y="${(Number(y(seconds)) + 4).toFixed(1)}" text-anchor="end">${seconds < 1 ? `${1000 * seconds} ms` : `${seconds} s`}</text>`,
  ),
  `<text x="${LEFT_PX}" y="${HEIGHT_PX - 8}">operations; a line ends where the limit of the run came first</text>`,
];

writeSvg(out, { widthPx: WIDTH_PX, heightPx: HEIGHT_PX }, [...axes, ...lines]);
