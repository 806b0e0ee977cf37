import { messageOf } from '../../engine/messageOf.ts';
import { parseDocument } from '../../engine/instance/planningDocument.ts';
import type { JudgeAnswer, JudgeRequest } from './judgeProtocol.ts';
import { PlanningJudge } from './planningJudge.ts';

/** Changes within this time are compiled together. */
const REFRESH_AFTER_MS = 60;

let judge: PlanningJudge | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const say = (answer: JudgeAnswer): void => postMessage(answer);

const refreshSoon = (): void => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    judge?.refresh();
    say({ type: 'refreshed' });
  }, REFRESH_AFTER_MS);
};

const load = ({ document, referenceTime }: Extract<JudgeRequest, { type: 'load' }>): void => {
  clearTimeout(timer);
  judge = new PlanningJudge(typeof document === 'string' ? parseDocument(document) : document, referenceTime);
  say({ type: 'conflicts', conflicts: judge.conflicts() });
  say({ type: 'refreshed' });
};

/** The judge's answer; null while no planning is loaded. */
const ask = <T>(question: (judge: PlanningJudge) => T | null): T | null => (judge === null ? null : question(judge));

const answer = async (request: JudgeRequest): Promise<void> => {
  switch (request.type) {
    case 'load':
      load(request);
      break;
    case 'update':
      if (judge === null) break;
      say({ type: 'conflicts', conflicts: judge.update(request.entries) });
      refreshSoon();
      break;
    case 'rows':
      say({ type: 'rows', id: request.id, verdicts: ask((judge) => judge.judgeRows(request.question)) });
      break;
    case 'preview':
      say({ type: 'preview', id: request.id, conflicts: ask((judge) => judge.preview(request.under)) });
      break;
    case 'reason': {
      const { reasonOf } = await import('./reasonOf.ts');
      const { id, operation, under } = request;
      say({ type: 'reason', id, reason: ask((judge) => reasonOf(judge, operation, under)) });
      break;
    }
    case 'costs':
      say({ type: 'costs', id: request.id, costs: ask((judge) => judge.costs()) });
      break;
    case 'candidates':
      say({
        type: 'candidates',
        id: request.id,
        candidates: ask((judge) => judge.candidates(request.operation, request.part, request.under)),
      });
      break;
  }
};

addEventListener('message', ({ data }: MessageEvent<JudgeRequest>) => {
  answer(data).catch((error: unknown) => {
    say({ type: 'failed', message: messageOf(error) });
  });
});
