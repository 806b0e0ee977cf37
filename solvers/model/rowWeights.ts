import { RowMemory } from '../webAssembly/rowMemory.ts';
import { backward, longestRow, type PathModel, rowScratch, tracePath } from './pathModel.ts';

/** Bytes of a weight, of an address and of a position, which has two weights and then four addresses. */
const WEIGHT = 8;
const ADDRESS = 4;
const POSITION = 32;
const ADDRESSES_AT = 16;

/** A model whose costs and prices change, and the cheapest paths of its rows. */
export interface RowPaths {
  /** The model. The costs of its positions are its own and may be written. */
  readonly model: PathModel;
  /** The price of each part, at first 0. */
  readonly prices: Float64Array;
  /** Writes the parts of a row's cheapest path to `path`, and returns their number. */
  cheapestPath(row: number, path: Int32Array): number;
}

/** Returns the paths of a copy of the model: by WebAssembly, which takes half of the time, unless parts may overlap at a price. */
export const rowPathsOf = (model: PathModel): RowPaths =>
  model.overlapCost === Number.POSITIVE_INFINITY ? new RowWeights(model) : new OverlappingPaths(model);

class OverlappingPaths implements RowPaths {
  readonly model: PathModel;
  readonly prices: Float64Array;
  private readonly best: Float64Array;

  constructor(model: PathModel) {
    this.model = { ...model, cost: model.cost.slice() };
    this.prices = new Float64Array(model.partCount);
    this.best = rowScratch(model);
  }

  cheapestPath(row: number, path: Int32Array): number {
    const { model, prices, best } = this;
    return backward(model, row, prices, best) === 0 ? 0 : tracePath(model, row, best, path);
  }
}

/**
 * Costs and prices in weight units, in a memory in which WebAssembly finds the same paths as `backward` and `tracePath`. Other than `RowUnits`, it knows
 * costs of gaps, and rounds nothing.
 */
class RowWeights implements RowPaths {
  readonly model: PathModel;
  readonly prices: Float64Array;
  private readonly memory: RowMemory;
  private readonly addresses: Int32Array;
  private readonly costsAt: number;
  private readonly restsAt: number;
  private readonly pathAt: number;

  constructor(model: PathModel) {
    const { partCount, rowCount } = model;
    const positions = model.cost.length;
    const pricesAt = POSITION * positions;
    this.costsAt = pricesAt + WEIGHT * partCount;
    this.restsAt = this.costsAt + WEIGHT * positions;
    this.pathAt = this.restsAt + WEIGHT * longestRow(model);
    const bytes = this.pathAt + ADDRESS * longestRow(model);
    this.memory = new RowMemory(bytes);
    const buffer = this.memory.atLeast(bytes);
    this.prices = new Float64Array(buffer, pricesAt, partCount);
    this.addresses = new Int32Array(buffer);
    this.model = { ...model, cost: new Float64Array(buffer, this.costsAt, positions) };
    this.model.cost.set(model.cost);
    const weights = new Float64Array(buffer);
    for (let row = 0; row < rowCount; row++) this.writeRow(row, weights, pricesAt);
  }

  cheapestPath(row: number, path: Int32Array): number {
    const { addresses, memory, costsAt, restsAt, pathAt } = this;
    const { rowStart, usage, part } = this.model;
    const from = rowStart[row];
    const length = memory.paths.cheapestPathInWeights(
      POSITION * from,
      costsAt + WEIGHT * from,
      restsAt,
      restsAt + WEIGHT * (rowStart[row + 1] - 1 - from),
      usage[row],
      pathAt,
    );
    for (let q = 0, at = pathAt / ADDRESS; q < length; q++, at++) path[q] = part[from + addresses[at]];
    return length;
  }

  private writeRow(row: number, weights: Float64Array, pricesAt: number): void {
    const { addresses, restsAt } = this;
    const { rowStart, part, next, gapCosts } = this.model;
    const from = rowStart[row];
    const restOf = (k: number): number => restsAt + WEIGHT * (k - from);
    for (let k = from; k < rowStart[row + 1] - 1; k++) {
      const address = (POSITION * k + ADDRESSES_AT) / ADDRESS;
      addresses[address] = pricesAt + WEIGHT * part[k];
      addresses[address + 1] = restOf(next[k]);
      addresses[address + 2] = restOf(gapCosts === null ? next[k] : gapCosts.mid[k]);
      addresses[address + 3] = restOf(gapCosts === null ? next[k] : gapCosts.clear[k]);
      if (gapCosts === null) continue;
      weights[(POSITION / WEIGHT) * k] = gapCosts.near[k];
      weights[(POSITION / WEIGHT) * k + 1] = gapCosts.far[k];
    }
  }
}
