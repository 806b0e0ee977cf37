import fc from 'fast-check';
import type { PlanningDocument } from '../../../engine/instance/planningDocument.ts';
import type { Edit } from '../edit.ts';

export const ORIGIN = Date.parse('2026-05-01T00:00:00Z') / 1000;
const OPERATIONS = 24;
const RESOURCES = 5;

const instantAt = (seconds: number): string => new Date(seconds * 1000).toISOString();

interface Drawn {
  readonly start: number;
  readonly minutes: number;
  readonly place: number;
  readonly late: number;
}

const drawn = fc.record({
  start: fc.integer({ min: 0, max: 1440 }),
  minutes: fc.integer({ min: 5, max: 300 }),
  place: fc.integer({ min: -1, max: RESOURCES - 1 }),
  late: fc.integer({ min: -30, max: 90 }),
});

/** Small plannings with everything that a row can show. */
export const plannings: fc.Arbitrary<PlanningDocument> = fc
  .array(drawn, { minLength: 1, maxLength: OPERATIONS })
  .map((list: readonly Drawn[]): PlanningDocument => {
    const task = (name: string, scheduled: number, late: number) => ({
      taskName: name,
      scheduledTime: instantAt(ORIGIN + scheduled * 60),
      expectedTime: instantAt(ORIGIN + (scheduled + late) * 60),
    });
    return {
      format: 'tidegate/planning@1',
      planning: { id: 'p', name: 'P' },
      locations: [
        { id: 'l0', name: 'L0' },
        { id: 'l1', name: 'L1', parent: 'l0' },
      ],
      tags: [],
      resources: Array.from({ length: RESOURCES }, (_, i) => ({ id: `r${i}`, name: `R${i}`, location: `l${i % 2}` })),
      groups: [],
      rules: [],
      operations: list.map(({ start, minutes, late }, i) => ({
        id: `o${String(i).padStart(2, '0')}`,
        inboundTask: task(`IN${i}`, start, late),
        outboundTask: task(`OUT${i}`, start + minutes, late),
      })),
      assignments: list.flatMap(({ place }, i) =>
        place < 0 ? [] : [{ operation: `o${String(i).padStart(2, '0')}`, resource: `r${place}` }],
      ),
    };
  });

const operationId = fc.integer({ min: 0, max: OPERATIONS - 1 }).map((i) => `o${String(i).padStart(2, '0')}`);

/** Gestures, some of them on operations that do not exist. */
export const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ operation: operationId, place: fc.integer({ min: -1, max: RESOURCES - 1 }) }).map(
    ({ operation, place }): Edit => ({
      assignments: [place < 0 ? { operation, active: false } : { operation, resource: `r${place}` }],
    }),
  ),
  fc
    .record({ id: operationId, delay: fc.integer({ min: 0, max: 7200 }) })
    .map(({ id, delay }): Edit => ({ operations: [{ id, outboundTask: { imposedDelayInSeconds: delay } }] })),
  operationId.map((id): Edit => ({ operations: [{ id, isFixedToResource: true }] })),
  operationId.map((id): Edit => ({ delete: { operations: [id] } })),
);
