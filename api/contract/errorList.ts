import { isOneOf, keysOf, mapRecord } from '../../engine/recordOf.ts';
import { type ErrorCode, FORM_CODES, type FormCode } from '../../schedule/errors.ts';

/** The statuses of error responses. */
type Status = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 426 | 429 | 431 | 500 | 503;

export interface ErrorEntry {
  /** HTTP status of a response with this code. */
  readonly status: Status;
  /** What happened, as a whole sentence. */
  readonly cause: string;
  /** What the caller can do about it. */
  readonly fix: string;
}

type Refusal = readonly [cause: string, fix: string];
const entries = <K extends string>(status: Status, refusals: Readonly<Record<K, Refusal>>) =>
  mapRecord(refusals, ([cause, fix]): ErrorEntry => ({ status, cause, fix }));

const SEND_AGAIN = 'Wait as long as `Retry-After` says, then send the request again.';

/** What is wrong with the form of one value. */
const FORM = entries(400, {
  duplicate: ['Two items of the request name the same record.', 'Send one item for each record.'],
  hard_unsupported: ['Rules of this kind cannot be hard.', 'Leave `hard` out, and give the rule a weight.'],
  invalid_csv: [
    'A row of the CSV file has more or fewer columns than the header.',
    'Give each row a cell for each column; an empty cell means that the member is absent.',
  ],
  invalid_format: ['The text does not have the form that the member needs.', 'Use the pattern that `message` names.'],
  invalid_json_value: [
    'A member that accepts any JSON, such as `metadata`, is too large, nested too deeply, or contains characters or numbers that cannot be stored.',
    'Make it smaller, and leave out NUL characters, unpaired surrogates and numbers beyond ±1.8e308.',
  ],
  invalid_timestamp: [
    'The text is not an ISO 8601 instant with an offset or `Z`.',
    'Write it like `2026-11-20T09:30:00Z`.',
  ],
  invalid_type: ['The value does not have the JSON type of the member.', 'Send the type that `message` names.'],
  invalid_value: ['The value is not one of those that the member may have.', 'Send one that `message` names.'],
  out_of_range: [
    'The time is outside of the years 1970 to 2199, or too far from the times of the operation.',
    'Send a time within the range that `message` names.',
  ],
  required: ['A member that the record needs is absent.', 'Send the member that `path` names.'],
  too_big: [
    'The number, text or list is larger than the limit, or the planning would span a longer time than the limit.',
    'Send no more than `message` names.',
  ],
  too_small: ['The number, text or list is smaller than the limit.', 'Send no less than `message` names.'],
  unknown_member: [
    'The record has no such member, or the request no such parameter.',
    'Leave it out, or correct its name.',
  ],
  unknown_rule_kind: [
    'There is no such kind of rule.',
    'Use a kind that `GET /v1/plannings/{id}/meta/` lists under `ruleKinds`.',
  ],
});

const BAD_REQUEST = entries(400, {
  already_member: ['The user is already a member of the organization.', 'To change the role, use PATCH.'],
  cycle: [
    'A location or resource would be inside itself, or be its own neighbor.',
    'Choose another parent or neighbor.',
  ],
  external_id_ambiguous: [
    'Several operations have the `externalId` that an upload names, for example because one was made in a draft that was published since, and another one in the live schedule.',
    'Delete all but one, update them one by one by `id`, or give them different external ids.',
  ],
  id_ambiguous: [
    'Several organizations of the user have something with this id.',
    'Name one of them in `X-Organization-Id` (an event socket also takes it as `organization` of `authenticate`), or use an API key, which belongs to one organization.',
  ],
  id_reserved: ['The id is a word that the paths of the API use themselves.', 'Choose another id.'],
  id_taken: [
    'Another record of the organization already has the id, in the live schedule or in a draft, or had it before it was deleted.',
    'Leave the id out, or choose another one. To bring a deleted record back, revert the changeset that deleted it. What other systems delete and create again is better known by its `externalId`, which is free after a deletion.',
  ],
  in_use: [
    'Other records still refer to the record to be deleted.',
    'First delete or move those records; `detail` names some.',
  ],
  invalid_cursor: [
    'The cursor does not come from this list, with these filters and in this workspace.',
    'Request the first page, without a cursor.',
  ],
  invalid_encoding: ['The body is not UTF-8.', 'Send the body as UTF-8.'],
  invalid_header: [
    'A header of the request is malformed, or has no meaning at the endpoint.',
    'Correct it, or leave it out, as `detail` says.',
  ],
  invalid_json: ['The body, or a line of it, is not JSON.', 'Correct it where `detail` says.'],
  invalid_version: ['`version` is not `latest`, `first` or the id of a changeset.', 'Send one of these.'],
  last_admin: ['The organization would have no admin left.', 'First make another member an admin.'],
  malformed_request: [
    'What arrived is not a request of HTTP/1.1, or its headers contradict each other.',
    'Check the address, and whether it needs `http` or `https`.',
  ],
  missing_required_tags: [
    'The resource lacks tags that the operation requires.',
    'Choose another resource, or send `override: true`.',
  ],
  name_taken: [
    'The organization already has a record of this kind with the name.',
    'Choose another name, or change the existing record.',
  ],
  names_disagree: [
    'Two members that describe the same thing contradict each other: `plannedTime` and `scheduledTime`, or percentiles and `sigma`.',
    'Send one of the two, or the same value in both.',
  ],
  no_plan: ['There is nothing to write: no move is left, or the run has no plan.', 'Request a new plan.'],
  not_in_planning: ['A reference names a record of another planning.', 'Name a record of the same planning.'],
  not_revertible: ['The changeset is of a kind that cannot be undone.', 'Write the state that you want instead.'],
  operation_blocker: [
    'The operation only blocks its resource and is never moved.',
    'Resolve the other operation instead.',
  ],
  operation_fixed: [
    'The operation is fixed to its resource.',
    'Clear `isFixedToResource` first, or move the other operation.',
  ],
  parts_out_of_order: [
    'The parts of an assignment overlap, are not in order, or end before they start.',
    'Send them in order of time without overlaps; a gap between two parts is the time of a tow.',
  ],
  percentiles_out_of_order: [
    'The percentiles and the expected time are not in order.',
    'Send P05 ≤ P10 ≤ `expectedTime` ≤ P90 ≤ P95.',
  ],
  plan_infeasible: [
    'The plan of an external solver breaks a hard rule.',
    'Correct what `errors` lists, and send it again.',
  ],
  planning_immutable: [
    'A record cannot be moved to another planning.',
    'Leave `planning` out, or create a new record in the other planning.',
  ],
  repair_closed: [
    'The repair was already applied or refused, or the plan has changed so that the repair no longer fits.',
    'Look for a new one in the list of repairs.',
  ],
  resource_and_parts: [
    'An assignment has both `resource` and `parts`, and `resource` is not that of the first part.',
    'Send one of the two.',
  ],
  tag_not_unique: ['The planning has a tag of the same category and value.', 'Use that tag, or choose another value.'],
  task_finished: ['The optimization has ended.', 'Start a new one.'],
  task_linked: [
    'The task already belongs to an operation, or the operation already has a task on that side.',
    'Name a task that belongs to no operation.',
  ],
  task_not_pending: [
    'The optimization is not in the state that the request needs: it was not started yet, or it can no longer be changed or started.',
    'Read its `status` first.',
  ],
  task_running: ['The optimization is running.', 'Cancel it, or wait until it ends.'],
  times_crossed: [
    'The operation would end before it starts.',
    'Send an inbound time that is before the outbound time.',
  ],
  too_deep: ['The body is nested more deeply than the server allows.', 'Send a body with less nesting.'],
  too_many_items: ['The request has more items than one request may have.', 'Divide it into several requests.'],
  too_many_values: ['The body has more values than the server allows.', 'Divide it into several requests.'],
  unknown_reference: [
    'An id in the request does not exist, or belongs to another organization.',
    'Create the record first, or correct the id.',
  ],
  unknown_solver: ['There is no such solver.', 'Use one that `GET /v1/plannings/{id}/meta/` lists.'],
  validation_failed: ['Values of the request do not have the right form.', 'Correct each of them as `errors` says.'],
  value_refused: [
    'The database cannot hold a value, such as a text with a NUL character, or a tool of the assistant cannot use one, such as a name that several records have.',
    'Send another value.',
  ],
  weight_negative: [
    'The weight is negative where it must be 0 or more.',
    'Send 0 or more; only match and mismatch rules may have a negative weight.',
  ],
  workspace_not_draft: ['The workspace is published or archived.', 'Create a new workspace, or omit `X-Workspace-Id`.'],
});

/** Every error code with its status, cause and fix. A code of the schedule that is absent here does not compile. */
export const ERRORS = {
  ...FORM,
  ...BAD_REQUEST,
  ...entries(401, {
    unauthenticated: ['The credential is missing, unknown, expired or revoked.', 'Log in again, or use another key.'],
  }),
  ...entries(403, {
    forbidden: [
      'The role of the credential does not allow the request.',
      'Use a credential with the role that `detail` names.',
    ],
  }),
  ...entries(404, {
    not_found: [
      'The path names something that does not exist, was deleted, or belongs to another organization.',
      'Correct the id or the workspace.',
    ],
    path_not_found: ['The service has no such path.', 'Correct it; `GET /openapi.json` lists all.'],
    unassigned: ['The operation has no active assignment, or none with a resource.', 'Assign it first.'],
  }),
  ...entries(405, {
    method_not_allowed: ['The path does not support this method.', 'Use one that the `Allow` header names.'],
  }),
  ...entries(408, {
    body_incomplete: ['The request, or its body, ended early or arrived too slowly.', 'Send the request again.'],
  }),
  ...entries(409, {
    clash: [
      'The same record was changed on both sides: in a draft and on the mainline, or by the changeset to be reverted and by later ones. Or, as `errors` says, what both sides changed does not fit together, such as a reference to what the other side deleted.',
      'Look at `clashes`; then publish or rebase with a `strategy` or `resolutions`. What `errors` names has to be changed in the draft.',
    ],
    idempotency_in_flight: ['The first request with this `Idempotency-Key` is still being processed.', SEND_AGAIN],
  }),
  ...entries(412, {
    version_mismatch: ['The record has changed since the caller read it.', 'Read it again, then decide again.'],
  }),
  ...entries(413, {
    body_too_large: ['The body is larger than the server allows.', 'Divide it into several requests.'],
  }),
  ...entries(415, {
    unsupported_media_type: [
      'The endpoint does not accept this `Content-Type` or `Content-Encoding`.',
      'Send JSON, uncompressed.',
    ],
  }),
  ...entries(422, {
    idempotency_reused: ['The `Idempotency-Key` was used for another request.', 'Choose a new key for each request.'],
  }),
  ...entries(426, { upgrade_required: ['The endpoint is a WebSocket.', 'Connect with `ws://` or `wss://`.'] }),
  ...entries(429, { rate_limited: ['There were too many requests, or logins, in a short time.', SEND_AGAIN] }),
  ...entries(431, {
    head_too_large: [
      'The path, the query and the headers together are larger than the server allows.',
      'Shorten them; a mapping of columns can be saved and then named by its id.',
    ],
  }),
  ...entries(500, {
    run_failed: [
      'An optimization failed; this code occurs only in its stream.',
      'Start a new one, after a correction of what `detail` names.',
    ],
    unexpected: [
      'The service failed because of a fault of its own.',
      'Report the `X-Request-Id` to the operator of the service.',
    ],
  }),
  ...entries(503, {
    bodies_full: ['The server is already processing as many request bodies as it can hold.', SEND_AGAIN],
    busy: [
      'Others are changing the planning faster than this request can be processed. Nothing was changed.',
      SEND_AGAIN,
    ],
    database_unavailable: ['The database has no room left, cannot be reached, or took too long.', SEND_AGAIN],
    model_failed: [
      'The language model gave no usable answer; this code occurs only in the assistant’s stream.',
      'Ask again, or word the request differently.',
    ],
    queue_full: ['The queue of requests, or of optimizations, is full.', SEND_AGAIN],
    search_stuck: [
      'A search did not end in time and was stopped.',
      'Send the request again with a smaller `timeLimitMs`.',
    ],
    shutting_down: [
      'The server is stopping.',
      'Send the request again; an optimization continues and can be followed at `…/stream/`.',
    ],
    sign_on_unavailable: ['The identity provider does not respond.', SEND_AGAIN],
  }),
} as const satisfies Readonly<Record<ErrorCode, ErrorEntry>> & Readonly<Record<string, ErrorEntry>>;

/** The codes of error responses. The codes of forms stand only in a response's `errors`. */
export type AnswerCode = Exclude<keyof typeof ERRORS, FormCode>;

export const ANSWER_CODES = keysOf(ERRORS).filter((code): code is AnswerCode => !isOneOf(FORM_CODES, code));
