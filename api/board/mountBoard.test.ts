/** Guarantee: only browsers get the board's page, with its policy; its files are sent in the smallest encoding that the client accepts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { compression } from '../middleware/compression.ts';
import { securityHeaders } from '../middleware/securityHeaders.ts';
import type { App, Variables } from '../variables.ts';
import { readBoardFiles } from './boardFiles.ts';
import { boardBuild, mountBoard } from './mountBoard.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))})`;
const people = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('a board that is built', () => {
  const folder = temporaryFolder('board');
  let app: App;
  beforeAll(() => {
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), '<title>Board</title>');
    writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
    writeFileSync(path.join(folder, 'stamp'), 'abc123');
    writeFileSync(path.join(folder, 'assets/a-1.js'), SCRIPT);
    writeFileSync(path.join(folder, 'assets/a-1.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(path.join(folder, 'assets/a-1.js.gz'), gzipSync(SCRIPT));
    const files = readBoardFiles(folder);
    app = new Hono<{ Variables: Variables }>();
    app.use(boardBuild(files.build), securityHeaders(false), compression());
    app.get('/v1/anything/', (context) => context.json({}));
    mountBoard(app, files);
  });

  test.each(['/', '/p/some-planning', '/p/some-planning?workspace=w&select=o'])('its page is at %s', async (at) => {
    const answer = await app.request(at, { headers: { ...people, Host: 'board.example:8080' } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<title>Board</title>');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    const policy = answer.headers.get('Content-Security-Policy')!;
    expect(policy.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self' ws://board.example:8080 wss://board.example:8080",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
      "manifest-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
    ]);
  });

  test('programs get no page', async () => {
    expect((await app.request('/', { headers: { Accept: 'application/json' } })).status).toBe(404);
    expect((await app.request('/p/x')).status).toBe(404);
  });

  test('an invalid host does not get into the policy', async () => {
    const answer = await app.request('/', { headers: { ...people, Host: "evil.example; script-src 'unsafe-inline'" } });
    expect(answer.headers.get('Content-Security-Policy')).toContain("connect-src 'self'");
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('evil');
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', null],
    ['', null],
  ])('a client that accepts %j gets files in the encoding %j', async (accepted, encoding) => {
    const answer = await app.request('/assets/a-1.js', { headers: { 'Accept-Encoding': accepted } });
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    expect(answer.headers.get('Cache-Control')).toContain('immutable');
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('Vary')).toContain('Accept-Encoding');
    expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    if (encoding === null) expect(await answer.text()).toBe(SCRIPT);
    else expect((await answer.arrayBuffer()).byteLength).toBeLessThan(SCRIPT.length / 10);
  });

  test('other files in the folder are not served', async () => {
    for (const name of ['/stamp', '/index.html', '/assets/a-1.js.br', '/assets/../stamp']) {
      expect((await app.request(name, { headers: people })).status).toBe(404);
    }
  });

  test('every response names the build', async () => {
    for (const at of ['/v1/anything/', '/icon.svg', '/nothing']) {
      expect((await app.request(at)).headers.get('X-Tidegate-Build')).toBe('abc123');
    }
  });
});

test('where no board is built, a plain page names the command', async () => {
  const app = new Hono<{ Variables: Variables }>();
  mountBoard(app, null);
  const answer = await app.request('/', { headers: people });
  expect(await answer.text()).toContain('npm run build');
});
