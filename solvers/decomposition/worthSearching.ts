import type { Instance } from '../../engine/instance/instance.ts';
import { arcCostAt } from '../../engine/objective/arcs.ts';
import type { Placement } from '../../engine/objective/score.ts';

/** Pieces are searched in whose blocks the gap is at least this share of that of the average block. */
const LEAST_SHARE = 0.25;
/** So much of the gap, at least, must be in what parts cost by themselves. */
const OWN_SHARE = 0.5;

/**
 * Says which pieces are worth a search: those in whose blocks the plan costs clearly more than the blocks' bounds, or all of them if most of the gap
 * is in costs between parts. `boundOf` returns the bound of a block in weight units; `gap` is that of the whole in hundredths.
 */
export const worthSearching = (
  instance: Instance,
  blocks: readonly Int32Array[],
  boundOf: (block: number) => number,
  placement: Placement,
  gap: number,
): ((piece: Int32Array) => boolean) => {
  const blockOf = new Int32Array(instance.partCount);
  const excess = blocks.map((parts, block) => {
    let sum = -100 * boundOf(block);
    for (const part of parts) {
      blockOf[part] = block;
      const place = placement[part];
      sum += place < 0 ? instance.unassignedCost[part] : arcCostAt(instance, part, place);
    }
    return sum;
  });
  if (excess.reduce((sum, value) => sum + value, 0) < OWN_SHARE * gap) return () => true;
  const least = (LEAST_SHARE * gap) / blocks.length;
  return (piece) =>
    piece.length > 0 && [piece[0], piece[piece.length - 1]].some((part) => excess[blockOf[part]] >= least);
};
