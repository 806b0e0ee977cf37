import { type ConflictRecord, findConflicts, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';
import { type Candidate, candidates } from '../../engine/metrics/candidates.ts';
import { Plan } from '../../engine/board/plan.ts';
import { ConflictIndex } from '../../engine/conflicts/conflictIndex.ts';
import { type OperationChange, toOperationChange } from '../../engine/conflicts/operationChange.ts';
import { Judge, type Verdicts } from './judge.ts';

/** The present state of an operation and its assignment; null when the operation was deleted. */
export interface EntryUpdate {
  readonly id: string;
  readonly operation: DocumentOperation | null;
  readonly assignment: DocumentAssignment | null;
}

export interface RowsQuestion {
  /** The operations that are moved together, the one under the pointer first, each with the index of its part. */
  readonly moved: readonly { readonly operation: string; readonly part: number }[];
  readonly shiftSeconds: number;
  /** The ids of resources in the order of the rows. */
  readonly resources: readonly string[];
}

/**
 * Evaluates the shown planning: its conflicts, rows for a drag, and candidates with their reasons. Compiling is the slow part; it is done when
 * `refresh` is called, and until then, later changes affect only the conflicts.
 */
export class PlanningJudge {
  private document: PlanningDocument;
  private readonly operations: Map<string, DocumentOperation>;
  private readonly assignments: Map<string, DocumentAssignment>;
  private readonly referenceTime: string;
  private index: ConflictIndex;
  private instance: Instance;
  private judge: Judge;
  private partsOf: ReadonlyMap<string, readonly number[]>;
  /** The operations that changed since the instance was compiled. */
  private readonly stale = new Set<string>();

  constructor(document: PlanningDocument, referenceTime: string) {
    this.document = document;
    this.referenceTime = referenceTime;
    this.operations = new Map(document.operations.map((operation) => [operation.id, operation]));
    this.assignments = new Map(document.assignments.map((assignment) => [assignment.operation, assignment]));
    this.instance = this.compile();
    const placement = placementOf(this.instance);
    this.index = ConflictIndex.of(this.instance, placement);
    this.judge = new Judge(this.instance, placement);
    this.partsOf = partsByOperation(this.instance);
  }

  get isStale(): boolean {
    return this.stale.size > 0;
  }

  conflicts(): readonly ConflictRecord[] {
    return this.index.conflicts();
  }

  /** Applies changes and returns the conflicts afterwards. */
  update(entries: readonly EntryUpdate[]): readonly ConflictRecord[] {
    for (const { id, operation, assignment } of entries) {
      if (operation === null) this.operations.delete(id);
      else this.operations.set(id, operation);
      if (assignment === null) this.assignments.delete(id);
      else this.assignments.set(id, assignment);
      this.stale.add(id);
    }
    if (this.index.advance(entries.map((entry) => this.changeOf(entry))) === null) {
      this.refresh();
      this.index.rebase(this.instance, placementOf(this.instance));
    }
    return this.index.conflicts();
  }

  /** The conflicts if operations were placed so. Changes nothing. */
  preview(under: readonly EntryUpdate[]): readonly ConflictRecord[] {
    if (this.index.advance(under.map((entry) => this.changeOf(entry))) === null) {
      const instance = this.compiledUnder(under);
      return findConflicts(instance, placementOf(instance)).map((one) => toConflictRecord(instance, one));
    }
    const found = this.index.conflicts();
    const back = under.map(({ id }) =>
      this.changeOf({
        id,
        operation: this.operations.get(id) ?? null,
        assignment: this.assignments.get(id) ?? null,
      }),
    );
    this.index.advance(back);
    return found;
  }

  /** Compiles the changed planning. */
  refresh(): void {
    if (!this.isStale) return;
    this.instance = this.compile();
    this.judge = new Judge(this.instance, placementOf(this.instance));
    this.partsOf = partsByOperation(this.instance);
  }

  /** Evaluates every row for a move; null when one of the parts has no window. */
  judgeRows({ moved, shiftSeconds, resources }: RowsQuestion): Verdicts | null {
    if (moved.some(({ operation }) => this.stale.has(operation))) this.refresh();
    const parts = moved.map(({ operation, part }) => this.partOf(operation, part));
    const known = parts.filter((part) => part !== undefined);
    if (known.length === 0 || known.length < parts.length) return null;
    const indexOf = new Map(this.instance.names.resources.map((id, index) => [id, index]));
    const rows = Int32Array.from(resources, (id) => indexOf.get(id) ?? -1);
    return this.judge.judge({ parts: known, shiftSeconds, rows });
  }

  /** Every resource as a place for a part, best first, if operations were placed as in `under`; null when the operation has no such part. */
  candidates(operation: string, part: number, under: readonly EntryUpdate[] = []): readonly Candidate[] | null {
    const found = this.lookUp(operation, part, under);
    return found === null ? null : candidates(new Plan(found.instance, placementOf(found.instance)), found.part);
  }

  /** The instance if operations were placed as in `under`, and the index of a part in it; null when the operation has no such part. */
  lookUp(
    operation: string,
    part: number,
    under: readonly EntryUpdate[],
  ): { readonly instance: Instance; readonly part: number; readonly timezone: string } | null {
    this.refresh();
    const instance = under.length === 0 ? this.instance : this.compiledUnder(under);
    const parts = under.length === 0 ? this.partsOf : partsByOperation(instance);
    const found = parts.get(operation)?.find((one) => instance.partIndex[one] === part);
    const { timezone = 'UTC' } = this.document.planning;
    return found === undefined ? null : { instance, part: found, timezone };
  }

  /** The cost of each operation where it is, in weight units. */
  costs(): ReadonlyMap<string, number> {
    this.refresh();
    const { names, operation } = this.instance;
    const costs = new Map<string, number>();
    for (const [part, cost] of this.judge.costs().entries()) {
      const id = names.operations[operation[part]];
      costs.set(id, (costs.get(id) ?? 0) + cost);
    }
    return costs;
  }

  private partOf(operation: string, part: number): number | undefined {
    return this.partsOf.get(operation)?.find((one) => this.instance.partIndex[one] === part);
  }

  private changeOf({ id, operation, assignment }: EntryUpdate): OperationChange {
    if (operation === null) return { operation: id, isBlocker: false, tags: [], parts: [] };
    return toOperationChange(operation, assignment ?? undefined, this.document.planning.minimumStaySeconds);
  }

  private compile(): Instance {
    this.document = {
      ...this.document,
      operations: [...this.operations.values()],
      assignments: [...this.assignments.values()],
    };
    this.stale.clear();
    return compile(this.document, { referenceTime: this.referenceTime });
  }

  private compiledUnder(under: readonly EntryUpdate[]): Instance {
    const operations = new Map(this.operations);
    const assignments = new Map(this.assignments);
    for (const { id, operation, assignment } of under) {
      if (operation === null) operations.delete(id);
      else operations.set(id, operation);
      if (assignment === null) assignments.delete(id);
      else assignments.set(id, assignment);
    }
    const document = {
      ...this.document,
      operations: [...operations.values()],
      assignments: [...assignments.values()],
    };
    return compile(document, { referenceTime: this.referenceTime });
  }
}

const partsByOperation = ({ names, operation, partCount }: Instance): ReadonlyMap<string, readonly number[]> => {
  const parts = new Map<string, number[]>();
  for (let part = 0; part < partCount; part++) {
    const id = names.operations[operation[part]];
    const known = parts.get(id);
    if (known) known.push(part);
    else parts.set(id, [part]);
  }
  return parts;
};
