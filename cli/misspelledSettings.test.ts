import { expect, test } from 'vitest';
import { SETTINGS } from './config.ts';
import { misspelledSettings } from './misspelledSettings.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['BACKUP_HOUR', 'BACKUP_HOURS'],
  ['BAKCUP_MINUTES', 'BACKUP_MINUTES'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['THREDS', 'THREADS'],
  ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ['WEBHOOK_RETRY_HOUR', 'WEBHOOK_RETRY_HOURS'],
  ['DATABASE_URL_FILE', 'DATABASE_URL'],
  ['OIDC_CLIENT_SECRET_FILE', 'OIDC_CLIENT_SECRET'],
])('%s is taken for a misspelled %s', (name, meant) => {
  expect(misspelledSettings({ PATH: '/bin', [name]: 'x' })).toEqual([{ name, meant }]);
});

test('settings and variables of other programs are not taken for misspelled ones', () => {
  const others = `PATH HOME HOSTNAME LOGNAME PWD SHELL TERM USER LANG LC_ALL TZ TMPDIR XDG_CACHE_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR EDITOR MAIL SSH_AUTH_SOCK
    NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_VERSION UV_THREADPOOL_SIZE HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy PGDATA PGHOST PGPORT
    TIDEGATE_URL TIDEGATE_TOKEN TIDEGATE_PORT TIDEGATE_SERVICE_HOST TIDEGATE_SERVICE_PORT_HTTP TIDEGATE_HOST TIDEGATE_VERSION TIDEGATE_SITE POSTGRES_PASSWORD
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT DATABASE_PORT DATABASE_HOST DATABASE_NAME DATABASE_USER DATABASE_SERVICE_HOST INVOCATION_ID JOURNAL_STREAM
    OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_TRACES_SAMPLER OTEL_SERVICE_VERSION npm_config_user_agent npm_lifecycle_event`;
  const names = [...others.split(/\s+/), ...Object.keys(SETTINGS)];
  expect(misspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
