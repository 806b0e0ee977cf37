import type { Instance } from '../../engine/instance/instance.ts';
import { ineligibility } from '../../engine/explain/ineligibility.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { findArc, partTerms } from '../../engine/objective/arcs.ts';
import { Board } from '../../engine/board/board.ts';
import { Verdict } from './verdict.ts';

/** A verdict for every resource, in the requested order, and one for leaving the parts without a place. */
export interface Verdicts {
  readonly verdicts: Uint8Array;
  /** The change of the total score in weight units; for resources that are not eligible, as far as their rules have a cost. */
  readonly deltas: Float64Array;
  /** A short reason such as "overlaps DL 417" or "lacks size C"; empty when there is none. */
  readonly reasons: readonly string[];
  /** The change of the total score when the parts have no place. */
  readonly unassignedDelta: number;
}

export interface DragQuestion {
  /** The parts that are moved together; the first one is under the pointer. */
  readonly parts: readonly number[];
  /** How much later the parts would be; negative for earlier. */
  readonly shiftSeconds: number;
  /** The resources in the order of the rows, which matters because several parts keep their distance in rows. */
  readonly rows: Int32Array;
}

const MOST_NAMED = 2;

/**
 * Evaluates every row as a place for parts that are being moved, with the same engine as the server. Afterwards, the plan is as
 * it was before.
 */
export class Judge {
  readonly instance: Instance;
  private readonly board: Board;

  constructor(instance: Instance, placement: Placement) {
    this.instance = instance;
    this.board = Board.movable(instance, placement);
  }

  judge({ parts, shiftSeconds, rows }: DragQuestion): Verdicts {
    const { board, instance } = this;
    const from = parts.map((part) => board.placement[part]);
    let removed = 0;
    for (const part of parts) {
      removed += this.costAt(part, board.placement[part]);
      board.move(part, -1);
    }
    if (shiftSeconds !== 0) for (const part of parts) board.shift(part, shiftSeconds);
    const verdicts = new Uint8Array(rows.length);
    const deltas = new Float64Array(rows.length);
    const reasons: string[] = [];
    const steps = stepsOf(rows, from, instance.resourceCount);
    for (let row = 0; row < rows.length; row++) {
      const targets = steps.map((step) => (step === null ? -1 : (rows[row + step] ?? -2)));
      const found = this.tryOut(parts, targets);
      const delta = found.cost - removed;
      deltas[row] = delta / 100;
      reasons.push(found.reason);
      verdicts[row] = found.isIneligible
        ? Verdict.ineligible
        : found.isConflict
          ? Verdict.conflict
          : delta > 0
            ? Verdict.costs
            : Verdict.free;
    }
    const unassigned = parts.reduce((sum, part) => sum + instance.unassignedCost[part], 0);
    if (shiftSeconds !== 0) for (const part of parts) board.shift(part, -shiftSeconds);
    parts.forEach((part, i) => board.move(part, from[i]));
    return { verdicts, deltas, reasons, unassignedDelta: (unassigned - removed) / 100 };
  }

  /** The cost of each part where it is, in weight units: of its place, its neighbors and its conflicts. */
  costs(): Float64Array {
    const { board, instance } = this;
    return Float64Array.from(
      { length: instance.partCount },
      (_, part) => this.costAt(part, board.placement[part]) / 100,
    );
  }

  /** The cost of the parts at these places (−1 for no place, −2 when there is no such row), and the reasons against them. */
  private tryOut(parts: readonly number[], targets: readonly number[]) {
    const { board, instance } = this;
    let cost = 0;
    let isConflict = false;
    let isIneligible = false;
    let reason = '';
    for (const [i, part] of parts.entries()) {
      const target = targets[i];
      if (target === -2) {
        isIneligible = true;
        reason ||= 'there is no row for all of them';
        cost += instance.unassignedCost[part];
        continue;
      }
      cost += this.costAt(part, target);
      if (target < 0) continue;
      if (board.partnerCount > 0) {
        isConflict = true;
        reason ||= this.overlapText();
      }
      if (findArc(instance, part, target) < 0) {
        const [why] = ineligibility(instance, part, target);
        if (why !== undefined && instance.placed[part] !== target) {
          isIneligible = true;
          reason = ineligibleText(instance, part, target);
        }
      }
      if (parts.length > 1) board.move(part, target);
    }
    if (parts.length > 1) for (const part of parts) board.move(part, -1);
    return { cost, isConflict, isIneligible, reason };
  }

  /** The cost in hundredths of a weight unit. Fills the partners of the engine's board. */
  private costAt(part: number, resource: number): number {
    const { board, instance } = this;
    board.findPartners(part, resource);
    if (resource < 0) return instance.unassignedCost[part];
    return this.aloneCost(part, resource) + board.softCost + board.partnerCount * instance.conflictCost;
  }

  private aloneCost(part: number, resource: number): number {
    const arc = findArc(this.instance, part, resource);
    if (arc >= 0) return this.instance.arcCost[arc];
    let cost = 0;
    partTerms(this.instance, part, resource, (term) => {
      cost += term.cost;
    });
    return cost;
  }

  private overlapText(): string {
    const { board, instance } = this;
    const { operationLabels } = instance.names;
    const names = [
      ...new Set(
        Array.from(board.partners.subarray(0, board.partnerCount), (part) => operationLabels[instance.operation[part]]),
      ),
    ];
    const more = names.length - MOST_NAMED;
    return `overlaps ${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

const ineligibleText = (instance: Instance, part: number, resource: number): string => {
  const [why] = ineligibility(instance, part, resource);
  const { tagLabels } = instance.names;
  if (why?.kind === 'requiredTag') return `lacks ${(why.tags ?? []).map((tag) => tagLabels.get(tag)).join(', ')}`;
  const rule = instance.names.rules.find(({ id }) => id === why?.rule);
  return rule === undefined ? 'is not eligible' : `forbidden by ${rule.name}`;
};

/** How many rows each part is below the first one; null for a part that has no place and gets none. */
const stepsOf = (rows: Int32Array, from: readonly number[], resourceCount: number): readonly (number | null)[] => {
  const rowOf = new Int32Array(resourceCount).fill(-1);
  rows.forEach((resource, row) => (rowOf[resource] = row));
  const [first] = from;
  return from.map((resource, i) => {
    if (i === 0) return 0;
    if (first < 0 || resource < 0) return resource < 0 ? null : 0;
    return rowOf[resource] - rowOf[first];
  });
};
