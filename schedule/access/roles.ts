import type { Role } from '../types.ts';

const RANK: Readonly<Record<Role, number>> = { viewer: 0, planner: 1, admin: 2 };

/** Whether whoever has the role may do all that the other role may. */
export const includesRole = (role: Role, other: Role): boolean => RANK[role] >= RANK[other];
