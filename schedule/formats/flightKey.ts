/** A leg of a flight, as every format of airlines names it. */
export interface FlightLegName {
  readonly airline: string;
  /** The flight number; leading zeros do not count. */
  readonly number: number;
  readonly suffix: string;
  /** The day, in UTC, on which the whole flight begins: `2026-11-20`. */
  readonly originDate: string;
  readonly departure: string;
  readonly arrival: string;
}

/** The name of the flight as people say it: `TG920`. */
export const flightName = ({ airline, number, suffix }: Pick<FlightLegName, 'airline' | 'number' | 'suffix'>): string =>
  `${airline}${number}${suffix}`;

/** What a leg is known by in every upload, whatever the format: `TG920.2026-11-20.BKK-FRA`. */
export const flightKey = (leg: FlightLegName): string =>
  `${flightName(leg)}.${leg.originDate}.${leg.departure}-${leg.arrival}`;
