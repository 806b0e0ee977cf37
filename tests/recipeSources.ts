/** What a newcomer would write by following the recipes of CONTRIBUTING.md; `recipes.test.ts` puts it in place. */

export const RULE = `import type { RuleKind } from './ruleKind.ts';

export const surcharge: RuleKind = {
  kind: 'surcharge',
  description: 'Whatever stands on a resource with any of resourceTags costs the weight, times the number of sides.',
  parameters: {
    type: 'object',
    properties: { sides: { type: 'integer', minimum: 1, maximum: 9, default: 1, description: 'factor' } },
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, weight, operationTags, resourceTags, parameters }, context) {
    context.terms.matches.push({
      rule: index,
      hard: false,
      weight: weight * ((parameters['sides'] as number | undefined) ?? 1),
      perHour: false,
      operations: context.operations(operationTags),
      resources: context.resources(resourceTags),
    });
  },
};
`;

export const SOLVER = `import { Plan } from '../../engine/board/plan.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import type { Solver } from '../solvers/solver.ts';

/** Takes whatever a move improves. */
export const descent: Solver = {
  id: 'descent',
  name: 'Descent',
  description: 'Takes every move that improves the plan.',
  provesBound: false,
  usesThreads: false,
  parameters: { patience: { type: 'integer', minimum: 1, description: 'moves without success' } },
  supports: () => null,
  solve(instance, run) {
    const plan = new Plan(instance, run.initial.placement);
    const moves = createMoves(plan);
    for (let drawn = 0; !run.stop(); drawn++) {
      const move = moves[drawn % moves.length]!;
      run.step(1);
      const delta = move.evaluate(plan, run.random);
      if (delta < 0) move.apply(plan);
      else if (delta < Number.POSITIVE_INFINITY) move.revert(plan);
    }
    const solution = plan.snapshot();
    run.report({ kind: 'incumbent', solution });
    return { solution, bound: null, status: 'feasible' };
  },
};
`;

export const MOVE = `import type { Plan } from '../board/plan.ts';
import { type Move, movableParts } from './move.ts';

/** A part that has a place gives it up. */
export const vacate = (plan: Plan): Move => {
  const parts = movableParts(plan);
  let part = -1;
  let from = -1;
  let before = 0;
  return {
    id: 'vacate',
    evaluate(current, random) {
      if (parts.length === 0 || current.instance.maxReassignments >= 0) return Number.POSITIVE_INFINITY;
      part = parts[random.below(parts.length)]!;
      from = current.placement[part]!;
      if (from < 0) return Number.POSITIVE_INFINITY;
      before = current.cost;
      current.move(part, -1);
      return current.cost - before;
    },
    apply() {},
    revert(current) {
      current.move(part, from);
    },
  };
};
`;

export const SHAPE = `import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { RuleTerm, TermDelta, TermShape } from './termShape.ts';

/** Each part beyond the first \`most\` on a resource costs \`cost\`. */
interface QuotaTerm extends RuleTerm {
  readonly cost: number;
  readonly most: number;
  /** How many others there are of those that a slice does not have. */
  readonly given: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly quotas: readonly QuotaTerm[];
  }
}

const beyond = (count: number, most: number): number => Math.max(0, count - most);

export const quotas: TermShape<QuotaTerm> = {
  visit({ resourceCount, terms }, placement, emit) {
    for (const { rule, cost: each, most, given } of terms.quotas) {
      const counts = given.slice();
      for (const resource of placement) if (resource >= 0) counts[resource]++;
      for (let resource = 0; resource < resourceCount; resource++) {
        const cost = each * beyond(counts[resource], most);
        if (cost > 0) emit({ level: 'rules', kind: 'quota', rule, cost, part: -1, other: -1, resource });
      }
    }
  },
  delta: (instance) => new QuotaCounts(instance),
  relaxation: { kind: 'leftOut', cost: ({ cost }) => cost },
  slice(term, { visitOutside }) {
    const given = term.given.slice();
    visitOutside((_part, resource) => given[resource]++);
    return { ...term, given };
  },
};

class QuotaCounts implements TermDelta {
  private readonly instance: Instance;
  private readonly counts: Int32Array;

  constructor(instance: Instance) {
    this.instance = instance;
    this.counts = new Int32Array(instance.resourceCount);
  }

  count(_part: number, resource: number, change: 1 | -1): void {
    this.counts[resource] += change;
  }

  costAt(part: number, resource: number, placement: Placement): number {
    const others = this.counts[resource] - (placement[part] === resource ? 1 : 0);
    let cost = 0;
    for (const term of this.instance.terms.quotas) if (others + term.given[resource] >= term.most) cost += term.cost;
    return cost;
  }
}
`;

export const QUOTA = `import type { RuleKind } from './ruleKind.ts';

export const quota: RuleKind = {
  kind: 'quota',
  description: 'Each operation beyond so many on one resource costs the weight.',
  parameters: {
    type: 'object',
    properties: { most: { type: 'integer', minimum: 0, description: 'how many cost nothing' } },
    required: ['most'],
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, parameters }, { terms, places }) {
    const given = new Int32Array(places('resource').length);
    terms.quotas.push({ rule: index, cost, most: parameters['most'] as number, given });
  },
};
`;

export const JUDGE = `
const chargeQuotas: typeof chargeContinuities = ({ terms }, placement, tally) => {
  for (const { rule, cost, most, given } of terms.quotas) {
    const sofar = given.slice();
    for (const resource of placement) if (resource >= 0 && ++sofar[resource] > most) tally.charge(rule, cost);
  }
};
`;
