import type { Lru } from '../db/versions/lru.ts';
import type { PlanFigures } from '../engine/metrics/planningMetrics.ts';
import type { PlanExplanation } from '../engine/explain/explainPlan.ts';
import type { LiveConflicts } from './conflicts/liveConflicts.ts';
import type { Instances } from './instances/instances.ts';
import type { Ports } from './ports.ts';
import type { UserNames } from './users/userNames.ts';

/** The ports, and the caches that verbs judge plans with: compiled instances and live conflicts. */
export interface Deps extends Ports {
  /** Metrics of past plans, by planning, workspace and change. */
  readonly figures: Lru<string, PlanFigures>;
  readonly instances: Instances;
  readonly conflicts: LiveConflicts;
  readonly names: UserNames;
  /** Explanations of ended optimization runs, by run id and end time. */
  readonly explanations: Lru<string, PlanExplanation>;
}
