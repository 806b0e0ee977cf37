import type { GroupFields } from '../../db/versions/entities.ts';
import { keep } from '../tasks/mergeTask.ts';
import type { GroupInput } from '../types.ts';

export const mergeGroup = (stored: GroupFields | null, input: GroupInput): GroupFields => ({
  name: keep(input.name, stored?.name, null),
  externalId: keep(input.externalId, stored?.externalId, null),
  metadata: keep(input.metadata, stored?.metadata, null),
});
