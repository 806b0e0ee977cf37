import type { ResourceRecord } from '../entities/resource.ts';
import { listEntities } from '../access/listEntities.ts';
import type { Ports } from '../ports.ts';
import { resourceRecord } from '../records/entityRecords.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

export const listResources = (
  deps: Ports,
  scope: Scope,
  planning: string,
  page: PageRequest,
): Promise<Listed<ResourceRecord>> => listEntities(deps, scope, 'resource', planning, page, resourceRecord);
