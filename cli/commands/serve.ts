import { Command } from 'commander';
import { limitHeapGrowth } from '../composition/heapGrowth.ts';
import { logUncaught } from '../composition/logUncaught.ts';
import { openLog, warnOfMisspelled } from '../composition/openLog.ts';
import { openPlace } from '../composition/openPlace.ts';
import { readConfig, SETTINGS } from '../config.ts';
import { describeSettings } from '../describeSettings.ts';
import { endAfterFailure } from '../endAfterFailure.ts';
import { onStopSignal } from '../stopSignal.ts';

/** All settings but the one that only a worker needs: a server has its metrics at its own address. */
const SERVER_SETTINGS = Object.keys(SETTINGS).filter((name) => name !== 'METRICS_PORT');

export const serveCommand = (): Command =>
  new Command('serve')
    .option('--no-worker', 'leave optimizations to "tidegate worker" processes')
    .addHelpText('after', `\n${describeSettings(SERVER_SETTINGS)}`)
    .action(serve);

const serve = async ({ worker }: { readonly worker: boolean }): Promise<void> => {
  const config = readConfig(process.env);
  limitHeapGrowth();
  // The database starts in a thread of its own while this one loads the rest of the program.
  const opening = openPlace(config, { limitStatements: true });
  opening.catch(() => {});
  const log = openLog(config, undefined, opening);
  warnOfMisspelled(process.env, log);
  const unlog = logUncaught(log);
  const stopped = new Promise<NodeJS.Signals>((resolve) => onStopSignal(resolve));
  try {
    const { runServer } = await import('../composition/server.ts');
    await endAfterFailure(() => runServer({ config, log, opening, worker, stopped }));
  } finally {
    unlog();
  }
};
