import { messageOf } from '../engine/messageOf.ts';
import { parseRoleMap } from '../api/auth/roleMap.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that need another one. */
const NEEDS = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['AGENT_BASE_URL', 'AGENT_MODEL'],
  ['AGENT_MODEL', 'AGENT_BASE_URL'],
] as const;

const backupProblems = (config: Readonly<Record<string, unknown>>): string[] => {
  const set = ['BACKUP_HOURS', 'BACKUP_MINUTES'].filter((name) => config[name] !== undefined);
  const isElsewhere = config['DATABASE_URL'] !== undefined;
  if (!isElsewhere)
    return set.length < 2 ? [] : ['BACKUP_MINUTES: cannot be combined with BACKUP_HOURS; set one of them'];
  const why = 'is only for the embedded database; PostgreSQL has its own tools (docs/operations.md)';
  return set.map((name) => `${name}: ${why}`);
};

const roleMapProblems = (environment: Environment, config: Readonly<Record<string, unknown>>): string[] => {
  try {
    parseRoleMap(String(config['OIDC_ROLE_MAP']), environment['OIDC_ORGANIZATION']?.trim() || undefined);
    return [];
  } catch (error) {
    return [`OIDC_ROLE_MAP: ${messageOf(error)}`];
  }
};

/** The problems of settings in combination. Also turns the demo off in production, where asking for it is a problem. */
export const problemsTogether = (environment: Environment, config: Record<string, unknown>): string[] => {
  const problems: string[] = [];
  for (const [one, other] of NEEDS) {
    if (environment[one]?.trim() && !environment[other]?.trim()) problems.push(`${other}: ${one} needs it`);
  }
  problems.push(...roleMapProblems(environment, config), ...backupProblems(config));
  if (config['NODE_ENV'] !== 'production') return problems;
  if (!environment['DEMO']?.trim()) config['DEMO'] = false;
  else if (config['DEMO'] === true) problems.push('DEMO=true: the demo is not meant for production');
  if (config['DATABASE_URL'] === undefined && !environment['DATA_DIR']?.trim()) {
    problems.push(
      'DATA_DIR: in production set this to a folder that lasts, or set DATABASE_URL; generated keys are kept there',
    );
  }
  return problems;
};
