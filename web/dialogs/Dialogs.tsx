import { type ComponentType, lazy, Suspense } from 'react';
import { useBoardState } from '../shell/boardContext.ts';
import { CommandsDialog } from './CommandsDialog.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { ViewsDialog } from './ViewsDialog.tsx';

/** Dialogs that are loaded when they are first opened. */
const OTHERS: Readonly<Record<string, ComponentType>> = {
  draft: lazy(async () => ({ default: (await import('./DraftDialog.tsx')).DraftDialog })),
  import: lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog })),
  publish: lazy(async () => ({ default: (await import('./MergeDialog.tsx')).PublishDialog })),
  'repair-balance': lazy(async () => ({ default: (await import('./RepairBalanceDialog.tsx')).RepairBalanceDialog })),
  'repair-policy': lazy(async () => ({ default: (await import('./RepairPolicyDialog.tsx')).RepairPolicyDialog })),
  rebase: lazy(async () => ({ default: (await import('./MergeDialog.tsx')).RebaseDialog })),
};

/** The dialog or menu that is open. */
export const Dialogs = () => {
  const dialog = useBoardState((state) => state.dialog);
  const menu = useBoardState((state) => state.menu);
  const Other = dialog?.kind === 'other' ? OTHERS[dialog.name] : undefined;
  return (
    <>
      {menu === null ? null : <ContextMenu at={menu} />}
      {dialog?.kind === 'move' ? <MoveDialog operation={dialog.operation} /> : null}
      {dialog?.kind === 'commands' ? <CommandsDialog /> : null}
      {dialog?.kind === 'shortcuts' ? <ShortcutsDialog /> : null}
      {Other === undefined ? null : (
        <Suspense fallback={null}>
          <Other />
        </Suspense>
      )}
      {dialog?.kind === 'filter' ? <FilterDialog /> : null}
      {dialog?.kind === 'views' ? <ViewsDialog /> : null}
    </>
  );
};
