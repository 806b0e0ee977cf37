import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';

const RESOURCES = 40;
const OPERATIONS = 400;
const APART_SECONDS = 300;
const STAY_SECONDS = 5400;

/** Generates a planning of typical shape, with conflicts, on which threads warm up. */
export const rehearsal = (): PlanningDocument => {
  const resources = Array.from({ length: RESOURCES }, (_, i) => ({ id: `r${i}`, name: `r${i}`, location: 'l' }));
  const task = (taskName: string, seconds: number) => {
    const expectedTime = new Date(seconds * 1000).toISOString();
    return { taskName, plannedTime: expectedTime, expectedTime, sigma: 600, skewFactor: 0.5 };
  };
  const operations = Array.from({ length: OPERATIONS }, (_, i) => ({
    id: `o${i}`,
    inboundTask: task('in', i * APART_SECONDS),
    outboundTask: task('out', i * APART_SECONDS + STAY_SECONDS + (i % 7) * APART_SECONDS),
  }));
  return {
    format: 'tidegate/planning@1',
    planning: { id: 'rehearsal', name: 'Rehearsal' },
    locations: [{ id: 'l', name: 'l' }],
    tags: [],
    resources,
    groups: [],
    operations,
    rules: [],
    assignments: operations.map(({ id }, i) => ({ operation: id, resource: `r${(i * 7) % (RESOURCES / 2)}` })),
  };
};
