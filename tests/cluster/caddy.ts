import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../freePort.ts';
import { DEPLOY } from './composeFile.ts';

const version = spawnSync('caddy', ['version'], { encoding: 'utf8' });
export const hasCaddy = version.status === 0;

/** `lb_try_duration` of the Caddyfile. */
const TRY_MS = 10_000;
/**
 * While no server counts as ready, Caddy before 2.7.5 refuses at once what is not a GET instead of trying for `lb_try_duration`
 * (https://github.com/caddyserver/caddy/pull/5841). With such a version, the client tries as the proxy would.
 */
const givesUpAtOnce = ((): boolean => {
  const [major = 0, minor = 0, patch = 0] =
    /(\d+)\.(\d+)\.(\d+)/
      .exec(version.stdout ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return major * 1e6 + minor * 1e3 + patch < 2_007_005;
})();

export interface Proxy {
  /** Requests by https, accepting the certificate of the proxy's own authority. */
  ask(
    method: string,
    route: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; body: string }>;
  close(): void;
}

/** Starts the proxy of the compose file with its Caddyfile in front of these servers (`host:port`), on another port if one was taken meanwhile. */
export const startCaddy = async (servers: readonly string[]): Promise<Proxy> => {
  for (;;) {
    const started = await startOn(await freePort(), servers);
    if (started !== null) return started;
  }
};

/** The proxy on this port; null if the port is taken. */
const startOn = async (port: number, servers: readonly string[]): Promise<Proxy | null> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidegate-caddy-'));
  const file = path.join(folder, 'Caddyfile');
  // The proxy stores nothing on the machine, and opens no other port.
  writeFileSync(
    file,
    `{\n\tskip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n}\nimport ${path.join(DEPLOY, 'compose/Caddyfile')}\n`,
  );
  const child: ChildProcess = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      TIDEGATE_SITE: `https://localhost:${port}`,
      TIDEGATE_SERVERS: servers.join(' '),
    },
  });
  // Caddy tells of every request; why it ended is at the end.
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-2_000);
  });
  const ended = once(child, 'close');
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const send = (
    method: string,
    route: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; body: string; isOfServer: boolean }> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port,
          path: route,
          method,
          headers: { Host: `localhost:${port}`, ...headers },
          agent,
        },
        (response) => {
          text(response).then(
            (content) =>
              resolve({
                status: response.statusCode ?? 0,
                body: content,
                isOfServer: response.headers['x-request-id'] !== undefined,
              }),
            reject,
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const proxy: Proxy = {
    ask: async (method, route, headers, body) => {
      const byWhen = performance.now() + TRY_MS;
      for (;;) {
        const answer = await send(method, route, headers, body);
        const isOfProxy = answer.status === 503 && !answer.isOfServer;
        if (!givesUpAtOnce || !isOfProxy || performance.now() > byWhen) return answer;
        await sleep(250);
      }
    },
    close() {
      agent.destroy();
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (;;) {
    if (child.exitCode !== null) {
      await ended;
      proxy.close();
      if (said.includes('address already in use')) return null;
      throw new Error(`The proxy on port ${port} has ended: ${said}`);
    }
    const asked = proxy.ask('GET', '/healthz', {}).catch(() => null);
    // Whoever else has the port may never answer.
    const answer = await Promise.race([asked, ended.then(() => null)]);
    if (answer?.status === 200) return proxy;
    await sleep(100);
  }
};
