import { useEffect, useState } from 'react';

/** The time that `clock` tells, in epoch milliseconds; renders again after each interval. */
export const useNow = (clock: { now(): number }, intervalMs: number): number => {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), intervalMs);
    return () => clearInterval(timer);
  }, [clock, intervalMs]);
  return now;
};
