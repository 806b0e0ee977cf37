import type { Signals } from '../../db/signals/signals.ts';
import type { TaskSignals } from '../../schedule/ports.ts';

/** Passes the signals of each task to its followers. After a reconnection, notifies all followers, since signals may have been lost. */
export const followTasks = async (signals: Signals): Promise<TaskSignals & { close(): Promise<void> }> => {
  const listeners = new Map<string, Set<() => void>>();
  const wake = (id: string): void => {
    for (const listener of listeners.get(id) ?? []) listener();
  };
  const close = await signals.subscribe({
    onSignal: (signal) => {
      if (signal.kind === 'task') wake(signal.id);
    },
    onReconnect: () => {
      for (const id of listeners.keys()) wake(id);
    },
  });
  return {
    close,
    onTask(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(id);
      };
    },
  };
};
