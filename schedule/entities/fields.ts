/** Of each entity, the fields that are stored as the wire has them. To add one: a column in `db/schema/versions.ts`, a migration, and a line here. */
import { z } from 'zod';
import type { Json } from '../../db/schema/values.ts';
import { field } from './field.ts';
import { Description, ExternalId, Metadata, Name } from './primitives.ts';

const externalId = field(ExternalId.nullable(), z.string().nullable(), null);
const metadata = field(Metadata, z.unknown() as unknown as z.ZodType<Json>, null);
const ordering = field(z.number().nullable(), z.number().nullable(), null);

/** A year: no estimate is wider, no delay longer. */
export const LONGEST_SECONDS = 366 * 86_400;

export const ExpectedTimesSource = z.enum(['schedule', 'actual', 'manual', 'predicted', 'external']);

export const LOCATION = { externalId, ordering, metadata };

export const RESOURCE = { externalId, ordering, metadata };

export const GROUP = { name: field(Name.nullable(), z.string().nullable(), null), externalId, metadata };

export const OPERATION = {
  externalId,
  description: field(Description.nullable(), z.string().nullable(), null),
  metadata,
  isBlocker: field(z.boolean(), z.boolean(), false),
  isFixedToResource: field(z.boolean(), z.boolean(), false),
};

export const TASK = {
  externalId,
  expectedTimesSource: field(ExpectedTimesSource, ExpectedTimesSource, 'external'),
  imposedDelayInSeconds: field(z.int().min(-LONGEST_SECONDS).max(LONGEST_SECONDS).nullable(), z.int(), 0),
  isMock: field(z.boolean(), z.boolean(), false),
  metadata,
};
