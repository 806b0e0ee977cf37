import { ScheduleError } from '../errors.ts';
import { toError } from '../problems.ts';
import type { ReadingContext } from './format.ts';

/** `advice` is how less is sent. */
export const tooManyItems = (limit: number, what: string, advice = 'send fewer days by from and to'): ScheduleError =>
  new ScheduleError('too_many_items', `There are more than the ${limit} ${what} of one request; ${advice}.`);

const STATION = /^(?:[A-Z]{3}|[A-Z]{2}[A-Z2-9]{3})$/;

/** The station of the upload. Throws 400 if none is known, or if it is not a valid code. */
export const stationOf = ({ station }: ReadingContext, what: string): string => {
  if (station === null) {
    const message = `is required: the ${what} of the planning; send it as station, or store it as station in the planning's metadata`;
    throw toError([{ path: 'station', code: 'required', message }]);
  }
  if (STATION.test(station)) return station;
  const message = `must be an IATA airport code such as FRA, or a UN/LOCODE such as NLRTM, not ${station}`;
  throw toError([{ path: 'station', code: 'invalid_format', message }]);
};
