import type { PlanningState } from '../../db/store/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { documentOf } from '../documents/documentOf.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';

/** Compiled plannings, one for each (planning, workspace, change), the latest used kept. */
export interface Instances {
  /** The plan of the state against itself; in a workspace against the mainline's plan, when that is given. */
  of(state: PlanningState, baseline?: PlanningState): Instance;
}

const DEFAULT_LIMIT = 16;

export const createInstances = (clock: Ports['clock'], limit = DEFAULT_LIMIT): Instances => {
  const kept = new Map<string, Instance>();
  return {
    of(state, baseline) {
      const { planning, workspace, change } = state;
      const key = `${planning.key} ${workspace} ${change} ${baseline?.change ?? ''}`;
      let instance = kept.get(key);
      kept.delete(key);
      instance ??= compile(documentOf(state), {
        referenceTime: instant(clock()),
        ...(baseline === undefined ? {} : { baseline: documentOf(baseline).assignments }),
      });
      kept.set(key, instance);
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
      return instance;
    },
  };
};
