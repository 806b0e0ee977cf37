import type { Highs } from 'highs';
import { backward, type PathModel, rowScratch } from '../model/pathModel.ts';
import type { RowClasses } from '../model/rowClasses.ts';
import type { CoreProgram } from './coreProgram.ts';
import type { Basis } from './cutProgram.ts';

/** Columns whose min-marginal is at most this many price units are basic, and cliques whose price is at least that are full. */
const NEAR = { columns: 0.8, cliques: 0.4 };

/** Prices of the parts, and how far above the bound that they prove every plan with a position, or without a part, costs at least. */
export interface NearOptimal {
  readonly prices: Float64Array;
  readonly priceUnit: number;
  readonly marginals: Float64Array;
  readonly outMarginals: Float64Array;
}

/**
 * A basis near an optimal one of a core's linear program, from prices near optimal ones: simplex then takes half as many iterations as from the slack
 * basis. The number of basic variables may differ from the number of rows, and columns may depend on one another; HiGHS replaces what is wrong by
 * slacks.
 * Source: Bixby, "Implementing the simplex method: the initial basis", ORSA Journal on Computing 4 (1992).
 */
export const startingBasis = (
  { constants: { basisStatus } }: Highs,
  model: PathModel,
  classes: RowClasses,
  core: CoreProgram,
  { prices, priceUnit, marginals, outMarginals }: NearOptimal,
): Basis => {
  const { basic, lower, upper } = basisStatus;
  const most = NEAR.columns * priceUnit;
  const colStatus = core.position.map((k, column) => {
    const part = core.part[column];
    if (part < 0) return basic;
    return (k < 0 ? outMarginals[part] : marginals[k]) <= most ? basic : lower;
  });
  const rowStatus = new Int32Array(core.rowCount).fill(basic);
  const scratch = rowScratch(model);
  let known = -1;
  let from = 0;
  let before = 0;
  for (let row = 0; row < core.rowCount; row++) {
    if (core.rowLower[row] === core.rowUpper[row]) {
      rowStatus[row] = lower;
      continue;
    }
    const [first, last] = [core.indices[core.starts[row]], lastPlaced(core, row)];
    const own = core.classOf[first];
    if (own !== known) {
      const [path] = classes[own];
      backward(model, path, prices, scratch);
      [known, from, before] = [own, model.rowStart[path], 0];
    }
    // What the cheapest path still costs falls from one clique to the next by the price of the clique.
    const behind = core.position[last] + 1 - from;
    if (scratch[behind] - scratch[before] >= NEAR.cliques * priceUnit) rowStatus[row] = upper;
    before = behind;
  }
  return { colStatus, rowStatus };
};

/** The last column of a clique that stands for a position. */
const lastPlaced = ({ starts, indices, position }: CoreProgram, row: number): number => {
  let q = starts[row + 1] - 1;
  while (position[indices[q]] < 0) q--;
  return indices[q];
};
