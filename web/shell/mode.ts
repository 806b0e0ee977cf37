import type { BoardState } from './boardState.ts';

export type ModeKind = 'live' | 'draft' | 'past';

/** "Live", "Draft: Strike on Friday", "Past: …". */
export const modeOf = (
  { layer, workspaces }: Pick<BoardState, 'layer' | 'workspaces'>,
  pastAt: string | null,
): { readonly kind: ModeKind; readonly text: string } => {
  if (layer?.change != null) return { kind: 'past', text: `Past: ${pastAt ?? layer.change}` };
  if (layer?.workspace == null) return { kind: 'live', text: 'Live' };
  const name = workspaces.find(({ id }) => id === layer.workspace)?.name ?? layer.workspace;
  return { kind: 'draft', text: `Draft: ${name}` };
};
