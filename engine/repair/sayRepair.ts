import type { Plan } from '../board/plan.ts';
import type { Clock } from '../explain/clock.ts';
import { listed } from '../wording.ts';
import type { RepairMove } from './repair.ts';
import type { PartMove } from './repairSearch.ts';

/**
 * A repair in one sentence, such as "DL 417 to A12: free until 14:05, nobody else moves." The plan has its moves already. The first move is the one
 * that closes the conflict; each later one makes room for it.
 */
export const sayRepair = (
  plan: Plan,
  parts: readonly PartMove[],
  moves: readonly RepairMove[],
  clock: Clock,
): string => {
  const { names, operation } = plan.instance;
  const said = parts.map(([part, to], i) => {
    const what = `${names.operationLabels[operation[part]]} to ${names.resourceLabels[to]}`;
    const index = names.resources.indexOf(moves[i].from);
    return i === 0 ? what : `${what} (from ${names.resourceLabels[index]})`;
  });
  const free = parts.map(([part, to]) => freeUntil(plan, part, to)).filter((at) => at !== null);
  const soonest = free.length === 0 ? null : Math.min(...free);
  const until = soonest === null ? 'free for the rest of the plan' : `free until ${clock(soonest)}`;
  const [only] = said;
  if (said.length === 1) return `${only}: ${until}, nobody else moves.`;
  return `${listed(said)}: ${until}, nobody but these ${said.length} moves.`;
};

/** When the next part begins on the resource after this one; null if there is none. */
const freeUntil = (plan: Plan, part: number, resource: number): number | null => {
  const { start, end } = plan.instance;
  let next: number | null = null;
  const list = plan.timelines.lists[resource];
  for (let i = 0; i < plan.timelines.lengths[resource]; i++) {
    const other = list[i];
    if (other !== part && start[other] >= end[part] && (next === null || start[other] < next)) next = start[other];
  }
  return next;
};
