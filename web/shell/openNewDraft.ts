import { present } from '../../engine/present.ts';
import type { Board } from './board.ts';

/** Creates a draft of the shown planning and opens it. The live bars stay in view meanwhile, since a new draft has the same. */
export const openNewDraft = async (board: Board, name: string): Promise<void> => {
  const layer = present(board.store.getState().layer);
  const { id } = await board.endpoints.createWorkspace(layer.planning, name);
  await board.open({ ...layer, workspace: id, change: null }, { keepsBars: true });
};
