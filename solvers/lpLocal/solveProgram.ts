import solver from 'javascript-lp-solver';
import type { LocalProblem } from './window.ts';

/** The package's types describe its CommonJS build; imported as an ES module, its default export is this object. */
const lpSolver = solver as unknown as { readonly Solve: (model: object) => Readonly<Record<string, unknown>> };

/**
 * Returns the columns of a cheapest choice with at most one column of each part and of each clique: a binary program with packing
 * constraints, solved exactly. Source: Wolsey, "Integer Programming" (1998), section 9 (node packing); solved by branch and cut.
 */
export const solveProgram = ({ columns, cliques }: LocalProblem): number[] => {
  const variables: Record<string, Record<string, number>> = {};
  const constraints: Record<string, { max: number }> = {};
  const ints: Record<string, 1> = {};
  columns.forEach(({ part, delta }, index) => {
    // A column that saves nothing is never chosen.
    if (delta >= 0) return;
    variables[`x${index}`] = { cost: delta, [`p${part}`]: 1 };
    constraints[`p${part}`] = { max: 1 };
    ints[`x${index}`] = 1;
  });
  cliques.forEach((clique, number) => {
    const members = clique.filter((index) => columns[index].delta < 0);
    if (members.length < 2) return;
    constraints[`c${number}`] = { max: 1 };
    for (const index of members) variables[`x${index}`][`c${number}`] = 1;
  });
  const answer = lpSolver.Solve({ optimize: 'cost', opType: 'min', constraints, variables, ints });
  return [...columns.keys()].filter((index) => Number(answer[`x${index}`] ?? 0) > 0.5);
};
