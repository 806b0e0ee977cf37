import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { codeOf } from '../engine/messageOf.ts';
import type { AnswerCode } from './contract/errorList.ts';
import { EdgeError, failureOf } from './errors.ts';

/** What Node says about requests that it does not pass on; anything else is `malformed_request`. */
const FAULTS: Readonly<Record<string, readonly [code: AnswerCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['head_too_large', 'The path, the query and the headers together are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['body_incomplete', 'The request did not arrive completely in time.'],
};
const MALFORMED = ['malformed_request', 'This is not a request of HTTP/1.1 that can be read.'] as const;

/** The response to a request without an address that can be read; HTTP/1.1 asks for a host. */
export const malformedAddress = (): Response => {
  const detail = 'The Host header is absent or not a host, or the target of the request is not a path.';
  const { status, body } = failureOf(new EdgeError('malformed_request', detail), '');
  return Response.json(body, { status });
};

/** A whole response, as it is sent. */
const answerTo = (error: Error): string => {
  const [code, detail] = FAULTS[codeOf(error) ?? ''] ?? MALFORMED;
  const { status, body } = failureOf(new EdgeError(code, detail), '');
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
};

/** Answers requests that no app gets to see, because Node cannot read them, with the same form of errors as the app. */
export const answerMalformedRequests = (server: Server): void => {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answers.set(socket, response);
  });
  server.on('clientError', (error: Error, socket: Duplex) => {
    const response = answers.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (socket.writable && !isAnswering) socket.end(answerTo(error), () => socket.destroy());
    else socket.destroy(error);
  });
};
