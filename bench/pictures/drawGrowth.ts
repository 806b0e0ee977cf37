import type { Figures } from '../scale/growthDimensions.ts';
import { logShare } from './logShare.ts';
import { writeSvg } from './writeSvg.ts';

interface Panel {
  readonly of: string;
  readonly sizes: readonly number[];
  readonly figures: readonly Figures[];
}

const [WIDTH_PX, PANEL_PX, LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX] = [940, 300, 70, 270, 16, 44];
const [SHORTEST_MS, LONGEST_MS] = [1, 300_000];
const COLORS =
  '#3b5bdb #b5541c #0b6e4f #7a5195 #c92a2a #087f8c #a07800 #555555 #d6336c #2b8a3e #1864ab #862e9c #5c940d'.split(' ');

const y = (ms: number): number =>
  PANEL_PX - BOTTOM_PX - logShare(ms, SHORTEST_MS, LONGEST_MS) * (PANEL_PX - TOP_PX - BOTTOM_PX);
const grouped = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');

const panelOf = ({ of, sizes, figures }: Panel): string[] => {
  const [fewest, most] = [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3];
  const x = (size: number): string =>
    (LEFT_PX + logShare(size, fewest, most) * (WIDTH_PX - LEFT_PX - RIGHT_PX)).toFixed(1);
  const axes = [
    ...sizes.map(
      (size) =>
        `<path d="M${x(size)} ${TOP_PX}V${PANEL_PX - BOTTOM_PX}" stroke="#ddd"/><text x="${x(size)}" y="${PANEL_PX - BOTTOM_PX + 16}" text-anchor="middle">${grouped(size)}</text>`,
    ),
    ...[1, 10, 100, 1000, 10_000, 100_000].map(
      (ms) =>
        `<path d="M${LEFT_PX} ${y(ms).toFixed(1)}H${WIDTH_PX - RIGHT_PX}" stroke="#ddd"/><text x="${LEFT_PX - 6}" y="${(y(ms) + 4).toFixed(1)}" text-anchor="end">${ms < 1000 ? `${ms} ms` : `${ms / 1000} s`}</text>`,
    ),
    `<text x="${LEFT_PX}" y="${PANEL_PX - 8}">${of}</text>`,
  ];
  const lines = Object.keys(figures[0])
    .filter((what) => !what.startsWith('KB'))
    .flatMap((what, i) => {
      const color = COLORS[i % COLORS.length];
      const points = sizes.map((size, at) => [x(size), y(figures[at][what]).toFixed(1)] as const);
      const [left, row] = [WIDTH_PX - RIGHT_PX + 14, TOP_PX + 8 + i * 18];
      return [
        `<path d="M${points.map((point) => point.join(' ')).join('L')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`),
        `<path d="M${left} ${row}h18" stroke="${color}" stroke-width="2"/><text x="${left + 24}" y="${row + 4}">${what}</text>`,
      ];
    });
  return [...axes, ...lines];
};

/** Draws, below each other, how the times of bench/scale/growth.ts grow: logarithms on both axes, so that a straight line is a power. */
export const drawGrowth = (panels: readonly Panel[], out: string): void =>
  writeSvg(
    out,
    { widthPx: WIDTH_PX, heightPx: PANEL_PX * panels.length },
    panels.flatMap((panel, i) => [`<g transform="translate(0 ${i * PANEL_PX})">`, ...panelOf(panel), '</g>']),
  );
