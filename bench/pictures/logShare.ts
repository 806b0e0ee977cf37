/** Where a value is between the ends of a logarithmic axis, from 0 to 1. */
export const logShare = (value: number, least: number, most: number): number =>
  Math.log(Math.min(Math.max(value, least), most) / least) / Math.log(most / least);
