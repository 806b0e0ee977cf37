import type { Instance } from '../../engine/instance/instance.ts';
import { buildCore, type CoreProgram } from '../../solvers/integer/coreProgram.ts';
import { relax, type Relaxation } from '../../solvers/model/relaxation.ts';
import { rowsOfEqualPaths, singleRows } from '../../solvers/model/rowClasses.ts';

/** An instance as a 0-1 program in the clique formulation, which is the tightest there is and best for every peer. */
export interface PeerModel {
  readonly relaxation: Relaxation;
  readonly program: CoreProgram;
}

/**
 * Builds the program. Unless `merged`, each resource is a row of its own, so that peers get the problem without Tidegate's merging of
 * equal resources.
 */
export const peerModel = (instance: Instance, merged: boolean): PeerModel => {
  const relaxation = relax(instance);
  const { model } = relaxation;
  const classes = (merged ? rowsOfEqualPaths : singleRows)(model);
  const program = buildCore(
    model,
    classes,
    () => true,
    () => true,
  );
  if (program === null) throw new Error('Every part may be left out, so there is always a plan.');
  return { relaxation, program };
};

/** The program in CPLEX LP format, which CBC and GLPK read. */
export const lpText = (program: CoreProgram): string => {
  const lines = ['Minimize', ' obj:'];
  for (let j = 0; j < program.columnCount; j++) lines.push(` + ${program.cost[j]} x${j}`);
  lines.push('Subject To');
  for (let r = 0; r < program.rowCount; r++) {
    lines.push(` c${r}:`);
    for (let q = program.starts[r]; q < program.starts[r + 1]; q++) {
      lines.push(` ${program.values[q] < 0 ? '-' : '+'} x${program.indices[q]}`);
    }
    lines.push(` ${program.rowLower[r] === program.rowUpper[r] ? '=' : '<='} ${program.rowUpper[r]}`);
  }
  lines.push('Binary');
  for (let j = 0; j < program.columnCount; j++) lines.push(` x${j}`);
  lines.push('End');
  return lines.join('\n');
};
