import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../client/schema.d.ts';
import { dataOf } from '../../client/tidegate.ts';
import { AHEAD, type World } from './world.ts';

type Policy = components['schemas']['RepairPolicyWrite'];

/** How often it is asked whether the standing repair has caught up, and when that takes too long. */
const ASK_MS = 15;
const PATIENCE_MS = 4000;
/** The hard buffer of the days: two operations that are closer are a conflict for the service, too. */
const GAP = 5;

/**
 * The standing repair in the mode apply, with the freeze and the horizon of the other policies and no limit on what it may lose. It is not
 * stopped by implausible data, since the day is what it was. Where it pauses because it would move an operation too often, the planner resumes it.
 */
export const standing = (freezeMinutes: number) => {
  const policy: Policy = {
    mode: 'apply',
    freezeMinutes,
    horizonMinutes: AHEAD,
    maxLoss: null,
    implausibleShare: 1,
    maxMovesPerOperationAndHour: 2,
  };
  const write = (world: World): Promise<unknown> =>
    dataOf(
      world.tidegate.PUT('/v1/plannings/{id}/repair-policy/', {
        params: { path: { id: world.planning } },
        body: policy,
      }),
    );
  /** What the service says of its standing repair, without what happened before now, because only whether it has caught up is of interest. */
  const balance = ({ tidegate, planning }: World) =>
    dataOf(
      tidegate.GET('/v1/plannings/{id}/repair-balance/', {
        params: { path: { id: planning }, query: { since: new Date().toISOString() } },
      }),
    );
  const watched = new WeakSet<World>();
  return async (world: World): Promise<void> => {
    if (!watched.has(world)) await write(world);
    watched.add(world);
    // Without a conflict there is nothing to wait for: the day goes on.
    const isDue = world.conflicts(GAP).some(({ start }) => start <= world.now + AHEAD);
    if (!world.isNew || !isDue) return;
    world.isNew = false;
    const from = performance.now();
    let latest = await balance(world);
    while (!latest.caughtUp && performance.now() - from < PATIENCE_MS) {
      await sleep(ASK_MS);
      latest = await balance(world);
    }
    world.policyMs.push(performance.now() - from);
    if (latest.paused !== null) await write(world);
    await world.look();
  };
};
