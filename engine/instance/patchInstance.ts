import { firstIndex } from '../binarySearch.ts';
import { shapedMembersByPart } from '../objective/terms/termShapes.ts';
import type { CompiledTerms, Instance, ReferenceSpan } from './instance.ts';
import type { DistributionTable } from './distributionTable.ts';

type TypedArray = Int32Array | Uint8Array;

/** Operations of which an instance gets new parts, and an instance that was compiled from them alone, with the same rules and resources. */
export interface Patch {
  /** Ids of all operations of the patch. */
  readonly operations: ReadonlySet<string>;
  /** The plan of those of them that exist afterwards. */
  readonly fresh: Instance;
}

/** The members of the terms that hold something about each part; undefined if a part cannot be exchanged without looking at others. */
export const membersByPart = (terms: CompiledTerms): Readonly<Record<string, readonly string[]>> | undefined => {
  const shaped = shapedMembersByPart(terms);
  return shaped && { matches: ['parts'], buffers: ['previous', 'next'], adjacencies: ['own', 'other'], ...shaped };
};

/**
 * Exchanges the parts of some operations, in place where the arrays keep their lengths: the instance must not be used afterwards. The result equals
 * what compiling the whole document would give, except for the order of tag classes and of distributions. Arcs by resource and the text of the
 * splits are not brought up to date. It costs what the patch and the parts between its first and its last one take, and one pass over the parts.
 */
export const patchInstance = (
  old: Instance,
  { operations, fresh }: Patch,
  byPart: Readonly<Record<string, readonly string[]>>,
  distributions: DistributionTable,
): Instance => {
  const numbers = renumber(old, operations, fresh);
  const span = spanOf(old, fresh, numbers);
  const own = <A extends TypedArray>(was: A, is: A, map: (value: number) => number = same): A =>
    exchanged(span, was, is, map);
  const shift = fresh.origin - old.origin;
  const moved = (seconds: number): number => seconds + shift;
  const start = own(old.start, fresh.start, moved);
  const end = own(old.end, fresh.end, moved);
  const { ofOld, ofFresh } = numbers;
  if (ofOld !== null) old.operation.forEach((one, part) => (old.operation[part] = ofOld[one]));
  const operation = own(old.operation, fresh.operation, (one) => ofFresh[one]);
  const row = (one: number): number => (one < 0 ? one : distributions.add(fresh.uncertainty.distributions, one));
  // Not in place, because what is known about pairs of parts is kept by this array.
  const startRows = exchanged(span, old.uncertainty.start.slice(), fresh.uncertainty.start, row);
  const endRows = own(old.uncertainty.end, fresh.uncertainty.end, row);
  const horizonSeconds = distributions.horizonSeconds(startRows, endRows);
  const { risk } = old.terms;
  const origin = fromZero(start, end, old.origin);
  const longestBuffer = old.terms.buffers.map(({ seconds }) => seconds);
  return {
    ...old,
    origin,
    partCount: start.length,
    operationCount: numbers.ids.length,
    start,
    end,
    operation,
    flags: own(old.flags, fresh.flags),
    pinned: own(old.pinned, fresh.pinned),
    current: own(old.current, fresh.current),
    placed: own(old.placed, fresh.placed),
    placedCost: own(old.placedCost, fresh.placedCost),
    partIndex: own(old.partIndex, fresh.partIndex),
    unassignedCost: own(old.unassignedCost, fresh.unassignedCost),
    reassignedCost: own(old.reassignedCost, fresh.reassignedCost),
    group: own(old.group, fresh.group),
    ...exchangedArcs(span, old, fresh),
    maxGapSeconds: Math.max(risk === null ? 0 : horizonSeconds, ...longestBuffer, 0),
    referenceSpan: intersection(old.referenceSpan, fresh.referenceSpan),
    uncertainty: { start: startRows, end: endRows, distributions: distributions.rows(), horizonSeconds },
    terms: {
      ...exchangedTerms(old.terms, fresh.terms, byPart, own),
      risk: risk && { ...risk, horizonSeconds },
    },
    names: exchangedNames(old, fresh, span, numbers),
  };
};

const same = (value: number): number => value;

/** The operations after the patch, in order of id. */
interface Numbers {
  readonly ids: readonly string[];
  /** New number by old one, −1 for an operation of the patch. Null when the others keep theirs. */
  readonly ofOld: Int32Array | null;
  readonly ofFresh: Int32Array;
  /** 1 for each old number that the patch concerns. */
  readonly isPatched: Uint8Array;
}

const renumber = (old: Instance, operations: ReadonlySet<string>, fresh: Instance): Numbers => {
  const before = old.names.operations;
  const isPatched = new Uint8Array(before.length);
  const known = new Set<string>();
  for (const id of operations) {
    const at = indexIn(before, id);
    if (at < 0) continue;
    isPatched[at] = 1;
    known.add(id);
  }
  const after = fresh.names.operations;
  if (known.size === after.length && after.every((id) => known.has(id)))
    return { ids: before, ofOld: null, ofFresh: Int32Array.from(after, (id) => indexIn(before, id)), isPatched };
  const ids: string[] = [];
  const ofOld = new Int32Array(before.length).fill(-1);
  const ofFresh = new Int32Array(after.length);
  let next = 0;
  for (let i = 0; i <= before.length; i++) {
    while (next < after.length && (i === before.length || after[next] <= before[i])) {
      ofFresh[next] = ids.push(after[next]) - 1;
      next++;
    }
    if (i < before.length && isPatched[i] === 0) ofOld[i] = ids.push(before[i]) - 1;
  }
  return { ids, ofOld, ofFresh, isPatched };
};

/** The position of the id in the ascending list, or −1. */
const indexIn = (ids: readonly string[], id: string): number => {
  const at = firstIndex(0, ids.length, (index) => ids[index] >= id);
  return ids[at] === id ? at : -1;
};

/** The old parts from `from` to before `to` become `parts`: an old part by its number, a fresh one by −1 − its number. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly parts: Int32Array;
}

const spanOf = (old: Instance, fresh: Instance, { isPatched }: Numbers): Span => {
  let from = old.partCount;
  let to = 0;
  for (let part = 0; part < old.partCount; part++) {
    if (isPatched[old.operation[part]] === 0) continue;
    if (part < from) from = part;
    to = part + 1;
  }
  const places = Array.from({ length: fresh.partCount }, (_, part) => placeFor(old, fresh, part));
  if (places.length > 0) {
    from = Math.min(from, places[0]);
    to = Math.max(to, places[places.length - 1]);
  }
  if (from > to) to = from;
  const parts: number[] = [];
  let next = 0;
  for (let part = from; part <= to; part++) {
    while (next < places.length && places[next] <= part) parts.push(-1 - next++);
    if (part < to && isPatched[old.operation[part]] === 0) parts.push(part);
  }
  return { from, to, parts: Int32Array.from(parts) };
};

/** The number of old parts that come before the fresh one by start, end, id of operation and index. */
const placeFor = (old: Instance, fresh: Instance, part: number): number => {
  const shift = fresh.origin - old.origin;
  const start = fresh.start[part] + shift;
  const end = fresh.end[part] + shift;
  const id = fresh.names.operations[fresh.operation[part]];
  const comesBefore = (other: number): boolean => {
    if (old.start[other] !== start) return old.start[other] < start;
    if (old.end[other] !== end) return old.end[other] < end;
    const otherId = old.names.operations[old.operation[other]];
    return otherId === id ? old.partIndex[other] < fresh.partIndex[part] : otherId < id;
  };
  return firstIndex(0, old.partCount, (other) => !comesBefore(other));
};

/** The array by part after the patch: the same one when its length stays. */
const exchanged = <A extends TypedArray>(
  { from, to, parts }: Span,
  old: A,
  fresh: A,
  map: (value: number) => number,
): A =>
  replaced(
    old,
    from,
    to,
    parts.map((part) => (part >= 0 ? old[part] : map(fresh[-1 - part]))),
  );

/** Puts the values in place of those from `from` to before `to`; in the same array when its length stays. */
const replaced = <A extends TypedArray>(old: A, from: number, to: number, values: Int32Array): A => {
  const length = old.length + values.length - (to - from);
  let array = old;
  if (length !== old.length) {
    array = (old instanceof Int32Array ? new Int32Array(length) : new Uint8Array(length)) as A;
    array.set(old.subarray(0, from));
    array.set(old.subarray(to), from + values.length);
  }
  array.set(values, from);
  return array;
};

const exchangedArcs = (
  { from, to, parts }: Span,
  old: Instance,
  fresh: Instance,
): Pick<Instance, 'arcStart' | 'arcResource' | 'arcCost'> => {
  const first = old.arcStart[from];
  const last = old.arcStart[to];
  const ends = new Int32Array(parts.length);
  let count = 0;
  for (let i = 0; i < parts.length; i++) {
    const [own, part] = parts[i] >= 0 ? [old, parts[i]] : [fresh, -1 - parts[i]];
    count += own.arcStart[part + 1] - own.arcStart[part];
    ends[i] = first + count;
  }
  const resources = new Int32Array(count);
  const costs = new Int32Array(count);
  let at = 0;
  for (const one of parts) {
    const [own, part] = one >= 0 ? [old, one] : [fresh, -1 - one];
    const [since, until] = [own.arcStart[part], own.arcStart[part + 1]];
    resources.set(own.arcResource.subarray(since, until), at);
    costs.set(own.arcCost.subarray(since, until), at);
    at += until - since;
  }
  const arcStart = replaced(old.arcStart, from + 1, to + 1, ends);
  const more = count - (last - first);
  if (more !== 0) for (let i = from + 1 + ends.length; i < arcStart.length; i++) arcStart[i] += more;
  return {
    arcStart,
    arcResource: replaced(old.arcResource, first, last, resources),
    arcCost: replaced(old.arcCost, first, last, costs),
  };
};

/** Makes the first part start at 0, and returns the origin after that. */
const fromZero = (start: Int32Array, end: Int32Array, origin: number): number => {
  if (start.length === 0) return 0;
  const first = start[0];
  if (first === 0) return origin;
  for (let part = 0; part < start.length; part++) {
    start[part] -= first;
    end[part] -= first;
  }
  return origin + first;
};

const intersection = (a: ReferenceSpan | null, b: ReferenceSpan | null): ReferenceSpan | null =>
  a && b && { since: Math.max(a.since, b.since), until: Math.min(a.until, b.until) };

type Exchange = <A extends TypedArray>(was: A, is: A) => A;

const exchangedTerms = (
  old: CompiledTerms,
  fresh: CompiledTerms,
  byPart: Readonly<Record<string, readonly string[]>>,
  own: Exchange,
): CompiledTerms => {
  const shapes: Record<string, unknown> = {};
  for (const [shape, members] of Object.entries(byPart)) {
    const listOf = (terms: object): readonly Readonly<Record<string, TypedArray>>[] =>
      (terms as Record<string, readonly Readonly<Record<string, TypedArray>>[]>)[shape];
    shapes[shape] = listOf(old).map((term, i) => ({
      ...term,
      ...Object.fromEntries(members.map((member) => [member, own(term[member], listOf(fresh)[i][member])])),
    }));
  }
  return { ...old, ...shapes };
};

const exchangedNames = (old: Instance, fresh: Instance, span: Span, numbers: Numbers): Instance['names'] => {
  const { names } = old;
  const { ids, ofOld, ofFresh, isPatched } = numbers;
  const parts = names.parts as string[];
  const ownParts = Array.from(span.parts, (part) => (part >= 0 ? parts[part] : fresh.names.parts[-1 - part]));
  const classes = [...names.operationTags.classes];
  const classOf = fresh.names.operationTags.classes.map((tags) => {
    const known = classes.findIndex((one) => one.length === tags.length && one.every((tag, i) => tag === tags[i]));
    return known >= 0 ? known : classes.push(tags) - 1;
  });
  const of = ofOld === null ? names.operationTags.of : new Int32Array(ids.length);
  const labels = ofOld === null ? (names.operationLabels as string[]) : ids.map(() => '');
  ofOld?.forEach((number, before) => {
    if (number < 0) return;
    of[number] = names.operationTags.of[before];
    labels[number] = names.operationLabels[before];
  });
  ofFresh.forEach((number, one) => {
    of[number] = classOf[fresh.names.operationTags.of[one]];
    labels[number] = fresh.names.operationLabels[one];
  });
  const skipped = [
    ...names.skipped
      .filter(({ operation }) => isPatched[operation] === 0)
      .map((one) => (ofOld === null ? one : { ...one, operation: ofOld[one.operation] })),
    ...fresh.names.skipped.map((one) => ({ ...one, operation: ofFresh[one.operation] })),
  ].sort((a, b) => a.operation - b.operation);
  return {
    ...names,
    parts: spliced(parts, span, ownParts),
    operations: ids,
    operationLabels: labels,
    skipped,
    operationTags: { of, classes },
  };
};

const spliced = (parts: string[], { from, to }: Span, values: readonly string[]): readonly string[] => {
  if (values.length !== to - from) return [...parts.slice(0, from), ...values, ...parts.slice(to)];
  values.forEach((name, i) => (parts[from + i] = name));
  return parts;
};
