import { atOnce } from '../atOnce.ts';
import { countingConflicts } from './conflictPage.ts';
import { type ConflictRecord, describeConflict, findConflicts, toConflictRecord } from './findConflicts.ts';
import { type Instance, PartFlag } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { noShapedTerms } from '../objective/terms/termShapes.ts';
import type { SkewNormal } from '../uncertainty/skewNormal.ts';
import { Board } from '../board/board.ts';
import { conflictKindOf, isEarlier } from './boardConflicts.ts';
import type { OperationChange, PartChange } from './operationChange.ts';

/** The conflicts that a change opened and closed, compared by id. A conflict that only became longer or likelier is neither. */
export interface ConflictChange {
  readonly opened: readonly ConflictRecord[];
  readonly closed: readonly ConflictRecord[];
}

/** Thrown when there are more conflicts than the index may hold. The index must not be used after that. */
export class Crowded extends Error {}

/** Room for operations that are added later. */
const SPARE_PARTS = 256;
/** The number of parts or conflicts that are read between two yields, which takes well under a millisecond. */
const PIECE = 64;
/** Estimated memory: of a conflict, its record and its entries in three maps; of a part, its columns, names and entries. */
const RECORD_BYTES = 1000;
const PART_BYTES = 400;
const NOWHERE = -1;

/**
 * The conflicts of a plan that changes, maintained by looking only at what changed: windows, places, new and deleted operations. The
 * index has its own copy of everything and leaves the instance that it starts from unchanged. A change takes O(parts near the changed
 * ones). The factories and every change throw Crowded when there would be more than `most` conflicts.
 */
export class ConflictIndex {
  private board!: Board;
  /** Conflict records by id. */
  private records = new Map<string, ConflictRecord>();
  private partsById = new Map<string, readonly [number, number]>();
  /** Ids of the conflicts that each part of the board is in. */
  private idsByPart = new Map<number, Set<string>>();
  private partsByOperation = new Map<string, number[]>();
  private operationNumbers = new Map<string, number>();
  private resourceNumbers = new Map<string, number>();
  /** By tags: on which sides of the hard rules a part with these tags is. */
  private sidesByTags = new Map<string, readonly Sides[]>();
  /** Unused part numbers of the board. */
  private free: number[] = [];
  private uncertainty = new Map<number, { readonly startsBy: SkewNormal | null; readonly endsBy: SkewNormal | null }>();

  private readonly most: number;

  private constructor(most: number) {
    this.most = most;
  }

  static of(instance: Instance, placement: Placement, most = Number.POSITIVE_INFINITY): ConflictIndex {
    return atOnce(ConflictIndex.making(instance, placement, most));
  }

  /** Like `of`, as a generator that yields between pieces of work. */
  static *making(instance: Instance, placement: Placement, most: number): Generator<void, ConflictIndex> {
    const index = new ConflictIndex(most);
    yield* index.load(instance, placement);
    return index;
  }

  /** Every conflict, in the order of `findConflicts`. */
  conflicts(): readonly ConflictRecord[] {
    return this.inOrder(this.records.values());
  }

  /** Estimated memory of the index in bytes. */
  get bytes(): number {
    return this.records.size * RECORD_BYTES + this.board.instance.partCount * PART_BYTES;
  }

  /**
   * Applies the new state of the changed operations. Returns null and changes nothing when the snapshot that the index started from
   * does not suffice: a resource is unknown, or an operation has tags that none had before while hard rules on pairs depend on tags.
   * The caller then has to `rebase`.
   */
  advance(changes: readonly OperationChange[]): ConflictChange | null {
    if (!this.knows(changes)) return null;
    const before = new Map<string, ConflictRecord>();
    const gone: number[] = [];
    for (const { operation } of changes) {
      for (const part of this.partsByOperation.get(operation) ?? []) {
        for (const id of this.idsByPart.get(part) ?? []) before.set(id, this.records.get(id)!);
        gone.push(part);
      }
    }
    const closing = this.inOrder(before.values());
    for (const id of before.keys()) this.leave(id);
    for (const part of gone) this.vacate(part);
    const fresh = changes.flatMap((change) => this.settle(change));
    const after = new Map<string, ConflictRecord>();
    for (const part of fresh) {
      for (const other of this.partnersOf(part)) {
        const record = this.describe(part, other);
        after.set(record.id, record);
        this.enter(record, part, other);
      }
    }
    return {
      opened: this.inOrder(after.values()).filter(({ id }) => !before.has(id)),
      closed: closing.filter(({ id }) => !after.has(id)),
    };
  }

  /** Whether `advance` can apply the changes. */
  knows(changes: readonly OperationChange[]): boolean {
    return changes.every((change) => this.isKnown(change));
  }

  /** Starts again from a newer snapshot, which is needed after changes of rules, resources, tags or weights. */
  rebase(instance: Instance, placement: Placement): ConflictChange {
    return this.become(ConflictIndex.of(instance, placement, this.most));
  }

  /**
   * Like `rebase`, with an index of the newer snapshot that was already built. This index takes over its contents, so `fresh` must not
   * be used afterwards.
   */
  become(fresh: ConflictIndex): ConflictChange {
    const before = this.records;
    const closing = this.conflicts();
    Object.assign(this, fresh);
    return {
      opened: this.conflicts().filter(({ id }) => !before.has(id)),
      closed: closing.filter(({ id }) => !this.records.has(id)),
    };
  }

  private *load(instance: Instance, placement: Placement): Generator<void, void> {
    const { names, operation, partCount } = instance;
    if (this.most < Number.POSITIVE_INFINITY && (yield* countingConflicts(instance, placement)) > this.most)
      throw new Crowded();
    this.operationNumbers = new Map(names.operations.map((id, index) => [id, index]));
    this.resourceNumbers = new Map(names.resources.map((id, index) => [id, index]));
    for (let part = 0; part < partCount; part++) {
      if (part % PIECE === 0) yield;
      const id = names.operations[operation[part]];
      const parts = this.partsByOperation.get(id);
      if (parts) parts.push(part);
      else this.partsByOperation.set(id, [part]);
      const tags = keyOfTags(names.operationTags.classes[names.operationTags.of[operation[part]]]);
      if (!this.sidesByTags.has(tags))
        this.sidesByTags.set(
          tags,
          masksOf(instance).map(([x, y]) => [x[part], y[part]]),
        );
    }
    yield;
    const roomy = withRoom(instance, SPARE_PARTS);
    this.free = Array.from({ length: SPARE_PARTS }, (_, i) => partCount + SPARE_PARTS - 1 - i);
    const places = new Int32Array(roomy.partCount).fill(NOWHERE);
    places.set(placement);
    yield;
    for (const [i, conflict] of findConflicts(instance, placement).entries()) {
      if (i % PIECE === 0) yield;
      this.enter(toConflictRecord(instance, conflict), conflict.a, conflict.b);
    }
    yield;
    this.board = Board.movable(roomy, places);
  }

  private isKnown({ tags, parts }: OperationChange): boolean {
    const looksAtTags = this.board.instance.terms.buffers.length + this.board.instance.terms.adjacencies.length > 0;
    if (looksAtTags && parts.length > 0 && !this.sidesByTags.has(keyOfTags(tags))) return false;
    return parts.every(({ resource }) => resource === null || this.resourceNumbers.has(resource));
  }

  private vacate(part: number): void {
    this.board.move(part, NOWHERE);
    this.idsByPart.delete(part);
    this.uncertainty.delete(part);
    this.free.push(part);
  }

  /** Puts the operation's parts on the board and returns them. */
  private settle({ operation, isBlocker, tags, parts }: OperationChange): readonly number[] {
    if (this.free.length < parts.length) this.enlarge(parts.length);
    let number = this.operationNumbers.get(operation);
    if (number === undefined) {
      number = this.operationNumbers.size;
      this.operationNumbers.set(operation, number);
    }
    const sides = this.sidesByTags.get(keyOfTags(tags)) ?? [];
    const settled = parts.map((part) => this.place(part, number, operation, isBlocker, sides));
    if (settled.length > 0) this.partsByOperation.set(operation, settled);
    else this.partsByOperation.delete(operation);
    return settled;
  }

  private place(
    change: PartChange,
    number: number,
    operation: string,
    isBlocker: boolean,
    sides: readonly Sides[],
  ): number {
    const { board } = this;
    const { instance: view } = board;
    const part = this.free.pop()!;
    board.instance.start[part] = change.start - view.origin;
    board.instance.end[part] = change.end - view.origin;
    view.operation[part] = number;
    view.partIndex[part] = change.index;
    view.flags[part] = isBlocker ? PartFlag.blocker : 0;
    (view.names.parts as string[])[part] = change.name;
    (view.names.operations as string[])[number] = operation;
    masksOf(view).forEach(([x, y], rule) => {
      x[part] = sides[rule]?.[0] ?? 0;
      y[part] = sides[rule]?.[1] ?? 0;
    });
    this.uncertainty.set(part, { startsBy: change.startsBy, endsBy: change.endsBy });
    board.move(part, change.resource === null ? NOWHERE : this.resourceNumbers.get(change.resource)!);
    return part;
  }

  private partnersOf(part: number): readonly number[] {
    this.board.findPartners(part, this.board.placement[part]);
    return Array.from(this.board.partners.subarray(0, this.board.partnerCount));
  }

  /** Sorts records by the later part, then by the earlier one. */
  private inOrder(records: Iterable<ConflictRecord>): readonly ConflictRecord[] {
    const { board } = this;
    const compare = (x: number, y: number): number => (x === y ? 0 : isEarlier(board, x, y) ? -1 : 1);
    return [...records]
      .map((record) => {
        const [x, y] = this.partsById.get(record.id)!;
        const [earlier, later] = isEarlier(board, x, y) ? [x, y] : [y, x];
        return { record, earlier, later };
      })
      .sort((one, other) => compare(one.later, other.later) || compare(one.earlier, other.earlier))
      .map(({ record }) => record);
  }

  private leave(id: string): void {
    for (const part of this.partsById.get(id) ?? []) this.idsByPart.get(part)?.delete(id);
    this.partsById.delete(id);
    this.records.delete(id);
  }

  private enter(record: ConflictRecord, a: number, b: number): void {
    if (this.records.size >= this.most) throw new Crowded();
    this.records.set(record.id, record);
    this.partsById.set(record.id, [a, b]);
    for (const part of [a, b]) {
      const ids = this.idsByPart.get(part);
      if (ids) ids.add(record.id);
      else this.idsByPart.set(part, new Set([record.id]));
    }
  }

  /** The record of the conflict between two parts, described on an instance that has only these two. */
  private describe(x: number, y: number): ConflictRecord {
    const { instance: view, placement: place } = this.board;
    const { start, end } = view;
    const { kind, a, b, rule } = conflictKindOf(this.board, x, y);
    const distributions: number[] = [];
    const add = (distribution: SkewNormal | null): number => {
      if (!distribution) return -1;
      distributions.push(distribution.location, distribution.scale, distribution.shape);
      return distributions.length / 3 - 1;
    };
    const pair = {
      ...view,
      start: Int32Array.of(start[a], start[b]),
      end: Int32Array.of(end[a], end[b]),
      operation: Int32Array.of(view.operation[a], view.operation[b]),
      partIndex: Int32Array.of(view.partIndex[a], view.partIndex[b]),
      uncertainty: {
        start: Int32Array.of(-1, add(this.uncertaintyOf(b).startsBy)),
        end: Int32Array.of(add(this.uncertaintyOf(a).endsBy), -1),
        distributions: Float64Array.from(distributions),
        horizonSeconds: view.uncertainty.horizonSeconds,
      },
      names: { ...view.names, parts: [view.names.parts[a], view.names.parts[b]] },
    };
    return toConflictRecord(pair, describeConflict(pair, kind, 0, 1, place[a], rule));
  }

  private uncertaintyOf(part: number): { readonly startsBy: SkewNormal | null; readonly endsBy: SkewNormal | null } {
    const known = this.uncertainty.get(part);
    if (known) return known;
    const { start, end, distributions } = this.board.instance.uncertainty;
    const at = (row: number | undefined): SkewNormal | null => {
      if (row === undefined || row < 0) return null;
      const [location, scale, shape] = distributions.subarray(3 * row, 3 * row + 3);
      return { location, scale, shape };
    };
    return { startsBy: at(start[part]), endsBy: at(end[part]) };
  }

  private enlarge(wanted: number): void {
    const { instance: view, placement: place } = this.board;
    const more = Math.max(wanted, view.partCount);
    const roomy = withRoom(view, more);
    const places = new Int32Array(roomy.partCount).fill(NOWHERE);
    places.set(place);
    for (let i = 0; i < more; i++) this.free.unshift(view.partCount + i);
    this.board = Board.movable(roomy, places);
  }
}

const keyOfTags = (tags: readonly string[]): string => [...new Set(tags)].sort().join(' ');

/** Two flags: whether a part is on the first and on the second side of a rule (previous and next, or own and other). */
type Sides = readonly [number, number];

/** The masks of the hard rules on pairs. */
const masksOf = ({ terms }: Instance): readonly (readonly [Uint8Array, Uint8Array])[] => [
  ...terms.buffers.filter(({ hard }) => hard).map(({ previous, next }) => [previous, next] as const),
  ...terms.adjacencies.filter(({ hard }) => hard).map(({ own, other }) => [own, other] as const),
];

/** A private copy of the instance with room for more parts and only what conflicts are computed from. */
const withRoom = (instance: Instance, more: number): Instance => {
  const partCount = instance.partCount + more;
  const ints = (array: Int32Array): Int32Array => {
    const larger = new Int32Array(partCount);
    larger.set(array);
    return larger;
  };
  const bytes = (array: Uint8Array): Uint8Array => {
    const larger = new Uint8Array(partCount);
    larger.set(array);
    return larger;
  };
  const { terms, names } = instance;
  const buffers = terms.buffers
    .filter(({ hard }) => hard)
    .map((term) => ({ ...term, previous: bytes(term.previous), next: bytes(term.next) }));
  const adjacencies = terms.adjacencies
    .filter(({ hard }) => hard)
    .map((term) => ({ ...term, own: bytes(term.own), other: bytes(term.other) }));
  return {
    ...instance,
    partCount,
    start: ints(instance.start),
    end: ints(instance.end),
    operation: ints(instance.operation),
    partIndex: ints(instance.partIndex),
    flags: bytes(instance.flags),
    maxGapSeconds: Math.max(0, ...buffers.map(({ seconds }) => seconds)),
    terms: {
      matches: [],
      buffers,
      adjacencies,
      ...noShapedTerms(),
      risk: null,
    },
    names: { ...names, parts: [...names.parts], operations: [...names.operations] },
  };
};
