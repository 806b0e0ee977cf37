import type { PartLayout } from './layOutParts.ts';
import type { Reading } from './readDocument.ts';

interface CompiledUncertainty {
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly distributions: Float64Array;
  readonly horizonSeconds: number;
}

export const compileUncertainty = (_reading: Reading, layout: PartLayout): CompiledUncertainty => ({
  start: new Int32Array(layout.count).fill(-1),
  end: new Int32Array(layout.count).fill(-1),
  distributions: new Float64Array(0),
  horizonSeconds: 0,
});
