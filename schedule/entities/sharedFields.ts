/** Fields that several entities share. */
import { z } from 'zod';
import { field, needed } from './field.ts';
import { DESCRIPTION, Description, ExternalId, JsonValue, Metadata, Name, NameText } from './primitives.ts';

export const name = needed(Name, NameText, '');
const EXTERNAL_ID = { description: 'Identifier in another system, at most 255 characters. Default: null.' };
export const externalId = field(ExternalId.nullable().meta(EXTERNAL_ID), z.string().nullable().meta(EXTERNAL_ID), null);
export const description = field(
  Description.nullable().meta(DESCRIPTION),
  z.string().nullable().meta(DESCRIPTION),
  null,
);
export const metadata = field(
  Metadata,
  JsonValue.meta({ description: 'Any JSON value, as it was written. Default: null.' }),
  null,
);
const ORDERING = { description: 'The position in lists, ascending; null comes last. Default: null.' };
export const ordering = field(z.number().nullable().meta(ORDERING), z.number().nullable().meta(ORDERING), null);
