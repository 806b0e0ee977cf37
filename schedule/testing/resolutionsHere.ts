import { explainPlan } from '../../engine/explain/explainPlan.ts';
import { planReasons } from '../../engine/explain/planReasons.ts';
import { analyze } from '../../engine/metrics/analysis.ts';
import { createResolver } from '../../engine/strategies/createResolver.ts';
import { conflictsOf } from '../../engine/conflicts/boardConflicts.ts';
import { Board } from '../../engine/board/board.ts';
import { stress } from '../../engine/stress/stress.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { KeptPlan, type KeptSource } from '../../engine/instance/keptPlan.ts';
import { sharedCopy } from '../../engine/instance/mapArrays.ts';
import { PlanPieces } from '../../engine/instance/planPieces.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Resolutions, UncompiledPlan } from '../ports.ts';

type Plan = { readonly instance: Instance; readonly placement: Placement };

const compiled = async (request: Plan | UncompiledPlan): Promise<Plan> => {
  if ('instance' in request) return request;
  const pieces = new PlanPieces();
  for await (const piece of request.pieces()) pieces.add(piece);
  const instance = pieces.compile(request.options);
  return { instance, placement: placementOf(instance) };
};

interface Known {
  readonly plan: KeptPlan;
  readonly version: number;
}

/** Plans that are brought forward by edits, as threads keep them. */
class PlansHere {
  private readonly known = new Map<string, Known>();
  /** How many plans were compiled, and how many were brought forward instead. */
  compiled = 0;
  edited = 0;

  /** Runs the work on the plan in the wanted version under its overlay; on one compiled for it where edits do not suffice. */
  async on<T>(request: Plan | UncompiledPlan, work: (plan: Plan) => T): Promise<T> {
    const source = 'pieces' in request ? request.kept : null;
    if (!source) return work(await compiled(request));
    const plan = await this.brought(source);
    const overlay = source.overlay();
    if (!plan.edit(overlay, 'before')) return work(await compiled(request));
    const instance = sharedCopy(plan.whole());
    const answer = work({ instance, placement: placementOf(instance) });
    if (!plan.revert(overlay)) this.known.delete(source.key);
    return answer;
  }

  private async brought({ key, version, referenceTime, since, pieces }: KeptSource): Promise<KeptPlan> {
    const known = this.known.get(key);
    const edits = known?.plan.holdsAt(referenceTime) === true ? since(known.version) : null;
    if (known !== undefined && edits !== null && known.plan.edit(edits)) {
      this.known.set(key, { plan: known.plan, version });
      this.edited++;
      return known.plan;
    }
    this.compiled++;
    const document = new PlanPieces();
    for await (const piece of pieces()) document.add(piece);
    const plan = new KeptPlan(document.document, { referenceTime });
    this.known.set(key, { plan, version });
    return plan;
  }
}

export const plansHere = new PlansHere();

/** Runs analyses of small plans on this thread, without a time limit. */
export const resolutionsHere: Resolutions = {
  async resolve({ instance, placement, part, options, signal, onConflicts, onStrategy }) {
    onConflicts?.(conflictsOf(Board.movable(instance, placement), part));
    return createResolver(instance, placement).resolve(part, options ?? {}, {
      stop: () => signal?.aborted === true,
      report: (strategy, best) => onStrategy?.(strategy, best),
    });
  },
  async stress({ instance, placement, samples, seed }) {
    return stress(instance, placement, { samples, seed });
  },
  analyze: ({ question, ...request }) =>
    plansHere.on(request, ({ instance, placement }) => analyze(instance, placement, question)),
  explain: ({ timezone = 'UTC', optimal = false, ...request }) =>
    plansHere.on(request, ({ instance, placement }) => explainPlan(instance, placement, { timezone, optimal })),
  reasons: ({ timezone = 'UTC', part, ...request }) =>
    plansHere.on(request, ({ instance, placement }) => planReasons(instance, placement, { timezone, part })),
  /** There is no solver in this room, so nothing is learned; tests of what is learned bring their own. */
  learn: async () => ({ preferences: [], agreement: NOTHING, holdout: NOTHING, candidates: 0 }),
};

const NOTHING = { choices: 0, before: 0, after: 0 };
