import { Command } from 'commander';
import { migrate } from '../../db/connection/migrate.ts';
import { namingPlace, openPlace } from '../composition/openPlace.ts';
import { readConfig } from '../config.ts';

export const migrateCommand = (): Command =>
  new Command('migrate').action(async () => {
    const config = readConfig(process.env);
    const database = await openPlace(config, { migrate: false });
    try {
      const applied = await namingPlace(config, () => migrate(database.sql));
      console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
    } finally {
      await database.close();
    }
  });
