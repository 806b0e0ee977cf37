import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { parseInstant } from '../../engine/instance/instant.ts';
import type { ChangeMessage } from '../../client/livePlanning.ts';
import type { ConflictMark } from '../timeline/model/scene.ts';
import type { BoardState } from './boardState.ts';

/** Converts a conflict record to the form that the timeline shows. */
export const markOf = ({
  id,
  resource,
  operations,
  startAt,
  endAt,
  probability,
  kind,
}: ConflictRecord): ConflictMark => ({
  id,
  resource,
  operations,
  start: parseInstant(startAt) / 1000,
  end: parseInstant(endAt) / 1000,
  probability,
  kind,
});

/** The ids of operations that a change affects; not of those that only have other neighbors in their group now. */
export const changedOperations = (events: ChangeMessage['events']): ReadonlySet<string> =>
  new Set(
    events.flatMap(({ data }) => {
      if (data.entity === 'operation') return String(data.changed) === 'operationDependencies' ? [] : [data.id];
      const named = data.after?.['operation'] ?? data.operation;
      return typeof named === 'string' ? [named] : [];
    }),
  );

/** What became of the draft by a change; null if it is still open. */
export const endOfDraft = (events: ChangeMessage['events'], draft: string | null): 'archived' | 'published' | null => {
  const record = events.find(({ data }) => data.entity === 'workspace' && data.id === draft)?.data;
  switch (record?.after?.['state']) {
    case 'ARCHIVED':
      return 'archived';
    case 'PUBLISHED':
      return 'published';
    default:
      return null;
  }
};

/** The dialogs about the open draft. */
const OF_DRAFT = ['publish', 'rebase'];

/** What changes when the open draft has ended. A dialog about it is closed, unless the user has ended it, whom the dialog is still to tell. */
export const ended = (
  { workspaces, layer, dialog }: Pick<BoardState, 'workspaces' | 'layer' | 'dialog'>,
  end: 'archived' | 'published',
  isOwn: boolean,
): Pick<BoardState, 'workspaces' | 'dialog'> => {
  const state = end === 'archived' ? 'ARCHIVED' : 'PUBLISHED';
  const isAboutIt = dialog?.kind === 'other' && OF_DRAFT.includes(dialog.name);
  return {
    workspaces: workspaces.map((own) => (own.id === layer?.workspace ? { ...own, state } : own)),
    dialog: isAboutIt && !isOwn ? null : dialog,
  };
};
