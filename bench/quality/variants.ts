import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/board/plan.ts';
import { auto, type Composition, createAuto, LONG_HORIZONS, WHOLE } from '../../solvers/auto/auto.ts';
import { NEIGHBORHOODS, neighborhoods } from '../../solvers/lagrangian/neighborhoods.ts';
import { createLocalSearch, localSearch } from '../../solvers/localSearch/localSearch.ts';
import type { SolveResult, Solver } from '../../solvers/solver.ts';
import { type Clock, clockedRun } from './clockedRun.ts';

/** A search without one of its components, or with a phase before it. */
export interface Variant {
  readonly name: string;
  readonly solve: (document: PlanningDocument, instance: Instance, clock: Clock) => SolveResult;
}

const variant = (name: string, solver: Solver): Variant => ({
  name,
  solve: (_document, instance, clock) => solver.solve(instance, clockedRun(instance, clock)),
});

/** Returns the items without one; throws when there is no such item, because then nothing would be left out. */
const without = <T extends { readonly id: string }>(items: readonly T[], id: string): readonly T[] => {
  const rest = items.filter((item) => item.id !== id);
  if (rest.length === items.length) throw new Error(`There is no ${id} to leave out.`);
  return rest;
};

const autoOf = (name: string, composition: Partial<Composition>): Variant =>
  variant(name, createAuto(LONG_HORIZONS, { ...WHOLE, ...composition }));

const noneUnplaced = neighborhoods(without(NEIGHBORHOODS, 'unplaced'));
const noGuidance: Composition['moves'] = (plan) => without(createMoves(plan), 'guided-ejection');
const noEjection: Composition['moves'] = (plan) => without(noGuidance(plan), 'ejection-chain');

/** The document reduced to the costs of unassigned operations and to hard rules. */
const onlyUnassigned = (document: PlanningDocument): PlanningDocument => ({
  ...document,
  planning: { ...document.planning, weights: { ...document.planning.weights, reassigned: 0 } },
  rules: document.rules.filter(({ hard }) => hard === true),
});

/** First places as many operations as possible, at any cost, within a time limit; the search then starts from that plan. */
const assignmentFirst = (name: string, mostSeconds: number): Variant => ({
  name,
  solve(document, instance, clock) {
    const run = clockedRun(instance, clock);
    const plain = compile(onlyUnassigned(document));
    const { solution } = auto.solve(plain, clockedRun(plain, { ...clock, limitSeconds: mostSeconds }));
    return auto.solve(instance, { ...run, initial: new Plan(instance, solution.placement).snapshot() });
  },
});

const { components } = WHOLE;

/** The variants by solver; the first one is the solver as it is. */
export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  auto: [
    variant('auto', auto),
    autoOf('without exact hour windows', { components: without(components, 'hour-windows') }),
    autoOf('without exact windows under rules about pairs', { components: without(components, 'pair-windows') }),
    autoOf('without later dives', { components: without(components, 'later-dives') }),
    autoOf('without neighborhoods around unplaced operations', {
      components: components.map((component) => (component.id === noneUnplaced.id ? noneUnplaced : component)),
    }),
    autoOf('without guided ejection', { moves: noGuidance }),
    assignmentFirst('with an assignment-only phase before it', 1),
  ],
  'local-search': [
    variant('local-search', localSearch),
    variant('without guided ejection', createLocalSearch(noGuidance)),
    variant('without ejection chains either', createLocalSearch(noEjection)),
    variant('auto, for its bound', auto),
  ],
};
