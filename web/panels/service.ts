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
