import type { LiveConflicts } from './conflicts/liveConflicts.ts';
import type { Instances } from './instances/instances.ts';
import type { Ports } from './ports.ts';

/** Verbs that judge plans need compiled ones, and live conflicts, besides the ports. */
export interface Deps extends Ports {
  readonly instances: Instances;
  readonly conflicts: LiveConflicts;
}
