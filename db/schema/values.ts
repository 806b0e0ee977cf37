/** Types of values that SQL has no type for. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export type TaskRole = 'inbound' | 'outbound';
export type TimesSource = 'schedule' | 'actual' | 'manual' | 'predicted' | 'external';
export interface AssignmentPart {
  readonly id: string;
  /** Epoch milliseconds; null follows the operation's expected window. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly resource: string | null;
  readonly isFixed: boolean;
  /** Assigned by a user although a required tag is missing. */
  readonly override: boolean;
  readonly metadata: Json;
}
export type WorkspaceState = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
