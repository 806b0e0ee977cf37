import type { PlanningState } from '../../db/versions/planningState.ts';
import type { CostRecord } from '../../engine/explain/planCosts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { DocumentPiece, PlanPiece } from '../../engine/instance/planPieces.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { toWeight } from '../../engine/objective/wireNumbers.ts';
import { inTurn } from '../conflicts/analyzed.ts';
import type { Deps } from '../deps.ts';
import { documentPieces } from '../documents/documentOf.ts';
import { instant } from '../records/instants.ts';
import { slicedly } from '../turns.ts';
import type { ProposedChange } from './proposedChange.ts';

/** What a proposal would change in the present plan. Costs are in weight units. */
export interface AdviceEffect {
  /** What the rule costs in the plan as it stands: before (0 for a new rule) and with the proposal. */
  readonly cost: { readonly before: number; readonly after: number };
  /** What a short run would do with the proposal; null if no run was asked for. */
  readonly run: {
    /** The plan's cost with the proposal: as it stands, and after the run. */
    readonly score: { readonly before: number; readonly after: number };
    /** What the rule costs after the run. */
    readonly cost: number;
    /** How many operations the run moves, how many a run moves without the proposal, and the first of those that only the proposal moves. */
    readonly moved: number;
    readonly movedAnyway: number;
    readonly operations: readonly string[];
  } | null;
}

type Runner = Pick<Deps, 'resolutions' | 'solve' | 'clock'>;

const MOST_LISTED = 50;
const GAP = 0.0001;

/** A plan with its cost by rule, and what a run of a second or so makes of it. */
interface Tried {
  readonly terms: readonly CostRecord[];
  readonly run: {
    readonly terms: readonly CostRecord[];
    readonly before: number;
    readonly after: number;
    readonly moved: ReadonlySet<string>;
  } | null;
}

/** The effects of the proposals, one after the other. Nothing is written. `seconds` limits each run; 0: no runs. */
export const adviceEffects = async (
  deps: Runner,
  state: PlanningState,
  changes: readonly ProposedChange[],
  seconds: number,
): Promise<readonly AdviceEffect[]> => {
  if (changes.length === 0) return [];
  const now = await tried(deps, state, () => documentPieces(state), seconds);
  const effects: AdviceEffect[] = [];
  for (const { pieces, rule } of changes) {
    const then = await tried(deps, state, pieces, seconds);
    const cost = { before: costOf(now.terms, rule), after: costOf(then.terms, rule) };
    effects.push({ cost, run: then.run && now.run && runEffect(rule, now.run, then.run) });
  }
  return effects;
};

const runEffect = (
  rule: string,
  now: NonNullable<Tried['run']>,
  then: NonNullable<Tried['run']>,
): NonNullable<AdviceEffect['run']> => ({
  score: { before: then.before, after: then.after },
  cost: costOf(then.terms, rule),
  moved: then.moved.size,
  movedAnyway: now.moved.size,
  operations: [...then.moved].filter((operation) => !now.moved.has(operation)).slice(0, MOST_LISTED),
});

const tried = async (
  deps: Runner,
  state: PlanningState,
  pieces: () => Iterable<DocumentPiece>,
  seconds: number,
): Promise<Tried> => {
  const { organization } = state.planning;
  const instance = await inTurn(state, () =>
    deps.resolutions.analyze({
      key: null,
      organization,
      options: { referenceTime: instant(deps.clock()) },
      async *pieces(): AsyncGenerator<PlanPiece> {
        for await (const piece of slicedly(pieces())) yield { of: 'document', piece };
      },
      question: { of: 'instance' },
    }),
  );
  const outcome = (placement: Placement) =>
    deps.resolutions.analyze({
      key: null,
      organization,
      instance,
      placement,
      question: { of: 'outcome', placement },
    });
  const { terms } = await outcome(placementOf(instance));
  if (seconds === 0) return { terms, run: null };
  const parameters = { timeLimitSeconds: seconds, gap: GAP, seed: 1, stepLimit: null, frontier: null };
  const { solution } = await deps.solve({ instance, solver: 'auto', parameters });
  const found = await outcome(solution.placement);
  return {
    terms,
    run: {
      terms: found.terms,
      before: found.before.total / 100,
      after: found.after.total / 100,
      moved: movedIn(instance, solution.placement),
    },
  };
};

const movedIn = ({ names, operation, placed }: Instance, placement: Placement): ReadonlySet<string> => {
  const moved = new Set<string>();
  for (const [part, at] of placement.entries()) {
    if (at !== placed[part]) moved.add(names.operations[operation[part] ?? -1] ?? '');
  }
  return moved;
};

/** The cost of a rule, or of the planning's risk. */
const costOf = (terms: readonly CostRecord[], rule: string): number =>
  toWeight(terms.reduce((sum, term) => sum + ((term.rule ?? term.kind) === rule ? term.cost : 0), 0));
