import { createHash } from 'node:crypto';
import path from 'node:path';
import { openApiDocument } from '../../api/openapi/openApiDocument.ts';
import { ROUTES } from '../../api/routes/routes.ts';

export const SCHEMA_FILE = path.join(import.meta.dirname, '../schema.d.ts');

/** The OpenAPI document of this source tree as text, with a fixed server address. */
export const describedInterface = (): string =>
  JSON.stringify(openApiDocument(ROUTES, 'http://localhost', { hasEvents: true }));

export const fingerprint = (document: string): string => createHash('sha256').update(document).digest('hex');
