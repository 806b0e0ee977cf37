/** What the address of the page says: it is the view, and a link to share. */
export interface Address {
  readonly planning: string | null;
  readonly workspace: string | null;
  readonly change: string | null;
  /** Unix seconds, whole minutes. */
  readonly from: number | null;
  readonly to: number | null;
  readonly select: readonly string[];
}

const ID = /^[A-Za-z0-9._:-]{1,64}$/;
const MINUTE = 60;
const MOST_SELECTED = 50;
const FIRST = Date.UTC(1970, 0, 1) / 1000;
const LAST = Date.UTC(2200, 0, 1) / 1000;

const idOr = (text: string | null | undefined): string | null => (text != null && ID.test(text) ? text : null);

const instantOr = (text: string | null): number | null => {
  const at = text === null ? Number.NaN : Date.parse(text) / 1000;
  return at >= FIRST && at < LAST ? Math.round(at / MINUTE) * MINUTE : null;
};

/** Never throws: what makes no sense is left out. */
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
    workspace: idOr(query.get('workspace')),
    change: idOr(query.get('change')),
    from: isWindow ? from : null,
    to: isWindow ? to : null,
    select: [...new Set((query.get('select') ?? '').split(',').filter((id) => ID.test(id)))].slice(0, MOST_SELECTED),
  };
};

const minuteText = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16)}Z`;

export const formatAddress = ({ planning, workspace, change, from, to, select }: Address): string => {
  if (planning === null) return '/';
  const query: string[] = [];
  if (workspace !== null) query.push(`workspace=${workspace}`);
  if (change !== null) query.push(`change=${change}`);
  if (from !== null && to !== null) query.push(`from=${minuteText(from)}`, `to=${minuteText(to)}`);
  if (select.length > 0) query.push(`select=${select.slice(0, MOST_SELECTED).join(',')}`);
  return `/p/${planning}${query.length === 0 ? '' : `?${query.join('&')}`}`;
};
