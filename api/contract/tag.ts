import { z } from 'zod';
import { Id, optional, text, writeShape } from '../../schedule/entities/primitives.ts';

export const Color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must look like #1a2b3c')
  .nullable();

/** Element of every `tagsDetails`. */
export const TagDetail = z
  .object({
    uuid: Id,
    category: z.string(),
    value: z.string(),
    required: z.boolean(),
    color: z.string().nullable(),
  })
  .meta({ id: 'TagDetail' });
export type TagDetail = z.output<typeof TagDetail>;

export const TagRecord = TagDetail.extend({ planning: Id, versionId: z.string(), workspace: Id.nullable() }).meta({
  id: 'Tag',
  description:
    'Restricts assignments (required) or expresses preferences through rules. (category, value) is unique in a planning.',
});
export type TagRecord = z.output<typeof TagRecord>;

const readOnly = ['versionId', 'workspace'] as const;
const members = {
  uuid: Id.exactOptional(),
  planning: Id,
  category: text(100).min(1),
  value: text(255).min(1),
  required: z.boolean().exactOptional(),
  color: Color.exactOptional(),
};

export const TagCreate = writeShape(members, readOnly).meta({
  id: 'TagCreate',
  example: { planning: 'demo', category: 'aircraft', value: 'wide body', required: true, color: '#1a2b3c' },
});
export type TagCreate = z.output<typeof TagCreate>;

export const TagPatch = writeShape(optional(members), readOnly).meta({ id: 'TagPatch', example: { color: '#aabbcc' } });
export type TagPatch = z.output<typeof TagPatch>;
