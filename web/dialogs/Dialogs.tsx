import { useBoardState } from '../shell/boardContext.ts';
import { CommandsDialog } from './CommandsDialog.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

/** The dialog or menu that is open. */
export const Dialogs = () => {
  const dialog = useBoardState((state) => state.dialog);
  const menu = useBoardState((state) => state.menu);
  return (
    <>
      {menu === null ? null : <ContextMenu at={menu} />}
      {dialog?.kind === 'move' ? <MoveDialog operation={dialog.operation} /> : null}
      {dialog?.kind === 'commands' ? <CommandsDialog /> : null}
      {dialog?.kind === 'shortcuts' ? <ShortcutsDialog /> : null}
    </>
  );
};
