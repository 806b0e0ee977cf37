import type { Instance } from '../../engine/instance/instance.ts';
import { buildCore, modelData } from '../integer/coreProgram.ts';
import { newHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import type { PathModel } from '../model/pathModel.ts';
import { type RowClasses, rowsOfEqualPaths, singleRows } from '../model/rowClasses.ts';

const highs = await newHighs();

/** Returns the optimum in hundredths of the whole instance as a 0-1 program, solved by HiGHS alone; `merged` merges its rows into classes. */
export const optimumByHighs = (instance: Instance, merged: boolean): number => {
  const { model, constant } = relax(instance);
  return constant + Math.round(100 * solve(model, (merged ? rowsOfEqualPaths : singleRows)(model), true));
};

/** Returns the optimum of the model's linear program, in weight units: no bound by prices of its parts is higher, and the best ones are as high. */
export const linearOptimumByHighs = (model: PathModel): number => solve(model, singleRows(model), false);

const solve = (model: PathModel, classes: RowClasses, isWhole: boolean): number => {
  const all = () => true;
  const core = buildCore(model, classes, all, all)!;
  const integrality = new Int32Array(core.columnCount).fill(isWhole ? 1 : 0);
  return highs.withModel({ ...modelData(core, core.upper), integrality }, (solver) => {
    solver.options.set({ output_flag: false, mip_rel_gap: 0 });
    solver.run();
    return solver.getObjectiveValue();
  });
};
