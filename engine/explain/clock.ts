import type { Instance } from '../instance/instance.ts';
import { occurrence } from '../occurrence.ts';

/** Formats seconds since an instance's origin as a time of day. */
export type Clock = (seconds: number) => string;

const DAY_SECONDS = 86_400;

/**
 * Formats times as `10:05` in the IANA time zone (UTC if the name is unknown), or as `20 Nov 10:05` where the plan is longer than one day. In an hour that
 * occurs twice, they have their offset: `02:45 UTC+2`.
 */
export const clockOf = ({ origin, end }: Pick<Instance, 'origin' | 'end'>, timezone = 'UTC'): Clock => {
  const last = end.reduce((latest, at) => Math.max(latest, at), 0);
  const { clock, zone } = formatsOf(timezone, last > DAY_SECONDS);
  const offsetAt = (at: number): number => offsetIn(zone.format(at * 1000));
  return (seconds) => {
    const at = origin + seconds;
    return `${clock.format(at * 1000).replace(',', '')} ${occurrence(at, offsetAt)}`.trimEnd();
  };
};

interface Formats {
  readonly clock: Intl.DateTimeFormat;
  /** Ends with the offset, such as `GMT+02:00`, or `GMT` alone. */
  readonly zone: Intl.DateTimeFormat;
}

const formatsOf = (timeZone: string, hasDay: boolean): Formats => {
  const day = hasDay ? ({ day: 'numeric', month: 'short' } as const) : {};
  const options = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return {
      clock: new Intl.DateTimeFormat('en-GB', { ...options, timeZone }),
      zone: new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }),
    };
  } catch {
    return formatsOf('UTC', hasDay);
  }
};

/** The offset from UTC in seconds that a text ends with. */
const offsetIn = (text: string): number => {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -60 : 60) * (60 * Number(hours ?? 0) + Number(minutes ?? 0));
};
