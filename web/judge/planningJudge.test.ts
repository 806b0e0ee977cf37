/** Guarantee: the board shows for each row the exact change of the score, and its conflicts are those of the shown plan. */
import { expect, test } from 'vitest';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { DocumentTask } from '../../engine/instance/planningDocument.ts';
import { candidates } from '../../engine/metrics/candidates.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import { Plan } from '../../engine/board/plan.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { createRandom } from '../../engine/random.ts';
import { committedDay } from '../../fixtures/committedDay.ts';
import { Judge } from './judge.ts';
import { Verdict } from './verdict.ts';
import { PlanningJudge } from './planningJudge.ts';
import { reasonOf } from './reasonOf.ts';

const document = committedDay('mdw-2008-01-17');
const REFERENCE = '2008-01-17T00:00:00.000Z';
const instance = compile(document, { referenceTime: REFERENCE });
const placement = placementOf(instance);
const rows = Int32Array.from({ length: instance.resourceCount }, (_, row) => row);

test('each row has the delta and the reasons that the candidates have', () => {
  const judge = new Judge(instance, placement);
  const plan = new Plan(instance, placement);
  const random = createRandom(7);
  for (let i = 0; i < 40; i++) {
    const part = random.below(instance.partCount);
    const { verdicts, deltas, reasons } = judge.judge({ parts: [part], shiftSeconds: 0, rows });
    for (const candidate of candidates(plan, part)) {
      const row = instance.names.resources.indexOf(candidate.resource);
      expect(deltas[row]).toBeCloseTo(candidate.score.delta, 6);
      if (!candidate.current) {
        expect(verdicts[row] === Verdict.free || verdicts[row] === Verdict.costs).toBe(candidate.feasible);
      }
      expect(reasons[row] === '').toBe(verdicts[row] === Verdict.free || verdicts[row] === Verdict.costs);
    }
  }
});

/** The place of each part when the first one moves to the row and the others keep their distance; null when that is impossible. */
const movedTo = (parts: readonly number[], row: number): Int32Array | null => {
  const moved = placement.slice();
  const [first] = parts;
  for (const part of parts) {
    const target = part === first ? row : placement[part] < 0 ? -1 : row + placement[part] - placement[first];
    if (target >= instance.resourceCount || target < -1) return null;
    if (target >= 0 && findArc(instance, part, target) < 0) return null;
    moved[part] = target;
  }
  return moved;
};

test('parts that move together get the verdict of a full evaluation', () => {
  const judge = new Judge(instance, placement);
  const random = createRandom(11);
  const before = evaluate(instance, placement).total;
  let judged = 0;
  for (let i = 0; i < 30; i++) {
    const parts = [...new Set([random.below(instance.partCount), random.below(instance.partCount)])];
    if (placement[parts[0]] < 0) continue;
    const { deltas } = judge.judge({ parts, shiftSeconds: 0, rows });
    for (const row of rows) {
      const moved = movedTo(parts, row);
      if (moved === null) continue;
      expect(Math.round(100 * deltas[row])).toBe(evaluate(instance, moved).total - before);
      judged++;
    }
  }
  expect(judged).toBeGreaterThan(100);
});

test('a part that moves in time gets the verdict for delayed tasks', () => {
  const judge = new Judge(instance, placement);
  const random = createRandom(13);
  const before = evaluate(instance, placement).total;
  for (let i = 0; i < 12; i++) {
    const part = random.below(instance.partCount);
    const shiftSeconds = 300 * (1 + random.below(12));
    const { deltas } = judge.judge({ parts: [part], shiftSeconds, rows });
    const id = instance.names.operations[instance.operation[part]];
    const operations = document.operations.map((operation) => {
      if (operation.id !== id) return operation;
      const later = (task: DocumentTask | null) =>
        task && { ...task, actualTime: null, imposedDelayInSeconds: shiftSeconds };
      return { ...operation, inboundTask: later(operation.inboundTask), outboundTask: later(operation.outboundTask) };
    });
    const shifted = compile({ ...document, operations }, { referenceTime: REFERENCE });
    const at = Array.from(shifted.operation).findIndex((one) => shifted.names.operations[one] === id);
    for (let arc = shifted.arcStart[at]; arc < shifted.arcStart[at + 1]; arc += 5) {
      const moved = placementOf(shifted);
      moved[at] = shifted.arcResource[arc];
      expect(Math.round(100 * deltas[moved[at]])).toBe(evaluate(shifted, moved).total - before);
    }
  }
});

test('conflicts follow changes of the planning', () => {
  const judge = new PlanningJudge(document, REFERENCE);
  const random = createRandom(5);
  const changed = new Map(document.assignments.map((assignment) => [assignment.operation, assignment]));
  for (let i = 0; i < 60; i++) {
    const operation = document.operations[random.below(document.operations.length)];
    const resource = document.resources[random.below(document.resources.length)].id;
    const assignment = { ...changed.get(operation.id), operation: operation.id, resource };
    changed.set(operation.id, assignment);
    const found = judge.update([{ id: operation.id, operation, assignment }]);
    if (i % 20 !== 19) continue;
    const now = compile({ ...document, assignments: [...changed.values()] }, { referenceTime: REFERENCE });
    expect(found.map(({ id }) => id).sort()).toEqual(
      findConflicts(now, placementOf(now))
        .map(({ id }) => id)
        .sort(),
    );
  }
  expect(judge.isStale).toBe(true);
  judge.refresh();
  const moved = [...changed.values()].at(-1)!;
  const answer = judge.judgeRows({
    moved: [{ operation: moved.operation, part: 0 }],
    shiftSeconds: 0,
    resources: document.resources.map(({ id }) => id),
  })!;
  const here = document.resources.findIndex(({ id }) => id === moved.resource);
  expect(answer.deltas[here]).toBe(0);
});

test('a preview is evaluated as if it were the plan, and changes nothing', () => {
  const judge = new PlanningJudge(document, REFERENCE);
  const random = createRandom(9);
  const before = judge.conflicts().map(({ id }) => id);
  for (let i = 0; i < 8; i++) {
    const under = Array.from({ length: 1 + random.below(5) }, () => {
      const operation = document.operations[random.below(document.operations.length)];
      const { id: resource } = document.resources[random.below(document.resources.length)];
      return { id: operation.id, operation, assignment: { operation: operation.id, resource } };
    });
    const moved = new Map(under.map((entry) => [entry.id, entry]));
    const assignments = new Map(document.assignments.map((assignment) => [assignment.operation, assignment]));
    for (const { id, assignment } of moved.values()) assignments.set(id, assignment);
    const then = compile({ ...document, assignments: [...assignments.values()] }, { referenceTime: REFERENCE });
    const entries = [...moved.values()];
    expect(
      judge
        .preview(entries)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      findConflicts(then, placementOf(then))
        .map(({ id }) => id)
        .sort(),
    );
    const [{ id }] = entries;
    const part = Array.from(then.operation).findIndex((one) => then.names.operations[one] === id);
    expect(judge.candidates(id, 0, entries)).toEqual(candidates(new Plan(then, placementOf(then)), part));
    expect(judge.conflicts().map(({ id: conflict }) => conflict)).toEqual(before);
  }
});

test('an operation without a place is explained by the shown plan, and one with a place is not', () => {
  const judge = new PlanningJudge(document, REFERENCE);
  const shown = document.operations.find((one) => one.isBlocker !== true && one.isFixedToResource !== true)!;
  const { id: operation } = shown;
  expect(reasonOf(judge, operation, [])).toBeNull();
  const reason = reasonOf(judge, operation, [{ id: operation, operation: shown, assignment: null }]);
  expect(reason).toMatchObject({ operation, kind: 'choice' });
  expect(reason?.way?.moves.map((move) => move.operation)).toContain(operation);
  expect(reasonOf(judge, 'nobody', [])).toBeNull();
});
