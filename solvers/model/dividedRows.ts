import type { PathModel } from './pathModel.ts';

/**
 * Divides each row where spans of time end: what was row r is row r · spanCount + s in span s. `span` has the span of each part, and nothing on a row may cost
 * anything from one span to the next. Each span pays an equal share of what using a row costs, so that no plan costs more than before.
 */
export const dividedRows = (model: PathModel, span: Int32Array, spanCount: number): PathModel => {
  if (spanCount === 1) return model;
  const { rowCount, gapCosts } = model;
  const { rowStart, origin, moved } = layOut(model, span, spanCount);
  const end = Int32Array.from(origin.keys());
  for (let row = 0; row < rowCount * spanCount; row++)
    end.fill(rowStart[row + 1] - 1, rowStart[row], rowStart[row + 1]);
  /** Where paths continue that continued there: at the end of the span at the latest. */
  const follow = (target: Int32Array): Int32Array =>
    Int32Array.from(origin, (k, at) => Math.min(moved[target[k]], end[at]));
  return {
    ...model,
    rowCount: rowCount * spanCount,
    rowStart,
    part: Int32Array.from(origin, (k, at) => (at === end[at] ? -1 : model.part[k])),
    cost: Float64Array.from(origin, (k) => model.cost[k]),
    next: follow(model.next),
    usage: Float64Array.from(
      { length: rowCount * spanCount },
      (_, at) => model.usage[Math.floor(at / spanCount)] / spanCount,
    ),
    gapCosts: gapCosts && {
      near: Float64Array.from(origin, (k) => gapCosts.near[k]),
      mid: follow(gapCosts.mid),
      far: Float64Array.from(origin, (k) => gapCosts.far[k]),
      clear: follow(gapCosts.clear),
    },
  };
};

/** The start of each new row, where each of its positions comes from, and where the positions of the model are now. A span's end comes from that of the row. */
const layOut = ({ rowStart, rowCount, part }: PathModel, span: Int32Array, spanCount: number) => {
  const starts: number[] = [0];
  const origin: number[] = [];
  const moved = new Int32Array(part.length);
  for (let row = 0; row < rowCount; row++) {
    const sentinel = rowStart[row + 1] - 1;
    for (let s = 0, k = rowStart[row]; s < spanCount; s++) {
      for (; k < sentinel && span[part[k]] === s; k++) {
        moved[k] = origin.length;
        origin.push(k);
      }
      moved[sentinel] = origin.length;
      origin.push(sentinel);
      starts.push(origin.length);
    }
  }
  return { rowStart: Int32Array.from(starts), origin: Int32Array.from(origin), moved };
};
