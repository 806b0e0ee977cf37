/** A `signals` port for tests, which fire the signals of tasks themselves. */
export const taskSignals = () => {
  const listeners = new Map<string, Set<() => void>>();
  return {
    signals: {
      onTask: (id: string, listener: () => void) => {
        const own = listeners.get(id) ?? new Set();
        listeners.set(id, own.add(listener));
        return () => void own.delete(listener);
      },
    },
    /** Calls every listener of the task. */
    ring: (id: string): void => {
      for (const listener of listeners.get(id) ?? []) listener();
    },
    listenersOf: (id: string): number => listeners.get(id)?.size ?? 0,
  };
};
