import { Command } from 'commander';
import pino from 'pino';
import { openService } from '../composition/openService.ts';
import { startWorkLoop } from '../composition/workLoop.ts';
import { describeSettings, readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';

export const workerCommand = (): Command =>
  new Command('worker')
    .description('solve optimizations that servers on the same PostgreSQL enqueue')
    .addHelpText('after', `\n${describeSettings()}`)
    .action(async () => {
      const config = readConfig(process.env);
      if (config.DATABASE_URL === undefined)
        throw new InputError(['DATABASE_URL: a worker needs the PostgreSQL server that its servers use.']);
      const log = pino({ level: config.LOG_LEVEL }, pino.destination({ dest: 2, sync: true }));
      const service = await openService(config);
      try {
        const stop = new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
        const work = await startWorkLoop(service, { slots: 1, log });
        console.log('Waiting for optimizations.');
        await stop;
        await work.stop();
      } finally {
        await service.close();
      }
    });
