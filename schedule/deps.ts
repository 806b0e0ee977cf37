import type { Lru } from '../db/versions/lru.ts';
import type { PlanFigures } from '../engine/metrics/planningMetrics.ts';
import type { PlanExplanation } from '../engine/explain/explainPlan.ts';
import type { LiveConflicts } from './conflicts/liveConflicts.ts';
import type { Instances } from './instances/instances.ts';
import type { Ports } from './ports.ts';
import type { UserNames } from './users/userNames.ts';

/** Verbs that judge plans need compiled ones, and live conflicts, besides the ports. */
export interface Deps extends Ports {
  /** Of past plans, by planning, workspace and change. */
  readonly figures: Lru<string, PlanFigures>;
  readonly instances: Instances;
  readonly conflicts: LiveConflicts;
  readonly names: UserNames;
  /** Of ended optimization tasks, by id and end. */
  readonly explanations: Lru<string, PlanExplanation>;
}
