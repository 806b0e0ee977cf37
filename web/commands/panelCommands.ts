import { PANELS } from '../panels/panels.ts';
import type { Board } from '../shell/board.ts';
import { isReadable } from '../shell/rights.ts';
import type { Command } from './command.ts';

const openDialog =
  (name: string) =>
  (board: Board): void =>
    board.store.setState({ dialog: { kind: 'other', name } });

const isDraft = (board: Board): boolean => board.store.getState().layer?.workspace != null;
const mayCreate = (board: Board): boolean => board.mayEdit() && !isDraft(board);
const mayMerge = (board: Board): boolean => board.mayEdit() && isDraft(board);

/** What is past or archived is not tested. */
const mayStress = (board: Board): boolean => {
  const state = board.store.getState();
  return state.loading === 'ready' && state.layer?.change === null && isReadable(state);
};

/** Shows the panel with the stress test, which starts it. */
const startStress = (board: Board): void => {
  board.store.setState(({ layer }) => ({ stressAskedOf: layer }));
  board.openPanel('metrics');
};

const PANEL_TAB = 'aside [role=tab][aria-selected=true]';

/** Moves the focus from the timeline to the panel, and from the panel to the timeline. */
const switchFocus = (board: Board): void => {
  const { timeline } = board;
  const tab = document.querySelector<HTMLElement>(PANEL_TAB);
  if (tab?.closest('aside')?.contains(document.activeElement) === true) {
    const operation = board.store.getState().selection.at(-1);
    timeline?.focus(operation === undefined ? null : { operation, part: board.partOf(operation) });
  } else if (tab === null) board.openPanel(board.store.getState().panel);
  else tab.focus();
};

/** Commands for panels, drafts and files. */
export const PANEL_COMMANDS: readonly Command[] = [
  ...PANELS.map(
    ({ id, title }): Command => ({
      id: `panel-${id}`,
      title: `Show ${title}`,
      group: 'View',
      leadsTo: `[role=tab][data-panel=${id}]`,
      run: (board) => board.openPanel(id),
    }),
  ),
  {
    id: 'stress',
    title: 'Stress test',
    group: 'Board',
    leadsTo: '[role=tab][data-panel=metrics]',
    isEnabled: mayStress,
    run: startStress,
  },
  { id: 'to-panel', title: 'Go to the panel, or back to the timeline', group: 'Board', keys: ['F6'], run: switchFocus },
  { id: 'create-draft', title: 'Create draft', group: 'Board', isEnabled: mayCreate, run: openDialog('draft') },
  { id: 'publish', title: 'Publish the draft', group: 'Board', isEnabled: mayMerge, run: openDialog('publish') },
  { id: 'rebase', title: 'Rebase the draft', group: 'Board', isEnabled: mayMerge, run: openDialog('rebase') },
  {
    id: 'repair-policy',
    title: 'Limits of the standing repair',
    group: 'Board',
    isEnabled: (board) => board.mayEdit() && !isDraft(board),
    run: openDialog('repair-policy'),
  },
  {
    id: 'repair-balance',
    title: 'The day’s balance of the standing repair',
    group: 'Board',
    run: openDialog('repair-balance'),
  },
  {
    id: 'now-again',
    title: 'Back to now',
    group: 'Board',
    isEnabled: (board) => board.store.getState().layer?.change != null,
    run: (board) => board.showPast(null, null),
  },
  {
    id: 'import',
    title: 'Import',
    group: 'Board',
    isEnabled: (board) => !board.isViewer(),
    run: openDialog('import'),
  },
];
