import type { Plan } from '../board/plan.ts';
import { ejectionChain } from './ejectionChain.ts';
import { groupChain } from './groupChain.ts';
import { groupMove } from './groupMove.ts';
import { guidedEjection } from './guidedEjection.ts';
import { kempeChain } from './kempeChain.ts';
import type { Move } from './move.ts';
import { relocate } from './relocate.ts';
import { ruinRecreate } from './ruinRecreate.ts';
import { swap } from './swap.ts';
import { teamsOf } from './teams.ts';

/** Creates one move of every kind (those of whole teams only where rules keep parts together), each with the scratch memory that it needs for plans of this instance. */
export const createMoves = (plan: Plan): readonly Move[] => [
  relocate(plan),
  swap(plan),
  kempeChain(plan),
  ejectionChain(plan),
  guidedEjection(plan),
  ruinRecreate(plan),
  ...teamMoves(plan),
];

const teamMoves = (plan: Plan): readonly Move[] => {
  const teams = teamsOf(plan.instance);
  return teams === null ? [] : [groupMove(plan, teams), groupChain(plan, teams)];
};
