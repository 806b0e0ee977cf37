import { Command } from 'commander';
import { migrate } from '../../db/connection/migrate.ts';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { readConfig } from '../config.ts';

export const migrateCommand = (): Command =>
  new Command('migrate').description('bring the database schema up to date (serve does so itself)').action(async () => {
    const config = readConfig(process.env);
    const place = config.DATABASE_URL === undefined ? { dataDir: config.DATA_DIR } : { url: config.DATABASE_URL };
    const database = await openDatabase(place, { migrate: false });
    try {
      const applied = await migrate(database.sql);
      console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
    } finally {
      await database.close();
    }
  });
