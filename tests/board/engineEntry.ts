/** The part of the engine that the board uses, as one script for a page and its worker. */
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { answersTo, type Question } from './engineQuestions.ts';

/** In the page: compiles, passes the instance to a worker, and returns its answers. In the worker: answers. */
const inPage = async (text: string, questions: readonly Question[]): Promise<unknown> => {
  const document = JSON.parse(text) as PlanningDocument;
  const instance = compile(document, { referenceTime: '2008-03-14T00:00:00.000Z' });
  const isShared = typeof SharedArrayBuffer !== 'undefined' && instance.buffer instanceof SharedArrayBuffer;
  const worker = new Worker('/engine.js', { type: 'module' });
  const answers = await new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.postMessage({ instance, questions }, isShared ? [] : [instance.buffer as ArrayBuffer]);
  });
  worker.terminate();
  const movedBytes = instance.buffer.byteLength;
  return { answers, isShared, isSecure: isSecureContext, movedBytes };
};

if (typeof document === 'undefined') {
  addEventListener('message', ({ data }: MessageEvent<{ instance: Instance; questions: readonly Question[] }>) => {
    void answersTo(data.instance, data.questions).then((answers) => postMessage(answers));
  });
} else {
  Object.assign(globalThis, { inPage });
}
