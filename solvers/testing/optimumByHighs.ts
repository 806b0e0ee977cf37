import type { Instance } from '../../engine/instance/instance.ts';
import { buildCore, modelData } from '../integer/coreProgram.ts';

import { newHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import { rowsOfEqualPaths, singleRows } from '../model/rowClasses.ts';

const highs = await newHighs();

/** Returns the optimum in hundredths of the whole instance as a 0-1 program, solved by HiGHS alone; `merged` merges its rows into classes. */
export const optimumByHighs = (instance: Instance, merged: boolean): number => {
  const { model, constant } = relax(instance);
  const all = () => true;
  const core = buildCore(model, (merged ? rowsOfEqualPaths : singleRows)(model), all, all)!;
  const integrality = new Int32Array(core.columnCount).fill(1);
  return highs.withModel({ ...modelData(core, core.upper), integrality }, (solver) => {
    solver.options.set({ output_flag: false, mip_rel_gap: 0 });
    solver.run();
    return constant + Math.round(100 * solver.getObjectiveValue());
  });
};
