import { numberText } from '../../engine/wording.ts';
import type { Figures } from '../scale/growthDimensions.ts';
import { logChart } from './logChart.ts';
import { writeSvg } from './writeSvg.ts';

interface Panel {
  readonly of: string;
  readonly sizes: readonly number[];
  readonly figures: readonly Figures[];
}

const FRAME = { widthPx: 940, heightPx: 300, leftPx: 70, rightPx: 270, topPx: 16, bottomPx: 44, rowPx: 18 };
const COLORS =
  '#3b5bdb #b5541c #0b6e4f #7a5195 #c92a2a #087f8c #a07800 #555555 #d6336c #2b8a3e #1864ab #862e9c #5c940d'.split(' ');

const panelOf = ({ of, sizes, figures }: Panel): string[] => {
  const chart = logChart(FRAME, [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3], [1, 300_000]);
  const columns = sizes.map((value) => [value, numberText(value)] as const);
  const rows = [1, 10, 100, 1000, 10_000, 100_000].map(
    (value) => [value, value < 1000 ? `${value} ms` : `${value / 1000} s`] as const,
  );
  const lines = Object.keys(figures[0])
    .filter((what) => !what.startsWith('KB'))
    .flatMap((what, i) => {
      const color = COLORS[i % COLORS.length];
      const points = sizes.map((size, at) => [size, figures[at][what]] as const);
      return [...chart.line(points, color), chart.legend(i, what, color)];
    });
  return [...chart.axes(columns, rows, of), ...lines];
};

/** Draws, below each other, how the times of bench/scale/growth.ts grow: logarithms on both axes, so that a straight line is a power. */
export const drawGrowth = (panels: readonly Panel[], out: string): void =>
  writeSvg(
    out,
    { widthPx: FRAME.widthPx, heightPx: FRAME.heightPx * panels.length },
    panels.flatMap((panel, i) => [`<g transform="translate(0 ${i * FRAME.heightPx})">`, ...panelOf(panel), '</g>']),
  );
