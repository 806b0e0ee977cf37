import { isOneOf } from '../../engine/recordOf.ts';
import type { ColorBy } from './colorBy.ts';
import { type Condition, CONDITIONS, type Filter } from './filter.ts';

/** The content of the page's address, which describes the view and can be shared as a link. */
export interface Address {
  readonly planning: string | null;
  /** Which planning is meant where several organizations have one with this id. */
  readonly organization: string | null;
  readonly workspace: string | null;
  readonly change: string | null;
  /** Unix seconds, whole minutes. */
  readonly from: number | null;
  readonly to: number | null;
  readonly select: readonly string[];
  readonly filter: Filter;
  readonly pins: readonly string[];
  readonly colorBy: ColorBy;
}

const ID = /^[A-Za-z0-9._:-]{1,64}$/;
const MINUTE = 60;
const MOST_LISTED = 50;
const LONGEST_CATEGORY = 100;
const FIRST = Date.UTC(1970, 0, 1) / 1000;
const LAST = Date.UTC(2200, 0, 1) / 1000;

const idOr = (text: string | null | undefined): string | null => (text != null && ID.test(text) ? text : null);

const instantOr = (text: string | null): number | null => {
  const at = text === null ? Number.NaN : Date.parse(text) / 1000;
  return at >= FIRST && at < LAST ? Math.round(at / MINUTE) * MINUTE : null;
};

const listOf = (text: string | null): readonly string[] =>
  [...new Set((text ?? '').split(',').filter((id) => ID.test(id)))].slice(0, MOST_LISTED);

const isCondition = (text: string): text is Condition => isOneOf(CONDITIONS, text);

const colorOr = (text: string | null): ColorBy => {
  if (text === 'cost' || text === 'risk' || text === 'none') return text;
  return text?.startsWith('tag:') === true && text.length <= LONGEST_CATEGORY
    ? `tag:${text.slice('tag:'.length)}`
    : null;
};

/** Parses an address. Never throws: invalid members are ignored. */
export const parseAddress = (pathname: string, search: string): Address => {
  const query = new URLSearchParams(search);
  const [, named] = /^\/p\/([^/]+)\/?$/.exec(pathname) ?? [];
  let planning: string | null = null;
  try {
    planning = idOr(named === undefined ? null : decodeURIComponent(named));
  } catch {
    planning = null;
  }
  const from = instantOr(query.get('from'));
  const to = instantOr(query.get('to'));
  const isWindow = from !== null && to !== null && to > from;
  return {
    planning,
    organization: idOr(query.get('organization')),
    workspace: idOr(query.get('workspace')),
    change: idOr(query.get('change')),
    from: isWindow ? from : null,
    to: isWindow ? to : null,
    select: listOf(query.get('select')),
    filter: {
      locations: listOf(query.get('locations')),
      tags: listOf(query.get('tags')),
      conditions: listOf(query.get('only')).filter(isCondition),
      hidesRows: query.get('rows') === 'matching',
    },
    pins: listOf(query.get('pins')),
    colorBy: colorOr(query.get('color')),
  };
};

const minuteText = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16)}Z`;

export const formatAddress = (address: Address): string => {
  const { planning, organization, workspace, change, from, to, select, filter, pins, colorBy } = address;
  if (planning === null) return '/';
  const query: string[] = [];
  if (organization !== null) query.push(`organization=${organization}`);
  if (workspace !== null) query.push(`workspace=${workspace}`);
  if (change !== null) query.push(`change=${change}`);
  if (from !== null && to !== null) query.push(`from=${minuteText(from)}`, `to=${minuteText(to)}`);
  const list = (name: string, ids: readonly string[]): void => {
    if (ids.length > 0) query.push(`${name}=${ids.slice(0, MOST_LISTED).join(',')}`);
  };
  list('select', select);
  list('locations', filter.locations);
  list('tags', filter.tags);
  list('only', filter.conditions);
  if (filter.hidesRows) query.push('rows=matching');
  list('pins', pins);
  if (colorBy !== null) query.push(`color=${encodeURIComponent(colorBy).replaceAll('%3A', ':')}`);
  return `/p/${planning}${query.length === 0 ? '' : `?${query.join('&')}`}`;
};
