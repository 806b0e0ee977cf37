import { listEntities } from '../access/listEntities.ts';
import type { Ports } from '../ports.ts';
import { tagRecord } from '../records/entityRecords.ts';
import type { TagRecord } from '../records/records.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

export const listTags = (deps: Ports, scope: Scope, planning: string, page: PageRequest): Promise<Listed<TagRecord>> =>
  listEntities(deps, scope, 'tag', planning, page, tagRecord);
