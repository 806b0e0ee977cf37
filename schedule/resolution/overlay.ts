import type { PlanningState } from '../../db/store/planningState.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { virtualInstance } from '../conflicts/virtualInstance.ts';
import { planKey } from '../conflicts/analysed.ts';
import type { Deps } from '../deps.ts';
import type { VirtualState } from '../types.ts';

const isPlain = ({ assignments = [], operations = [] }: VirtualState): boolean =>
  assignments.length === 0 && operations.length === 0;

/** Parts that have no id are called by their operation and index, so that the same virtual state is always the same plan. */
const namedParts = (virtualState: VirtualState): VirtualState => ({
  ...virtualState,
  assignments: virtualState.assignments?.map(({ operation, resource, parts }) => {
    const written = parts ?? (resource === undefined ? undefined : [{ resource }]);
    return {
      operation,
      ...(parts === undefined || resource === undefined ? {} : { resource }),
      parts: written?.map((part, index) => ({ ...part, id: part.id ?? `${operation}/${index}` })),
    };
  }),
});

/** A virtual state laid over a state; times are the stored ones but for those it names. Throws 400 for what the planning does not hold. */
export const overlaid = (
  deps: Pick<Deps, 'clock' | 'instances'>,
  state: PlanningState,
  virtualState: VirtualState,
): Instance => {
  if (isPlain(virtualState)) return deps.instances.of(state);
  let made = 0;
  return virtualInstance({ clock: deps.clock, ids: () => `virtual/${made++}` }, state, namedParts(virtualState));
};

/** Under which threads keep a compiled plan; null for one that nobody will ask for again. */
export const keyOf = (instance: Instance, virtualState: VirtualState): string | null => {
  return isPlain(virtualState) ? planKey(instance) : null;
};
