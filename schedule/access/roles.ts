import type { Role } from '../types.ts';

const RANK: Readonly<Record<Role, number>> = { viewer: 0, planner: 1, admin: 2 };

/** Whether a role includes everything that the other role may do. */
export const includesRole = (role: Role, other: Role): boolean => RANK[role] >= RANK[other];
