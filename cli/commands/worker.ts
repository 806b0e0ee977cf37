import { createServer, type Server } from 'node:http';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { limitHeapGrowth } from '../composition/heapGrowth.ts';
import { listenOn } from '../composition/listenOn.ts';
import { logUncaught } from '../composition/logUncaught.ts';
import { openLog, warnOfMisspelled } from '../composition/openLog.ts';
import { openPlace } from '../composition/openPlace.ts';
import { openService } from '../composition/openService.ts';
import { startRepairLoop } from '../composition/repairLoop.ts';
import { openServiceMetrics, type ServiceMetrics } from '../composition/serviceMetrics.ts';
import { startWorkLoop, warmUp, workLoopOptions } from '../composition/workLoop.ts';
import { type Config, readConfig } from '../config.ts';
import { describeSettings } from '../describeSettings.ts';
import { endAfterFailure } from '../endAfterFailure.ts';
import { InputError } from '../inputFile.ts';
import { onStopSignal } from '../stopSignal.ts';

/** The settings that a worker reads; it checks all of them, since it may share an environment with its servers. */
const WORKER_SETTINGS = [
  'HOST',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'DATABASE_ANSWER_SECONDS',
  'DATABASE_STATEMENT_SECONDS',
  'DATABASE_PAUSE_SECONDS',
  'THREADS',
  'RUNS_AT_A_TIME',
  'ORGANIZATION_RUNS',
  'RUN_SLICE_SECONDS',
  'HELP_RUNS',
  'SOLVER_NICENESS',
  'SOLVER_HEAP_MEGABYTES',
  'CACHE_MEGABYTES',
  'KEPT_PLANS_MEGABYTES',
  'LOG_LEVEL',
  'METRICS_PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
] as const satisfies readonly (keyof Config)[];

export const workerCommand = (): Command =>
  new Command('worker').addHelpText('after', `\n${describeSettings(WORKER_SETTINGS)}`).action(work);

const work = async (): Promise<void> => {
  const config = readConfig(process.env);
  if (config.DATABASE_URL === undefined)
    throw new InputError(['DATABASE_URL: a worker needs the PostgreSQL server that its servers use.']);
  limitHeapGrowth();
  const opening = openPlace(config, { limitStatements: true });
  opening.catch(() => {});
  const log = openLog(config, undefined, opening);
  warnOfMisspelled(process.env, log);
  const unlog = logUncaught(log);
  try {
    await endAfterFailure(() => takeWork(config, log, opening));
  } finally {
    unlog();
  }
};

const takeWork = async (config: Config, log: Logger, opening: Promise<OpenDatabase>): Promise<void> => {
  const service = await openService(config, log, opening);
  let probes: Server | null = null;
  try {
    const metrics = openServiceMetrics(service);
    const databaseAnswers = databaseProbe(service.database);
    let isDraining = false;
    const isReady = async (): Promise<boolean> => !isDraining && (await databaseAnswers());
    if (config.METRICS_PORT !== undefined)
      probes = await answerProbes(config.METRICS_PORT, config.HOST, metrics, isReady);
    const stop = new Promise((resolve) => onStopSignal(resolve));
    const work = await startWorkLoop(service, workLoopOptions(config, log, metrics));
    const repairs = await startRepairLoop(service, { log, onRound: metrics.repaired });
    void warmUp(service, log);
    console.log('Waiting for optimizations.');
    await stop;
    isDraining = true;
    log.info({}, 'draining');
    await work.stop();
    await repairs.stop();
  } finally {
    probes?.close();
    await service.close();
  }
};

/** Serves health, readiness and metrics of a worker. Throws InputError when the port cannot be used. */
const answerProbes = async (
  port: number,
  host: string,
  { registry }: ServiceMetrics,
  isReady: () => Promise<boolean>,
): Promise<Server> => {
  const server = createServer(({ url }, response) => {
    if (url === '/metrics') {
      registry.metrics().then(
        (text) => response.setHeader('Content-Type', registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
      return;
    }
    if (url === '/readyz') void isReady().then((ready) => response.writeHead(ready ? 200 : 503).end());
    else response.writeHead(url === '/healthz' ? 200 : 404).end();
  });
  await listenOn(server, 'METRICS_PORT', port, host);
  return server;
};
