import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { type Diagnosis, problem } from './diagnosis.ts';

/** The folder itself, or the nearest existing one in which it will be created. */
export const nearestFolder = (directory: string): string => {
  let place = path.resolve(directory);
  while (!existsSync(place)) place = path.dirname(place);
  return place;
};

/** A problem when the folder that a setting names cannot be written or created; else null. */
export const unwritable = (name: string, setting: string, directory: string): Diagnosis | null => {
  const place = nearestFolder(directory);
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch {
    const who = process.getuid === undefined ? 'this user' : `user ${process.getuid()}`;
    const finding = `${setting}=${directory} cannot be written by ${who}.`;
    return problem(name, finding, `Make ${place} writable, or name another ${setting}.`);
  }
};
