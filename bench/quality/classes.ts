import type { PlanOptions } from '../../fixtures/generate/generatePlan.ts';

/** A class of instances, the time limit of each, and the times at which its gap is measured. */
export interface QualityClass {
  readonly name: string;
  readonly options: Omit<PlanOptions, 'seed'>;
  readonly limitSeconds: number;
  readonly atSeconds: readonly number[];
  readonly target: string;
}

const day = { days: 1, disrupted: false };

export const CLASSES: readonly QualityClass[] = [
  {
    name: '300×50',
    options: { operations: 300, resources: 50, ...day },
    limitSeconds: 20,
    atSeconds: [0.5, 1, 5, 20],
    target: '≤ 0.1 % at 1 s, proven ≤ 20 s on 8 of 10',
  },
  {
    name: '1000×200 d',
    options: { operations: 1000, resources: 200, days: 1, disrupted: true },
    limitSeconds: 10,
    atSeconds: [1, 1.5, 5, 10],
    target: '≤ 0.05 % at 1.5 s, proven ≤ 5 s on 9 of 10',
  },
  {
    name: '1000×150 d',
    options: { operations: 1000, resources: 150, days: 1, disrupted: true },
    limitSeconds: 20,
    atSeconds: [1, 2, 5, 20],
    target: '≤ 0.1 % at 5 s',
  },
  {
    name: '1000×200',
    options: { operations: 1000, resources: 200, ...day },
    limitSeconds: 30,
    atSeconds: [1, 2, 5, 30],
    target: '≤ 0.5 % at 5 s, ≤ 0.2 % at 30 s',
  },
  {
    name: '7000×150 d',
    options: { operations: 7000, resources: 150, days: 7, disrupted: true },
    limitSeconds: 30,
    atSeconds: [5, 10, 20, 30],
    target: '≤ 0.5 % at 10 s, ≤ 0.1 % at 30 s',
  },
  {
    name: '20000×300',
    options: { operations: 20_000, resources: 300, days: 14, disrupted: false },
    limitSeconds: 60,
    atSeconds: [10, 20, 40, 60],
    target: '≤ 2 % at 60 s',
  },
];
