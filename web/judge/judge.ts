import type { Instance } from '../../engine/instance/instance.ts';
import { ineligibility } from '../../engine/metrics/ineligibility.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { findArc, partTerms } from '../../engine/objective/arcs.ts';
import { Board } from '../../engine/board/board.ts';

/** What a resource would be for what is being moved. Also the index of its tint. */
export const Verdict = { free: 0, costs: 1, conflict: 2, ineligible: 3 } as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];

/** One answer for every resource, in the order that was asked for, and one for having no place at all. */
export interface Verdicts {
  readonly verdicts: Uint8Array;
  /** Change of the score's total in weight units; of what is not eligible too, as far as its rules cost something. */
  readonly deltas: Float64Array;
  /** Half a sentence: "overlaps DL 417", "lacks size C"; empty where nothing is to be said. */
  readonly reasons: readonly string[];
  /** Of leaving it without a place. */
  readonly unassignedDelta: number;
}

export interface DragQuestion {
  /** The parts that move together; the first one is under the pointer. */
  readonly parts: readonly number[];
  /** How much later (negative: earlier) they all would be. */
  readonly shiftSeconds: number;
  /** Resources in the order of the rows: several parts keep their distance in rows. */
  readonly rows: Int32Array;
}

const MOST_NAMED = 2;

/**
 * Judges places for parts that are being moved, by the engine that the server uses: every row of a drag at once. The plan is as
 * before afterwards.
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

  /** What each part costs where it is, in weight units: its place, its neighbors, its conflicts. */
  costs(): Float64Array {
    const { board, instance } = this;
    return Float64Array.from(
      { length: instance.partCount },
      (_, part) => this.costAt(part, board.placement[part]) / 100,
    );
  }

  /** What the parts cost at these places (−1: none; −2: there is no such row), and what speaks against it. */
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

  /** In hundredths. Fills the board's partners. */
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

/** How many rows below the first part each one is; null: it has no place and gets none. */
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
