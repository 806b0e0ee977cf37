import { constants } from 'node:os';

/** A terminal sends Ctrl-C to every process of a command, and npm, npx and the launcher pass it on as well: what comes so soon is the same one. */
const ECHO_MS = 1000;

interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): unknown;
}

/** Calls `stop` at the first SIGTERM or SIGINT; a second one ends the process at once. Answers what ends the listening. */
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
