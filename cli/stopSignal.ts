import { constants } from 'node:os';

/** Signals within this time are one Ctrl-C: a terminal sends it to every process of a command, and npm, npx and the launcher forward it as well. */
const ECHO_MS = 1000;

interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): unknown;
}

/** Calls `stop` at the first SIGTERM or SIGINT; a second one ends the process at once. Returns a function that removes the handlers. */
export const onStopSignal = (
  stop: (signal: NodeJS.Signals) => void,
  source: SignalSource = process,
  clock: () => number = () => performance.now(),
): (() => void) => {
  let askedAt: number | null = null;
  const listen = (signal: NodeJS.Signals): void => {
    if (askedAt === null) {
      askedAt = clock();
      stop(signal);
    } else if (clock() - askedAt > ECHO_MS) source.exit(128 + constants.signals[signal]);
  };
  source.on('SIGTERM', listen);
  source.on('SIGINT', listen);
  return () => {
    source.off('SIGTERM', listen);
    source.off('SIGINT', listen);
  };
};
