import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { adminToken } from '../../db/connection/adminToken.ts';
import { startBackups } from '../backup/startBackups.ts';
import { startHousekeeping } from './housekeeping.ts';
import { listenOn } from './listenOn.ts';
import { openApp } from './openApp.ts';
import type { BoardFiles } from '../../api/board/boardFiles.ts';
import { shuttingDown } from '../../api/errors.ts';
import { createServer } from './createServer.ts';
import { openBoard } from './openBoard.ts';
import { openEvents } from './openEvents.ts';
import { openService, type Service } from './openService.ts';
import { seedAdministrator } from './seedAdministrator.ts';
import { seedDemo } from './seedDemo.ts';
import { MOST_UNACCEPTED } from './serverLimits.ts';
import { startRepairLoop } from './repairLoop.ts';
import { openServiceMetrics, type ServiceMetrics } from './serviceMetrics.ts';
import { startWebhookLoop } from './webhookLoop.ts';
import { startWorkLoop, warmUp, workLoopOptions } from './workLoop.ts';
import type { Config } from '../config.ts';
import { describeDemo } from '../commands/seed.ts';

/** How long after draining the runs and the database have to stop before the process exits. */
const STOP_SECONDS = 20;

interface Running {
  readonly config: Config;
  readonly log: Logger;
  /** The database, which may still be starting. */
  readonly opening: Promise<OpenDatabase>;
  /** Whether this process also solves optimizations. */
  readonly worker: boolean;
  /** Settles when the process is to stop. */
  readonly stopped: Promise<NodeJS.Signals>;
}

/** Serves the API until the process is to stop, and then drains it. */
export const runServer = async (running: Running): Promise<void> => {
  const service = await openService(running.config, running.log, running.opening);
  try {
    await listen(service, running);
  } finally {
    await service.close();
  }
};

const listen = async (service: Service, running: Running): Promise<void> => {
  const { config, log, worker, stopped } = running;
  let draining: string | null = null;
  const stopping = new AbortController();
  const { server, useApp } = createServer(config, () => draining !== null);
  const address = await bind(server, config);
  const publicUrl = (config.PUBLIC_URL ?? address).replace(/\/$/, '');
  const metrics = openServiceMetrics(service, worker);
  const board = config.BOARD ? await openBoard(log) : undefined;
  const events = await openEvents(service, { log, metrics });
  useApp(
    openApp(service, {
      config,
      log,
      publicUrl,
      adminToken: config.DATABASE_URL === undefined ? adminToken(config.DATA_DIR) : null,
      draining: () => draining,
      stopping: stopping.signal,
      metrics: metrics.registry,
      events,
      ...(board === undefined ? {} : { board }),
    }),
  );
  service.database.announce(address);
  const loops = await startLoops(service, running, metrics);
  await greet(service, config, publicUrl, board ?? null);
  if (worker) void warmUp(service, log);
  const upkeep = await startUpkeep(service, running, metrics);

  const signal = await stopped;
  exitWhenLate(running, signal);
  log.info({ signal }, 'draining');
  draining = 'the server is shutting down';
  await sleep(config.DRAIN_NOTICE_SECONDS * 1000);
  const closed = once(server, 'close');
  server.close();
  stopping.abort(shuttingDown());
  await events.close();
  const late = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, config.DRAIN_SECONDS * 1000);
  await upkeep.stop();
  await loops.stop();
  await closed;
  clearTimeout(late);
};

/** Starts the loops that take work from the database. */
const startLoops = async (service: Service, { config, log, worker }: Running, metrics: ServiceMetrics) => {
  const work = worker ? await startWorkLoop(service, workLoopOptions(config, log, metrics)) : null;
  const repairs = worker ? await startRepairLoop(service, { log, onRound: metrics.repaired }) : null;
  const webhooks = await startWebhookLoop(service, { log, metrics });
  return {
    async stop(): Promise<void> {
      await work?.stop();
      await repairs?.stop();
      await webhooks.stop();
    },
  };
};

/** Starts what cares for the database: backups of an embedded one, and housekeeping. */
const startUpkeep = async ({ database, ports }: Service, { config, log }: Running, metrics: ServiceMetrics) => {
  const backups = database.place === 'embedded' ? await startBackups(database, config, log) : undefined;
  const isScheduled = (config.BACKUP_HOURS ?? config.BACKUP_MINUTES) !== undefined;
  if (backups !== undefined && isScheduled) metrics.watchBackups(() => backups.newestAt());
  const housekeeping = startHousekeeping(ports, config.HISTORY_DAYS, log);
  return {
    async stop(): Promise<void> {
      await housekeeping.stop();
      await backups?.stop();
    },
  };
};

/** Ends the process if it still runs long after it began to drain. */
const exitWhenLate = ({ config, log }: Running, signal: NodeJS.Signals): void => {
  const seconds = config.DRAIN_NOTICE_SECONDS + config.DRAIN_SECONDS + STOP_SECONDS;
  setTimeout(() => {
    log.fatal({ signal }, 'the server did not stop in time and is ended');
    process.exit(1);
  }, seconds * 1000).unref();
};

const bind = async (server: ServerType, config: Config): Promise<string> => {
  await listenOn(server, 'PORT', config.PORT, config.HOST, MOST_UNACCEPTED);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** Prints the address and, at the first start, the credentials on standard output. */
const greet = async (service: Service, config: Config, url: string, board: BoardFiles | null): Promise<void> => {
  console.log(`Tidegate serves ${url} (${board === null ? '' : 'the planning board; '}API: ${url}/docs)`);
  if (board === null && config.BOARD) console.log('The planning board is not built: npm ci && npm run build');
  const isFirst = await service.accounts.isEmpty();
  const rights = { accounts: service.accounts, transaction: service.ports.transaction };
  const administrator = isFirst && !config.DEMO ? await seedAdministrator(rights, config.ADMIN_EMAIL) : null;
  if (administrator !== null) {
    const { email, password, apiKey } = administrator;
    console.log(
      `Login: ${email} / ${password}\nAPI key: ${apiKey}\n(The password and the key are shown only this once.)`,
    );
    return;
  }
  const demo = isFirst && config.DEMO ? await seedDemo(service) : null;
  if (demo === null) {
    console.log(
      'Log in with the password or API key of the first start; "npx tidegate token create" creates a new key.',
    );
    return;
  }
  console.log(
    [
      describeDemo(demo),
      'Optimize the demo day and watch the conflicts fall:',
      `  curl -sN -X POST ${url}/v1/plannings/${demo.planning}/optimize/ -H 'Authorization: Token ${demo.apiKey}' -H 'Content-Type: application/json' -H 'Accept: application/x-ndjson' -d '{"parameters":{"timeLimitSeconds":10}}'`,
    ].join('\n'),
  );
};
