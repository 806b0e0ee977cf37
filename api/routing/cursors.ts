import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { memberOf } from '../../engine/recordOf.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import type { PageRequest } from '../../schedule/types.ts';
import type { RouteSpec } from './route.ts';

const PAGING = new Set(['limit', 'cursor']);
const SEALED = /^([\w-]{11})\.(.+)$/;

/** Identifies the list that a request asks for: its path, filters, organization and draft, but not its page. */
const listOf = (context: Context, spec: RouteSpec): string => {
  const url = new URL(context.req.url);
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const filters = [...url.searchParams].filter(([name]) => !PAGING.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const workspace = spec.workspaceAware ? context.req.header('X-Workspace-Id') : undefined;
  const list = JSON.stringify([path, filters, workspace, context.req.header('X-Organization-Id')]);
  return createHash('sha256').update(list).digest('base64url').slice(0, 11);
};

/** The cursor as a client sees it: it belongs to this list alone. */
export const sealCursor = (context: Context, spec: RouteSpec, cursor: string): string =>
  `${listOf(context, spec)}.${cursor}`;

/** The page that a request asks for. Throws `invalid_cursor` if the cursor was not issued for this list with the same filters. */
export const pageOf = (context: Context, spec: RouteSpec, query: unknown): PageRequest => {
  const [limit, sealed] = spec.list ? [memberOf(query, 'limit'), memberOf(query, 'cursor')] : [];
  const size = typeof limit === 'number' ? limit : null;
  if (typeof sealed !== 'string') return { limit: size, cursor: null };
  const [, list, cursor = ''] = SEALED.exec(sealed) ?? [];
  if (list === listOf(context, spec)) return { limit: size, cursor };
  throw new ScheduleError(
    'invalid_cursor',
    'The cursor does not belong to this list with these filters and this workspace; follow Link as it is, or start without a cursor.',
  );
};
