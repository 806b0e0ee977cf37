import { DEFAULT_WEIGHTS } from '../../engine/instance/planningDocument.ts';
import type { RuleKind } from '../../engine/objective/rules/ruleKind.ts';
import { RULE_KINDS } from '../../engine/objective/rules/ruleKinds.ts';
import { readPlanning } from '../access/readState.ts';
import type { Ports, SolverDescription } from '../ports.ts';
import type { JsonObject, Scope } from '../types.ts';

export interface Meta {
  readonly planning: string;
  readonly solvers: readonly SolverDescription[];
  readonly ruleKinds: readonly Omit<RuleKind, 'compile'>[];
  readonly tagCategories: readonly string[];
  readonly weights: JsonObject;
  readonly limits: Readonly<Record<string, number>>;
}

const EXTERNAL: SolverDescription = {
  id: 'external',
  name: 'External solver',
  description:
    'The service does not solve the task itself: fetch the data, solve it anywhere, and post the signed result.',
  parameters: { type: 'object', properties: {} },
  provesBound: false,
};

/** What a client needs to offer choices: solvers, rule kinds, tag categories, effective weights, and limits. */
export const meta = async (deps: Ports, scope: Scope, planning: string): Promise<Meta> => {
  const state = await readPlanning(deps, scope, planning);
  const categories = new Set([...state.all('tag')].map(({ fields }) => fields.category));
  return {
    planning: state.planning.id,
    solvers: [...deps.solvers, EXTERNAL],
    ruleKinds: RULE_KINDS.map(({ kind, description, parameters, mayBeHard, mayBeNegative }) => ({
      kind,
      description,
      parameters,
      mayBeHard,
      mayBeNegative,
    })),
    tagCategories: [...categories].sort(),
    weights: { ...DEFAULT_WEIGHTS, ...state.record.fields.weights },
    limits: deps.limits,
  };
};
