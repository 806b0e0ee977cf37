import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenLocally } from '../../tests/listenLocally.ts';
import fc from '../../tests/properties.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isPublicAddress, parseNetworks } from './addresses.ts';
import { createOutgoingFetch } from './outgoingFetch.ts';

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '0x7f.1',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test('no IPv4 address becomes public by being written as an IPv6 one', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(fc.property(octets, (four) => !isPublicAddress(`::ffff:${four.join('.')}`)));
  });

  test('networks contain their addresses and no others; malformed networks are refused', () => {
    const isIn = parseNetworks(['10.0.0.0/8', '192.168.1.5', 'fd00::/8']);
    expect(['10.255.0.1', '192.168.1.5', 'fd00::9'].every(isIn)).toBe(true);
    expect(['11.0.0.1', '192.168.1.6', 'fe00::9', 'localhost'].some(isIn)).toBe(false);
    for (const bad of ['localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '']) {
      expect(() => parseNetworks([bad])).toThrow(RangeError);
    }
  });
});

describe('an outgoing request', () => {
  let server: Server;
  let port: number;
  let received: { method?: string | undefined; url?: string | undefined; type?: string | undefined; body: string }[] =
    [];
  beforeAll(async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method, url, headers } = request;
      received.push({ method, url, type: headers['content-type'], body: await text(request) });
      if (url === '/silent') return;
      if (url === '/away') response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
      else response.writeHead(200, { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] }).end('yes');
    };
    server = createServer((request, response) => void answer(request, response));
    port = await listenLocally(server);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const at = (address: string) => async () => [{ address, family: 4 }];

  test.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
    'https://0x7f000001',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost',
    'http://8.8.8.8',
    'http://example.com',
    'file:///etc/passwd',
    'data:text/plain,x',
  ])('to %s is refused', async (url) => {
    const outgoing = createOutgoingFetch({ allow: [], resolve: at('127.0.0.1') });
    await expect(outgoing(url)).rejects.toMatchObject({ code: 'outgoing_refused' });
  });

  test('is refused to a name that resolves to a private address, alone or among others', async () => {
    received = [];
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], []]) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const outgoing = createOutgoingFetch({ allow: [], resolve });
      await expect(outgoing(`https://id.example:${port}/`)).rejects.toMatchObject({ code: 'outgoing_refused' });
    }
    expect(received).toEqual([]);
  });

  // Guarantee: DNS rebinding gains nothing, since the address that was checked is the one that is connected to.
  test('connects to the address that was checked', async () => {
    const answers = ['127.0.0.1', '127.0.0.9'];
    const resolve = async () => [{ address: answers.shift() ?? '127.0.0.9', family: 4 }];
    const outgoing = createOutgoingFetch({ allow: ['127.0.0.1'], resolve });
    await expect(outgoing(`http://rebinds.example:${port}/`)).rejects.toMatchObject({ code: 'outgoing_refused' });
  });

  test('is allowed by name, address or network', async () => {
    const ported = ['id.example', '127.0.0.1', '127.0.0.0/8'].map((host) => [`${host}:${port}`]);
    for (const allow of [['id.example'], ['127.0.0.1'], ['127.0.0.0/8'], ...ported]) {
      const outgoing = createOutgoingFetch({ allow, resolve: at('127.0.0.1') });
      const answer = await outgoing(`http://id.example:${port}/token`, {
        method: 'POST',
        body: new URLSearchParams({ a: '1' }),
        headers: { Authorization: 'Basic x' },
      });
      expect([answer.status, await answer.text(), answer.headers.get('X-A')]).toEqual([200, 'yes', '1']);
      expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(received.at(-1)).toMatchObject({ method: 'POST', url: '/token', body: 'a=1' });
      expect(received.at(-1)?.type).toContain('application/x-www-form-urlencoded');
    }
    const outgoing = createOutgoingFetch({ allow: ['127.0.0.1'] });
    const request = new Request(`http://127.0.0.1:${port}/r`, { method: 'PUT', body: 'b' });
    expect(await (await outgoing(request)).text()).toBe('yes');
    expect(received.at(-1)).toMatchObject({ method: 'PUT', url: '/r', body: 'b' });
  });

  test('is refused to another port than the one that is allowed', async () => {
    received = [];
    for (const host of ['id.example', '127.0.0.1', '127.0.0.0/8', '[::1]']) {
      const outgoing = createOutgoingFetch({ allow: [`${host}:${port + 1}`], resolve: at('127.0.0.1') });
      for (const url of [
        `http://id.example:${port}/`,
        `https://id.example:${port}/`,
        `http://127.0.0.1:${port}/`,
        'https://127.0.0.1/',
      ])
        await expect(outgoing(url)).rejects.toMatchObject({ code: 'outgoing_refused' });
    }
    expect(received).toEqual([]);
  });

  test('follows no redirect, ends when its signal is aborted, and times out', async () => {
    const outgoing = createOutgoingFetch({ allow: ['127.0.0.1'] });
    expect((await outgoing(`http://127.0.0.1:${port}/away`)).status).toBe(302);
    const impatient = createOutgoingFetch({ allow: ['127.0.0.1'], timeoutMs: 50 });
    await expect(impatient(`http://127.0.0.1:${port}/silent`)).rejects.toThrow('did not answer within 50 ms');
    const signal = AbortSignal.abort();
    await expect(outgoing(`http://127.0.0.1:${port}/`, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  describe('to a server that breaks the rules of HTTP', () => {
    const answering = async (text: string, isClosed = () => {}): Promise<string> => {
      const odd = createTcpServer((socket) => {
        socket.on('error', () => {}).on('close', isClosed);
        socket.once('data', () => socket.write(`HTTP/1.1 ${text}`));
      });
      onTestFinished(() => void odd.close());
      return `http://127.0.0.1:${await listenLocally(odd)}/`;
    };
    const outgoing = createOutgoingFetch({ allow: ['127.0.0.1'] });

    test.each(['099', '101', '600', '999'])('fails if the status is %s', async (status) => {
      const url = await answering(`${status} Odd\r\nContent-Length: 0\r\n\r\n`);
      await expect(outgoing(url)).rejects.toThrow(`answered with status ${Number(status)}, which HTTP does not have`);
    });

    test('does not wait for the body of a response that has none', async () => {
      let hasClosed = false;
      const endless = '205 Reset Content\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n';
      const url = await answering(endless, () => (hasClosed = true));
      expect((await outgoing(url)).status).toBe(205);
      await expect.poll(() => hasClosed).toBe(true);
    });
  });

  test('the look-up of a name has the same limit', async () => {
    const outgoing = createOutgoingFetch({
      allow: ['10.0.0.0/8'],
      timeoutMs: 50,
      resolve: () => new Promise(() => {}),
    });
    await expect(outgoing('http://name.example/')).rejects.toThrow('The name name.example was not found within 50 ms');
  });
});
