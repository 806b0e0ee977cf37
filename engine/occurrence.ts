const DAY_SECONDS = 86_400;

/** An offset from UTC in seconds, such as `UTC+2` or `UTC−3:30`. */
const offsetName = (seconds: number): string => {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`;
};

/**
 * Which one is meant of two moments at which clocks show the same time, since they are set back, such as `UTC+2`; empty at any other moment. Both `at`
 * and what `offsetAt` takes are Unix seconds; its answers are offsets from UTC in seconds, positive east of Greenwich.
 */
export const occurrence = (at: number, offsetAt: (at: number) => number): string => {
  const own = offsetAt(at);
  const isTwice = [at - DAY_SECONDS, at + DAY_SECONDS].some((near) => {
    const other = offsetAt(near);
    return other !== own && offsetAt(at + own - other) === other;
  });
  return isTwice ? offsetName(own) : '';
};
