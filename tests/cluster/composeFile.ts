import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const DEPLOY = path.join(import.meta.dirname, '../../deploy');

interface ComposeService {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
}

/** The compose file with aliases and merges resolved. */
export const composeFile = (): { readonly name: string; readonly services: Readonly<Record<string, ComposeService>> } =>
  parse(readFileSync(path.join(DEPLOY, 'compose/compose.yml'), 'utf8'), { merge: true }) as ReturnType<
    typeof composeFile
  >;

/** Arguments and settings of a service in the file, without the addresses, which differ here. */
export const serviceOf = (name: string) => {
  const { command = [], environment = {} } = composeFile().services[name] ?? {};
  const {
    DATABASE_URL: _url,
    HOST: _host,
    PORT: _port,
    METRICS_PORT: _metrics,
    PUBLIC_URL: _public,
    ...settings
  } = environment;
  return { command, settings };
};
