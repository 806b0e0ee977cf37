import type { TagRecord } from '../entities/tag.ts';
import { listEntities } from '../access/listEntities.ts';
import type { Ports } from '../ports.ts';
import { tagRecord } from '../records/entityRecords.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

export const listTags = (deps: Ports, scope: Scope, planning: string, page: PageRequest): Promise<Listed<TagRecord>> =>
  listEntities(deps, scope, 'tag', planning, page, tagRecord);
