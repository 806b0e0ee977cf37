import type { Instance } from '../instance/instance.ts';
import { occurrence } from '../occurrence.ts';
import { offsetMs } from '../zonedTime.ts';

/** Formats seconds since an instance's origin as a time of day. */
export type Clock = (seconds: number) => string;

const DAY_SECONDS = 86_400;

/**
 * Formats times as `10:05` in the IANA time zone (UTC if the name is unknown), or as `20 Nov 10:05` where the plan is longer than one day. A time that
 * the clock shows twice, because it is set back, has its offset: `02:16 UTC+1`.
 */
export const clockOf = ({ origin, end }: Instance, timezone = 'UTC'): Clock => {
  const last = end.reduce((latest, at) => Math.max(latest, at), 0);
  const format = formatOf(timezone, last > DAY_SECONDS);
  const { timeZone: zone } = format.resolvedOptions();
  const offsetAt = (at: number): number => offsetMs(at * 1000, zone) / 1000;
  return (seconds) => {
    const at = origin + seconds;
    return `${format.format(at * 1000).replace(',', '')} ${occurrence(at, offsetAt)}`.trimEnd();
  };
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
