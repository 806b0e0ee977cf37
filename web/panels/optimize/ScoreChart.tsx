import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Point } from './runFollower.ts';

const HEIGHT = 168;
const FONT = '11px system-ui, sans-serif';
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** uPlot's columns: seconds, score, bound. The last score holds until now. */
const dataOf = (points: readonly Point[]): uPlot.AlignedData => [
  points.map(({ elapsedSeconds }) => elapsedSeconds),
  points.map(({ score }) => score),
  points.map(({ bound }) => bound),
];

const optionsOf = (element: HTMLElement): uPlot.Options => {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--ink-soft'),
    font: FONT,
    grid: { stroke: color('--line-faint'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 6, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 24, values: (_, seconds) => seconds.map((at) => `${at} s`) },
      { ...axis, size: 46, values: (_, values) => values.map((value) => short.format(value)) },
    ],
    series: [
      {},
      { stroke: color('--blue'), width: 2, paths: uPlot.paths.stepped!({ align: 1 }), points: { show: false } },
      {
        stroke: color('--ink-soft'),
        width: 1.5,
        dash: [5, 4],
        paths: uPlot.paths.stepped!({ align: 1 }),
        points: { show: false },
      },
    ],
  };
};

/** Score and bound as they come closer to each other, live. */
export const ScoreChart = ({ points, theme }: { readonly points: readonly Point[]; readonly theme: string }) => {
  const root = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const element = root.current!;
    const made = new uPlot(optionsOf(element), [[], [], []], element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [theme]);
  useEffect(() => plot.current?.setData(dataOf(points)), [points, theme]);
  return <div ref={root} style={{ height: HEIGHT }} />;
};
