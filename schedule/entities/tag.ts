import { z } from 'zod';
import { field, inputsOf, needed, recordsOf } from './field.ts';
import { IN_PLANNING, Id, optional, text, VersionId, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';

const Color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must look like #1a2b3c')
  .nullable();

const REQUIRED = {
  description: 'If true, operations with this tag may only use resources that have it, too. Default: false.',
};
const COLOR = { description: 'The display color, such as #1a2b3c. Default: null.' };

const CATEGORY = { description: 'What the tag is about, such as `aircraft`; at most 100 characters.' };
const VALUE = { description: 'What it says about that, such as `wide body`; at most 255 characters.' };

export const TAG = {
  category: needed(text(100).min(1).meta(CATEGORY), z.string().meta(CATEGORY), ''),
  value: needed(text(255).min(1).meta(VALUE), z.string().meta(VALUE), ''),
  required: field(z.boolean().meta(REQUIRED), z.boolean().meta(REQUIRED), false),
  color: field(Color.meta(COLOR), z.string().nullable().meta(COLOR), null),
};

/** An element of `tagsDetails`. */
export const TagDetail = z.object({ uuid: Id, ...recordsOf(TAG) }).meta({ id: 'TagDetail' });
export type TagDetail = Output<typeof TagDetail>;

export const TagDetails = z
  .array(TagDetail)
  .meta({ description: 'Its tags as whole records, in the order of `tags`.' });

export const TagRecord = TagDetail.extend({ planning: Id, versionId: VersionId, workspace: Id.nullable() }).meta({
  id: 'Tag',
  description:
    'A tag restricts assignments when it is required, and expresses preferences through rules. The pair of category and value is unique in a planning.',
});
export type TagRecord = Output<typeof TagRecord>;

const readOnly = ['versionId', 'workspace'];
const members = { uuid: Id.exactOptional(), planning: Id, ...inputsOf(TAG) };

export const TagCreate = writeShape(members, readOnly).meta({
  id: 'TagCreate',
  example: { planning: 'demo', category: 'aircraft', value: 'wide body', required: true, color: '#1a2b3c' },
});

export const TagPatch = writeShape(optional(members), readOnly).meta({ id: 'TagPatch', example: { color: '#aabbcc' } });
export type TagInput = Input<typeof TagPatch>;

export const DocumentTag = writeShape({ uuid: Id, ...inputsOf(TAG) }, IN_PLANNING);
