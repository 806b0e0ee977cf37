import type { GroupRecord } from '../entities/group.ts';
import { listEntities } from '../access/listEntities.ts';
import type { Ports } from '../ports.ts';
import { groupRecord } from '../records/entityRecords.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

export const listGroups = (
  deps: Ports,
  scope: Scope,
  planning: string,
  page: PageRequest,
): Promise<Listed<GroupRecord>> => listEntities(deps, scope, 'group', planning, page, groupRecord);
