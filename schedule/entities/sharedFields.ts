/** Fields that several entities have. */
import { z } from 'zod';
import { field, needed } from './field.ts';
import { ExternalId, JsonValue, Metadata, Name } from './primitives.ts';

export const name = needed(Name, z.string(), '');
export const externalId = field(ExternalId.nullable(), z.string().nullable(), null);
export const metadata = field(Metadata, JsonValue, null);
export const ordering = field(z.number().nullable(), z.number().nullable(), null);
