import type { Context } from 'hono';
import { EdgeError } from '../errors.ts';

const VERSION = /^(?:(?:W\/)?"([^",]*)"|([\w.:-]+))$/;

/** The versions in If-Match without quotes, also of weak tags, which proxies that compress make of them. Null when absent; `*` matches any. Throws 400. */
export const ifMatch = (context: Context): readonly string[] | '*' | null => {
  const header = context.req.header('If-Match')?.trim();
  if (header === undefined) return null;
  if (header === '*') return '*';
  return header.split(',').map((one) => {
    const [, quoted, bare] = VERSION.exec(one.trim()) ?? [];
    const version = quoted ?? bare;
    if (version !== undefined) return version;
    throw new EdgeError('invalid_header', 'If-Match must be * or a list of quoted versions, as in ETag.');
  });
};

export const entityTag = (versionId: string): string => `"${versionId}"`;

/** Whether the client already has this version, according to If-None-Match. */
export const isKnown = (context: Context, tag: string): boolean => {
  const header = context.req.header('If-None-Match');
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
};
