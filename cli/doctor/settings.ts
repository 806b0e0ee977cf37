import { misspelledSettings } from '../misspelledSettings.ts';
import type { Environment } from '../problemsTogether.ts';
import { type Diagnosis, ok, warning } from './diagnosis.ts';

/** Looks for variables that resemble a setting; values of settings have been checked when they were read. */
export const diagnoseSettings = (environment: Environment): Diagnosis[] => {
  const misspelled = misspelledSettings(environment);
  if (misspelled.length === 0) return [ok('settings', 'They are valid.')];
  return misspelled.map(({ name, meant }) =>
    warning('settings', `${name} is not a setting and has no effect.`, `Set ${meant} instead, if that is meant.`),
  );
};
