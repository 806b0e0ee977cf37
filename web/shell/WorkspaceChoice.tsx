import { Choice } from '../parts/Choice.tsx';
import { useBoard, useBoardState } from './boardContext.ts';

const LIVE = ' live';

/** The mainline, or one of its drafts. */
export const WorkspaceChoice = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer)!;
  const workspaces = useBoardState((state) => state.workspaces);
  const drafts = workspaces.filter(({ state, id }) => state === 'DRAFT' || id === layer.workspace);
  return (
    <Choice
      name="Workspace"
      value={layer.workspace ?? LIVE}
      options={[
        { value: LIVE, label: 'Live' },
        ...drafts.map(({ id, name, state }) => ({
          value: id,
          label: name,
          note: state === 'DRAFT' ? 'draft' : state.toLowerCase(),
        })),
      ]}
      onChange={(chosen) =>
        void board.open({ planning: layer.planning, workspace: chosen === LIVE ? null : chosen, change: null })
      }
    />
  );
};
