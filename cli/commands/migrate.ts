import { Command } from 'commander';
import { migrate } from '../../db/connection/migrate.ts';
import { openQueue } from '../../db/queue/queue.ts';
import { withPlace } from '../composition/openPlace.ts';
import { readConfig } from '../config.ts';

export const migrateCommand = (): Command =>
  new Command('migrate').action(async () => {
    const applied = await withPlace(readConfig(process.env), { migrate: false }, async (database) => {
      const names = await migrate(database.sql);
      // The queue has a schema of its own, which nodes whose user has fewer rights could not create.
      await (await openQueue(database, { supervise: false })).close();
      return names;
    });
    console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
  });
