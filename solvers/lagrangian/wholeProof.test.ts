import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { SolverPool } from '../pool/pool.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';

/** Here the relaxation leaves out half an operation more than a whole number, on a day, on one of two days, or on each of them. */
const HALVES = [
  { operations: 60, resources: 6, days: 1, disrupted: true, seed: 5 },
  { operations: 100, resources: 10, days: 1, disrupted: false, seed: 26 },
  { operations: 160, resources: 8, days: 2, disrupted: false, seed: 11 },
  { operations: 160, resources: 8, days: 2, disrupted: true, seed: 6 },
];

test.each([1, 2])(
  'a small planning is proven optimal where the gap is that of half an operation, on %i threads',
  async (threads) => {
    const pool = new SolverPool({ threads });
    try {
      for (const options of HALVES) {
        const instance = compile(generatePlan(options));
        const parameters = { seed: 1, threads, timeLimitSeconds: 120 };
        const { solution, status } = await pool.run({ instance, solver: 'auto', parameters });
        expect(status, JSON.stringify(options)).toBe('optimal');
        expect(solution.cost, JSON.stringify(options)).toBe(optimumByHighs(instance, true));
      }
    } finally {
      await pool.close();
    }
  },
);
