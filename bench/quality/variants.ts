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

/** A search with a part of it left out, or with something before it. */
export interface Variant {
  readonly name: string;
  readonly solve: (document: PlanningDocument, instance: Instance, clock: Clock) => SolveResult;
}

const variant = (name: string, solver: Solver): Variant => ({
  name,
  solve: (_document, instance, clock) => solver.solve(instance, clockedRun(instance, clock)),
});

/** Throws when there is no such item: then nothing would be left out. */
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

/** The document with nothing but what leaving operations out costs, and what is hard. */
const onlyUnassigned = (document: PlanningDocument): PlanningDocument => ({
  ...document,
  planning: { ...document.planning, weights: { ...document.planning.weights, reassigned: 0 } },
  rules: document.rules.filter(({ hard }) => hard === true),
});

/** First, for at most so long, as many operations as find a place, whatever places cost; the search begins from there. */
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

/** By the solver that they are variants of; the first is the solver as it is. */
export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  auto: [
    variant('auto', auto),
    autoOf('without exact hour windows', { components: without(components, 'hour-windows') }),
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
