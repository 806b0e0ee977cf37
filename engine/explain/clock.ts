import type { Instance } from '../instance/instance.ts';

/** Formats seconds since an instance's origin as a time of day. */
export type Clock = (seconds: number) => string;

const DAY_SECONDS = 86_400;

/** Formats times as `10:05` in the IANA time zone (UTC if the name is unknown), or as `20 Nov 10:05` where the plan is longer than one day. */
export const clockOf = ({ origin, end }: Instance, timezone = 'UTC'): Clock => {
  const last = end.reduce((latest, at) => Math.max(latest, at), 0);
  const format = formatOf(timezone, last > DAY_SECONDS);
  return (seconds) => format.format((origin + seconds) * 1000).replace(',', '');
};

const formatOf = (timeZone: string, hasDay: boolean): Intl.DateTimeFormat => {
  const day = hasDay ? ({ day: 'numeric', month: 'short' } as const) : {};
  const options = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
};
