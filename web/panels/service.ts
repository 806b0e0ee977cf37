import { present } from '../../engine/present.ts';
import type { components } from '../../client/schema.d.ts';
import type { Tidegate } from '../../client/tidegate.ts';
import type { Board } from '../shell/board.ts';

export type Schemas = components['schemas'];

/** The service for the shown layer. */
export const serviceOf = (board: Board): Tidegate => board.service(board.store.getState().layer?.workspace ?? null);

/** The path parameters for the shown planning. */
export const planningOf = (board: Board): { readonly path: { readonly id: string } } => ({
  path: { id: present(board.store.getState().layer).planning },
});

/** What the data of an event is, by the event's type. */
interface EventData {
  readonly 'conflict.marked': { readonly id: string; readonly mark: Schemas['ConflictMark'] | null };
  readonly 'optimization.running': Schemas['OptimizationTask'];
}

/** The data of a message that is an event of the type, else null. */
export const eventData = <T extends keyof EventData>(
  message: { readonly type: string; readonly data?: unknown },
  type: T,
): EventData[T] | null => (message.type === type ? (message.data as EventData[T]) : null);
