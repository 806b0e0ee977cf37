import { atOnce } from '../../engine/atOnce.ts';
import { diffsOf, inOrder } from './differences.ts';
import type { Version } from './entities.ts';
import { keyOf, type Layer } from './layer.ts';
import type { LayeredRow, Live } from './live.ts';
import type { Diff } from './store.ts';

const liveOf = (version: Version | null): Version | null => (version?.tombstone === false ? version : null);

/**
 * The diffs of rows that begin together, in the order of KINDS and of writing. `main` is the mainline just before; `draft` is the layer to which a
 * workspace's rows belong.
 */
function rowDiffs(rows: Iterable<LayeredRow>, main: Layer, draft: Layer | null): Diff[] {
  return atOnce(diffing(rows, main, draft));
}

/** Like `rowDiffs`, in slices. */
export function* diffing(rows: Iterable<LayeredRow>, main: Layer, draft: Layer | null): Generator<void, Diff[]> {
  // Version ids sort in order of writing.
  const written = [...rows].sort((a, b) => (a.version.versionId < b.version.versionId ? -1 : 1));
  const diffs: Diff[] = [];
  for (const [i, { version, released, layer }] of written.entries()) {
    const mainline = main.get(version.kind, keyOf(version)) ?? null;
    const before = (layer === 0 ? null : draft?.get(version.kind, keyOf(version))) ?? mainline;
    for (const diff of diffsOf(liveOf(before), released ? mainline : liveOf(version))) diffs.push(diff);
    if (i % PIECE === 0) yield;
  }
  yield;
  return inOrder(diffs);
}

const PIECE = 64;

/** The diffs of rows; null if they belong to a draft that is not cached. */
export function diffsIn(live: Live, rows: readonly LayeredRow[]): readonly Diff[] | null {
  const layer = rows.find((row) => row.layer !== 0)?.layer;
  if (layer === undefined) return rowDiffs(rows, live.main, null);
  const draft = live.drafts.get(layer);
  return draft === undefined ? null : rowDiffs(rows, live.main, draft);
}
