/** Signals of tasks that a test gives itself: what a schedule takes as its port, and who listens. */
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
    /** Tells everybody who listens that the task has changed. */
    ring: (id: string): void => {
      for (const listener of listeners.get(id) ?? []) listener();
    },
    listenersOf: (id: string): number => listeners.get(id)?.size ?? 0,
  };
};
