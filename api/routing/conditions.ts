import type { Context } from 'hono';
import { EdgeError } from '../errors.ts';

const WHOLE = /^(?:W\/)?"([^"]*)"$/;

/** The one version of If-Match without its quotes; a weak one too, since compression weakens them. Null when absent. */
export const ifMatch = (context: Context): string | null => {
  const header = context.req.header('If-Match')?.trim();
  if (header === undefined || header === '') return null;
  if (header === '*') return header;
  const version = WHOLE.exec(header)?.[1] ?? (/^[\w.:-]+$/.test(header) ? header : undefined);
  if (version !== undefined) return version;
  throw new EdgeError('invalid_header', 'If-Match must be one version in quotes, as ETag gave it, or *.');
};

export const entityTag = (versionId: string): string => `"${versionId}"`;

/** Whether the client has this very version (If-None-Match). */
export const isKnown = (context: Context, tag: string): boolean => {
  const header = context.req.header('If-None-Match');
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
};
