import type { GroupFields } from '../../db/versions/entities.ts';
import { mergeFields } from '../entities/field.ts';
import { GROUP } from '../entities/fields.ts';
import type { GroupInput } from '../types.ts';

export const mergeGroup = (stored: GroupFields | null, input: GroupInput): GroupFields =>
  mergeFields(GROUP, stored, input);
