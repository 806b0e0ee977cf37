import type { Instance } from '../../engine/instance/instance.ts';
import { lowerBound } from '../../engine/binarySearch.ts';
import type { GapCosts, PathModel } from './pathModel.ts';

/**
 * A partition of the rows, which are resources, into classes: the rows of each, ascending; the first one represents the class. Classes are in order of
 * their first rows.
 */
export type RowClasses = readonly (readonly number[])[];

/** When classes number less than this share of the rows, programs on classes pay. */
const MERGED_SHARE = 0.8;

/** Whether so many rows are interchangeable that it pays to merge them. */
export const isWorthMerging = (classes: RowClasses, { rowCount }: PathModel): boolean =>
  classes.length < MERGED_SHARE * rowCount;

/** A class for each row. */
export const singleRows = ({ rowCount }: PathModel): RowClasses => Array.from({ length: rowCount }, (_, row) => [row]);

/** The class of each row. */
export const classOfRows = (classes: RowClasses): Int32Array => {
  const classOf = new Int32Array(classes.reduce((count, rows) => count + rows.length, 0));
  classes.forEach((rows, own) => rows.forEach((row) => (classOf[row] = own)));
  return classOf;
};

/** The number of positions of the first row of each class that `keeps` accepts. */
export const countPositions = (
  { rowStart }: PathModel,
  classes: RowClasses,
  keeps: (position: number) => boolean,
): number => {
  let count = 0;
  for (const [row] of classes) for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++) if (keeps(k)) count++;
  return count;
};

/**
 * Rows that are interchangeable in the model: they may take the same parts, one after another in the same ways, and for the same costs of places,
 * gaps and use. Whatever the model leaves out may still differ.
 */
export const rowsOfEqualPaths = (model: PathModel): RowClasses =>
  classify(
    model.rowCount,
    (row) => hashOfPaths(model, row),
    (a, b) => haveEqualPaths(model, a, b),
  );

/** Rows that may take the same parts, one after another in the same ways, at any cost. Computed once for each model. */
export const rowsOfEqualOrder = (model: PathModel): RowClasses => {
  const known = ofEqualOrder.get(model);
  if (known !== undefined) return known;
  const classes = classify(
    model.rowCount,
    (row) => hashOfParts(model, row),
    (a, b) => haveEqualOrder(model, a, b),
  );
  ofEqualOrder.set(model, classes);
  return classes;
};

const ofEqualOrder = new WeakMap<PathModel, RowClasses>();

/**
 * Rows that the same ones of `parts`, which are ascending, may use at the same costs of arcs. Costs of gaps, and what the other parts of the instance may
 * use, may differ.
 */
export const rowsOfEqualArcs = (instance: ArcsByRow, parts: Int32Array): RowClasses => {
  const block = blockOf(instance, parts);
  return classify(
    instance.resourceCount,
    (row) => hashOfArcs(instance, block, row),
    (a, b) => haveEqualArcs(instance, block, a, b),
  );
};

type ArcsByRow = Pick<
  Instance,
  'partCount' | 'resourceCount' | 'resourceArcStart' | 'resourceArcPart' | 'resourceArc' | 'arcCost'
>;

/** Groups the rows that `areEqual`, which is called only where hashes are equal. */
const classify = (
  rowCount: number,
  hashOf: (row: number) => number,
  areEqual: (a: number, b: number) => boolean,
): RowClasses => {
  const classes: number[][] = [];
  const byHash = new Map<number, number[][]>();
  for (let row = 0; row < rowCount; row++) {
    const hash = hashOf(row);
    const near = byHash.get(hash) ?? [];
    byHash.set(hash, near);
    const own = near.find(([first]) => areEqual(first, row));
    if (own !== undefined) {
      own.push(row);
      continue;
    }
    const single = [row];
    near.push(single);
    classes.push(single);
  }
  return classes;
};

const hashOfPaths = ({ rowStart, part, cost }: PathModel, row: number): number => {
  let hash = 0;
  for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
    hash = (Math.imul(hash, 31) + part[k] + Math.round(100 * cost[k])) | 0;
  return hash;
};

const hashOfParts = ({ rowStart, part }: PathModel, row: number): number => {
  let hash = 0;
  for (let k = rowStart[row]; k < rowStart[row + 1]; k++) hash = (Math.imul(hash, 31) + part[k]) | 0;
  return hash;
};

const haveEqualOrder = ({ rowStart, part, next }: PathModel, a: number, b: number): boolean => {
  const shift = rowStart[b] - rowStart[a];
  if (rowStart[b + 1] - rowStart[a + 1] !== shift) return false;
  for (let k = rowStart[a]; k < rowStart[a + 1]; k++)
    if (part[k] !== part[k + shift] || next[k] + shift !== next[k + shift]) return false;
  return true;
};

const haveEqualPaths = (model: PathModel, a: number, b: number): boolean => {
  const { rowStart, part, cost, next, usage, gapCosts } = model;
  const [first, end] = [rowStart[a], rowStart[a + 1]];
  const shift = rowStart[b] - first;
  if (rowStart[b + 1] - end !== shift || usage[a] !== usage[b]) return false;
  for (let k = first, q = first + shift; k < end; k++, q++) {
    if (part[k] !== part[q] || cost[k] !== cost[q] || next[k] + shift !== next[q]) return false;
  }
  return gapCosts === null || haveEqualGaps(gapCosts, first, end, shift);
};

const haveEqualGaps = ({ near, mid, far, clear }: GapCosts, first: number, end: number, shift: number): boolean => {
  for (let k = first, q = first + shift; k < end; k++, q++) {
    if (near[k] !== near[q] || far[k] !== far[q]) return false;
    if (mid[k] + shift !== mid[q] || clear[k] + shift !== clear[q]) return false;
  }
  return true;
};

/** Some parts: which they are, and the range of each row's arcs that contains all of theirs. */
interface Block {
  readonly isIncluded: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

const blockOf = (
  { partCount, resourceCount, resourceArcStart, resourceArcPart }: ArcsByRow,
  parts: Int32Array,
): Block => {
  const isIncluded = new Uint8Array(partCount);
  for (const part of parts) isIncluded[part] = 1;
  const [least, most] = [parts.at(0) ?? 0, parts.at(-1) ?? -1];
  const from = new Int32Array(resourceCount);
  const to = new Int32Array(resourceCount);
  for (let row = 0; row < resourceCount; row++) {
    const end = resourceArcStart[row + 1];
    from[row] = lowerBound(resourceArcPart, least, resourceArcStart[row], end);
    to[row] = lowerBound(resourceArcPart, most + 1, from[row], end);
  }
  return { isIncluded, from, to };
};

const hashOfArcs = (
  { resourceArcPart, resourceArc, arcCost }: ArcsByRow,
  { isIncluded, from, to }: Block,
  row: number,
): number => {
  let hash = 0;
  for (let q = from[row]; q < to[row]; q++) {
    if (isIncluded[resourceArcPart[q]] === 0) continue;
    hash = (Math.imul(hash, 31) + resourceArcPart[q] + 100 * arcCost[resourceArc[q]]) | 0;
  }
  return hash;
};

const haveEqualArcs = (
  { resourceArcPart, resourceArc, arcCost }: ArcsByRow,
  { isIncluded, from, to }: Block,
  a: number,
  b: number,
): boolean => {
  for (let p = from[a], q = from[b]; ; p++, q++) {
    while (p < to[a] && isIncluded[resourceArcPart[p]] === 0) p++;
    while (q < to[b] && isIncluded[resourceArcPart[q]] === 0) q++;
    if (p === to[a] || q === to[b]) return p === to[a] && q === to[b];
    if (resourceArcPart[p] !== resourceArcPart[q] || arcCost[resourceArc[p]] !== arcCost[resourceArc[q]]) return false;
  }
};
