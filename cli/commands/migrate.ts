import { Command } from 'commander';
import { migrate } from '../../db/connection/migrate.ts';
import { withPlace } from '../composition/openPlace.ts';
import { readConfig } from '../config.ts';

export const migrateCommand = (): Command =>
  new Command('migrate').action(async () => {
    const applied = await withPlace(readConfig(process.env), { migrate: false }, ({ sql }) => migrate(sql));
    console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
  });
