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

/** Creates one move of every kind (those of groups only where rules keep groups together), each with the scratch memory that it needs for plans of this instance. */
export const createMoves = (plan: Plan): readonly Move[] => [
  relocate(plan),
  swap(plan),
  kempeChain(plan),
  ejectionChain(plan),
  guidedEjection(plan),
  ruinRecreate(plan),
  ...(plan.instance.terms.groups.length > 0 ? [groupMove(plan), groupChain(plan)] : []),
];
