import { bytesOf } from '../../db/versions/bytesOf.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance, ReferenceSpan } from '../../engine/instance/instance.ts';
import { assignmentsOf, planOf } from '../documents/documentOf.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';

/** Compiled plannings, one for each (planning, workspace, change), the latest used kept. */
export interface Instances {
  /** The plan of the state against itself; in a workspace against the mainline's plan, when that is given. */
  of(state: PlanningState, baseline?: PlanningState): Instance;
  /** The plan of the state against itself, as `stability` rules count from this moment (Unix milliseconds). */
  at(state: PlanningState, referenceMs: number): Instance;
  /** What is kept for that moment. */
  knownAt(state: PlanningState, referenceMs: number): Instance | undefined;
  /** What is kept of it, not compiled anew. */
  known(state: PlanningState): Instance | undefined;
  /** Keeps what was compiled elsewhere, unless it is too large to be kept at all. */
  keep(state: PlanningState, instance: Instance): void;
  /** The same of a state that nobody wrote: it is not kept, since another will have its change number. */
  ofPreview(state: PlanningState, baseline?: PlanningState): Instance;
}

const NEVER: ReferenceSpan = { since: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
const DEFAULT_BYTES = 64 << 20;
/** Of the room for everything that is kept: what takes more would push out the very state that it was compiled from. */
const MOST_SHARE = 1 / 4;

export const createInstances = (clock: Ports['clock'], memory = new Budget(DEFAULT_BYTES)): Instances => {
  const kept = new Lru<string, Instance>({ budget: memory, weigh: instanceBytes });
  const keep = (key: string, instance: Instance): void => {
    if (instanceBytes(instance) <= MOST_SHARE * memory.limit) kept.set(key, instance);
  };
  const compiled = (state: PlanningState, baseline?: PlanningState, referenceMs = clock()): Instance =>
    compile(planOf(state), {
      referenceTime: instant(referenceMs),
      ...(baseline === undefined ? {} : { baseline: assignmentsOf(baseline) }),
    });
  const keyOf = ({ planning, workspace, change }: PlanningState, baseline?: PlanningState): string =>
    `${planning.key} ${workspace} ${change} ${baseline?.change ?? ''}`;
  const knownAt: Instances['knownAt'] = (state, referenceMs) => {
    const known = kept.get(keyOf(state));
    const { since, until } = known?.referenceSpan ?? NEVER;
    return referenceMs >= since * 1000 && referenceMs < until * 1000 ? known : undefined;
  };
  return {
    ofPreview: compiled,
    at(state, referenceMs) {
      const known = knownAt(state, referenceMs);
      if (known !== undefined) return known;
      const instance = compiled(state, undefined, referenceMs);
      keep(keyOf(state), instance);
      return instance;
    },
    knownAt,
    known: (state) => kept.get(keyOf(state)),
    keep: (state, instance) => keep(keyOf(state), instance),
    of(state, baseline) {
      const key = keyOf(state, baseline);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const instance = compiled(state, baseline);
      keep(key, instance);
      return instance;
    },
  };
};

/** Its buffer and its names. */
const instanceBytes = ({ buffer, names }: Instance): number => buffer.byteLength + bytesOf(names);
