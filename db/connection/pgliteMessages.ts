/** What the PGlite thread is started with. */
export interface PgliteThreadData {
  /** Directory of the database's files; null for a database in memory. */
  readonly dataDir: string | null;
  /** A dump to start from; null for an empty cluster in memory, or for the files that are in `dataDir`. */
  readonly template: string | null;
  /** Whether commits are synced to the disk before they are acknowledged. */
  readonly sync?: boolean;
}

export type ToThread =
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'data'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'dumped'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** One `data` message has been processed. */
  | { readonly kind: 'answered' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'fault'; readonly message: string };
