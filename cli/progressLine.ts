import { gapText } from '../engine/wording.ts';

/** The figures that are shown during a run. Absent members are left out. */
export interface ProgressFigures {
  readonly elapsedSeconds: number;
  /** The score in weight units, as is the bound. */
  readonly score?: number;
  readonly bound?: number | null;
  readonly gap?: number | null;
  readonly conflicts?: number;
  readonly unassigned?: number;
  readonly iterationsPerSecond?: number;
  readonly phase?: string;
}

const SI_STEPS: readonly [number, string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** 1234567 → `1.2 M`. */
const compact = (value: number): string => {
  const step = SI_STEPS.find(([size]) => Math.abs(value) >= size);
  return step === undefined ? String(Math.round(value)) : `${(value / step[0]).toFixed(1)} ${step[1]}`;
};

export const formatScore = (score: number): string => score.toFixed(2).replace(/\.00$/, '');

const progressLine = (figures: ProgressFigures): string => {
  const { elapsedSeconds, score, bound, gap, conflicts, unassigned, iterationsPerSecond, phase } = figures;
  return [
    `${elapsedSeconds.toFixed(1).padStart(6)} s`,
    score === undefined ? '' : `score ${formatScore(score)}`,
    bound === undefined || bound === null ? '' : `bound ${formatScore(bound)}`,
    gap === undefined || gap === null ? '' : `gap ${gapText(gap)}`,
    conflicts === undefined ? '' : `conflicts ${conflicts}`,
    unassigned === undefined ? '' : `unassigned ${unassigned}`,
    iterationsPerSecond === undefined ? '' : `iterations/s ${compact(iterationsPerSecond)}`,
    phase ?? '',
  ]
    .filter((part) => part !== '')
    .join('  ');
};

/** Shows one line that is overwritten in place on a terminal; shows nothing when the stream is not a terminal. */
export class ProgressDisplay {
  private readonly stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  show(figures: ProgressFigures): void {
    if (!this.stream.isTTY) return;
    const line = progressLine(figures).slice(0, Math.max(20, (this.stream.columns || 80) - 1));
    this.stream.write(`\r\x1b[2K${line}`);
  }

  clear(): void {
    if (this.stream.isTTY) this.stream.write('\r\x1b[2K');
  }
}
