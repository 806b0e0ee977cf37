/** Shows a planning live, with its places and conflicts. The engine in the page evaluates a drag before it is written; a write can be undone. */
import { present } from '../../engine/present.ts';
import { LivePlanning } from '../../client/livePlanning.ts';
import { accepted, openTidegate } from '../../client/tidegate.ts';
import { Plan } from '../../engine/board/plan.ts';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type Candidate, candidates } from '../../engine/metrics/candidates.ts';

const ROW_PX = 23;
const PX_PER_SECOND = 2300 / 86_400;
const hash = new URLSearchParams(location.hash.slice(1));
const [url = '', token = '', id = ''] = ['api', 'key', 'planning'].map((name) => hash.get(name) ?? '');
const tidegate = openTidegate({ url, token });
const params = { path: { id } };
const element = (name: string): HTMLElement => present(document.querySelector<HTMLElement>(name));
const [state, verdict, rows, undo] = [element('#state'), element('#verdict'), element('#rows'), element('button')];
const say = (text: string): void => state.replaceChildren(text);

const live = new LivePlanning(
  {
    url,
    token: async (refused) => (refused === null ? token : null),
    planning: id,
    load: async () => {
      const query = { versions: true };
      const request = tidegate.GET('/v1/plannings/{id}/export/', { params: { ...params, query }, parseAs: 'text' });
      const { data, response } = await accepted(request);
      return { document: JSON.parse(data), change: response.headers.get('X-Change-Id') };
    },
  },
  {
    loaded: () => draw('Live'),
    changed: ({ author, message }) => draw(`${author?.name ?? 'Somebody'}: ${message ?? 'a change'}`),
    connection: say,
    failed: (error) => say(String(error)),
  },
);

let instance: Instance;

const draw = (said: string): void => {
  instance = compile(present(live.copy).document(), { referenceTime: new Date().toISOString() });
  const placement = placementOf(instance);
  const conflicts = findConflicts(instance, placement);
  const inConflict = new Set(conflicts.flatMap(({ a, b }) => [a, b]));
  const from = Math.min(...instance.start);
  rows.replaceChildren(
    ...instance.names.resources.map((resource, row) => {
      const line = document.createElement('div');
      line.className = 'row';
      line.dataset['resource'] = resource;
      line.textContent = instance.names.resourceLabels[row];
      return line;
    }),
    ...[...placement.keys()]
      .filter((part) => placement[part] >= 0)
      .map((part) => {
        const bar = document.createElement('div');
        bar.className = inConflict.has(part) ? 'bar conflict' : 'bar';
        bar.title = instance.names.operations[instance.operation[part]];
        bar.textContent = instance.names.operationLabels[instance.operation[part]];
        bar.style.left = `${80 + (instance.start[part] - from) * PX_PER_SECOND}px`;
        bar.style.width = `${(instance.end[part] - instance.start[part]) * PX_PER_SECOND}px`;
        bar.style.top = `${placement[part] * ROW_PX + 2}px`;
        bar.addEventListener('pointerdown', (event) => drag(event, bar, part));
        return bar;
      }),
  );
  say(`${said} · ${conflicts.length} conflicts`);
};

const reasonOf = ({ feasible, breaks, blockedBy, score }: Candidate): string =>
  feasible ? `free, ${score.delta} points` : (breaks[0]?.message ?? `in conflict with ${blockedBy.join(', ')}`);

const drag = (down: PointerEvent, bar: HTMLElement, part: number): void => {
  const judged = new Map(
    candidates(new Plan(instance, placementOf(instance)), part).map((candidate) => [candidate.resource, candidate]),
  );
  for (const row of rows.querySelectorAll<HTMLElement>('.row'))
    row.classList.add(judged.get(present(row.dataset['resource']))?.feasible === true ? 'free' : 'no');
  const rowAt = (y: number): number => Math.floor((y - rows.getBoundingClientRect().top) / ROW_PX);
  const over = (y: number): Candidate | undefined => judged.get(instance.names.resources[rowAt(y)]);
  bar.setPointerCapture(down.pointerId);
  bar.addEventListener('pointermove', ({ clientY }) => {
    bar.style.transform = `translateY(${clientY - down.clientY}px)`;
    const candidate = over(clientY);
    verdict.textContent = candidate === undefined ? '' : `${candidate.resource}: ${reasonOf(candidate)}`;
  });
  bar.addEventListener('pointerup', ({ clientY }) => {
    const candidate = over(clientY);
    draw('Live');
    if (candidate?.feasible === true && !candidate.current) void move(bar.title, candidate.resource);
  });
};

/** The changesets that were written and not undone, newest last. */
const written: string[] = [];

const write = async (request: Parameters<typeof accepted>[0]): Promise<void> => {
  try {
    const change = (await accepted(request)).response.headers.get('X-Change-Id');
    if (change !== null) written.push(change);
  } catch (error) {
    verdict.textContent = String(error);
  }
  undo.toggleAttribute('disabled', written.length === 0);
};

const move = (operation: string, resource: string): Promise<void> => {
  const basedOn = present(live.copy).tables.assignments.get(operation)?.versionId ?? null;
  const body = { message: `${operation} to ${resource}`, assignments: [{ operation, resource, basedOn }] };
  return write(tidegate.POST('/v1/plannings/{id}/edits/', { params, body }));
};

// Reverting a revert writes the change again, and that can be undone, too.
undo.addEventListener('click', () => {
  const request = { params: { path: { id, change_id: present(written.pop()) } } };
  void write(tidegate.POST('/v1/plannings/{id}/changesets/{change_id}/revert/', request));
});
