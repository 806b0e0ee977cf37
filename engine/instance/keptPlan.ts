import { compile, type CompileOptions } from './compile.ts';
import { CompileError } from './compileError.ts';
import { DistributionTable } from './distributionTable.ts';
import type { Instance } from './instance.ts';
import { unixMs } from './instant.ts';
import { LONGEST_SECONDS } from './layOutParts.ts';
import { membersByPart, patchInstance } from './patchInstance.ts';
import type { PlanPiece } from './planPieces.ts';
import type {
  DocumentAssignment,
  DocumentAssignmentPart,
  DocumentOperation,
  PlanningDocument,
  Time,
} from './planningDocument.ts';
import { readSplits, type Split, writeSplits } from './splits.ts';
import { transposeArcs } from './transposeArcs.ts';

/** An operation with its assignment. */
export interface PlacedOperation {
  readonly operation: DocumentOperation<Time>;
  readonly assignment: DocumentAssignment<Time> | null;
}

/** What becomes of one operation of a plan. Null: it is not there. */
export interface PlanEdit {
  readonly id: string;
  readonly before: PlacedOperation | null;
  readonly after: PlacedOperation | null;
}

/** A plan that threads keep, and how a thread that has an earlier or later version gets the wanted one. */
export interface KeptSource {
  readonly key: string;
  readonly version: number;
  /** The instant from which lead times count. */
  readonly referenceTime: string;
  /** The edits that lead from that version to the wanted one; null when they are not known, or so many that the whole plan is less work. */
  readonly since: (version: number) => readonly PlanEdit[] | null;
  /** Edits of this request alone; reassignments of these operations count from where they are without them. */
  readonly overlay: () => readonly PlanEdit[];
  /** The whole plan without the overlay. */
  readonly pieces: () => AsyncIterable<PlanPiece>;
}

/** How often more distributions than at first may have been seen until the plan has to be compiled anew, which drops those no longer used. */
const MOST_DISTRIBUTIONS = 2;
const SPARE_DISTRIBUTIONS = 1000;

/**
 * A compiled plan that is kept up to date by edits of its operations, each of which costs what it changes instead of the whole plan. Its instance
 * equals what compiling the edited document would give, except for the order of tag classes and of distributions. Edits that are laid over it for one
 * question are undone afterwards.
 */
export class KeptPlan {
  /** Everything of the document but its operations and assignments. */
  private readonly frame: PlanningDocument<Time>;
  private readonly referenceTime: string | undefined;
  private readonly byPart: Readonly<Record<string, readonly string[]>> | undefined;
  private current: Instance;
  private isWhole = true;
  private distributions: DistributionTable | null = null;
  private readonly mostDistributions: number;
  /** The operations that the numbers in the text of the splits stand for. */
  private splitIds: readonly string[];
  /** The assignments in parts of the operations that were edited since that text was written; null: none. */
  private readonly editedSplits = new Map<string, readonly DocumentAssignmentPart<Time>[] | null>();

  /** The document must have no run parameters. The instance has memory of its own. Throws CompileError. */
  constructor(document: PlanningDocument<Time>, { referenceTime }: Pick<CompileOptions, 'referenceTime'> = {}) {
    this.frame = { ...document, operations: [], assignments: [] };
    this.referenceTime = referenceTime;
    this.current = compile(document, { ...this.options(), isOwn: true });
    this.splitIds = this.current.names.operations;
    this.byPart = membersByPart(this.current.terms);
    this.mostDistributions =
      MOST_DISTRIBUTIONS * (this.current.uncertainty.distributions.length / 3) + SPARE_DISTRIBUTIONS;
  }

  /** The plan after all edits. An edit changes the arrays of the instance from before. */
  get instance(): Instance {
    return this.current;
  }

  /** Like `instance`, but complete: with the arcs by resource and the splits, which only few questions need. O(arcs) after an edit. */
  whole(): Instance {
    if (this.isWhole) return this.current;
    const { arcStart, arcResource, resourceCount, names } = this.current;
    const arcs = {
      arcStart,
      arcResource,
      resourceArcStart: new Int32Array(resourceCount + 1),
      resourceArcPart: new Int32Array(arcResource.length),
      resourceArc: new Int32Array(arcResource.length),
    };
    transposeArcs(arcs);
    this.current = { ...this.current, ...arcs, names: { ...names, splits: this.writtenSplits() } };
    this.isWhole = true;
    return this.current;
  }

  /** Whether the plan is the same at the reference time as at the one it was compiled for. */
  holdsAt(referenceTime: string | undefined): boolean {
    const { referenceSpan } = this.current;
    if (referenceTime === undefined || referenceSpan === null) return referenceTime === this.referenceTime;
    const seconds = unixMs(referenceTime) / 1000;
    return seconds >= referenceSpan.since && seconds < referenceSpan.until;
  }

  /**
   * Makes the edits. With `against`, reassignments of the edited operations count from where these were before. Returns false, and changes nothing,
   * if the plan has to be compiled again: rules look at several operations at once, or the edited operations are not sound.
   */
  edit(edits: readonly PlanEdit[], against: 'before' | 'after' = 'after'): boolean {
    if (edits.length === 0) return true;
    const { byPart, current } = this;
    const distributions = (this.distributions ??= new DistributionTable(current.uncertainty.distributions));
    if (byPart === undefined || distributions.size > this.mostDistributions) return false;
    const fresh = this.compiled(edits, against);
    if (fresh === null || spanSeconds(current, fresh) >= LONGEST_SECONDS) return false;
    const operations = new Set(edits.map(({ id }) => id));
    this.current = patchInstance(current, { operations, fresh }, byPart, distributions);
    this.isWhole = false;
    for (const { id, after } of edits) this.editedSplits.set(id, after?.assignment?.parts ?? null);
    return true;
  }

  /** Takes back edits that were made with `against`. */
  revert(edits: readonly PlanEdit[]): boolean {
    return this.edit(edits.map(({ id, before, after }) => ({ id, before: after, after: before })));
  }

  /** The text of the splits, with the edits since it was written. */
  private writtenSplits(): string {
    const { names } = this.current;
    const partsOf = new Map<string, readonly DocumentAssignmentPart<Time>[] | null>();
    for (const { operation, parts } of readSplits(names)) partsOf.set(this.splitIds[operation], parts);
    for (const [id, parts] of this.editedSplits) partsOf.set(id, parts);
    this.splitIds = names.operations;
    this.editedSplits.clear();
    return writeSplits(
      names.operations.flatMap((id, operation): Split<Time>[] => {
        const parts = partsOf.get(id);
        return parts ? [{ operation, parts }] : [];
      }),
    );
  }

  private options(): CompileOptions {
    return this.referenceTime === undefined ? {} : { referenceTime: this.referenceTime };
  }

  /** The edited operations alone, or null if they are not sound. */
  private compiled(edits: readonly PlanEdit[], against: 'before' | 'after'): Instance | null {
    const assignmentsOf = (side: 'before' | 'after') => edits.flatMap((edit) => edit[side]?.assignment ?? []);
    const operations = edits.flatMap(({ after }) => after?.operation ?? []);
    const document = { ...this.frame, operations, assignments: assignmentsOf('after') };
    try {
      return compile(document, {
        ...this.options(),
        isOwn: true,
        ...(against === 'before' ? { baseline: assignmentsOf('before') } : {}),
      });
    } catch (error) {
      if (error instanceof CompileError) return null;
      throw error;
    }
  }
}

/** From the first start to the last end of both. */
const spanSeconds = (one: Instance, other: Instance): number => {
  const ends = [one, other].filter(({ partCount }) => partCount > 0);
  return Math.max(...ends.map(lastEnd)) - Math.min(...ends.map(({ origin }) => origin));
};

const lastEnd = ({ origin, end }: Instance): number =>
  end.reduce((latest, at) => Math.max(latest, origin + at), origin);
