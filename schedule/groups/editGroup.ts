import { GROUP, type GroupInput } from '../entities/group.ts';
import type { GroupFields } from '../../db/versions/entities.ts';
import { mergeFields } from '../entities/field.ts';

export const mergeGroup = (stored: GroupFields | null, input: GroupInput): GroupFields =>
  mergeFields(GROUP, stored, input);
