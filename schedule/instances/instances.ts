import { bytesOf } from '../../db/versions/bytesOf.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance, ReferenceSpan } from '../../engine/instance/instance.ts';
import { assignmentsOf, planOf } from '../documents/documentOf.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';

/** A cache of compiled plannings by (planning, workspace, change); the least recently used are evicted. */
export interface Instances {
  /**
   * Compiles the plan of the state, or returns the cached one. In a workspace, `baseline` is the mainline, against which reassignments are counted;
   * without it, the plan is compared with itself.
   */
  of(state: PlanningState, baseline?: PlanningState): Instance;
  /** The plan of the state compared with itself, with `stability` rules evaluated at this time (epoch milliseconds). */
  at(state: PlanningState, referenceMs: number): Instance;
  /** Like `at`, but only from the cache. */
  knownAt(state: PlanningState, referenceMs: number): Instance | undefined;
  /** The cached plan of the state; undefined if there is none. */
  known(state: PlanningState): Instance | undefined;
  /** Caches a plan that was compiled elsewhere, unless it is too large to be cached. */
  keep(state: PlanningState, instance: Instance): void;
  /** Compiles a state that was not written. It is not cached, since another state will get its change number. */
  ofPreview(state: PlanningState, baseline?: PlanningState): Instance;
}

const NEVER: ReferenceSpan = { since: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
const DEFAULT_BYTES = 64 << 20;
/** Largest share of the cache for one plan. A larger one would evict the state that it was compiled from. */
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

/** Estimated memory of its buffer and its names. */
const instanceBytes = ({ buffer, names }: Instance): number => buffer.byteLength + bytesOf(names);
