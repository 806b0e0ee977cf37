/** Generated from the OpenAPI document by "npm run client"; sha256 of what it was generated from: 938441c35a65fd4babb91bf9d06493140d778697cfc9234fddb9126cea2e0cac */

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys of the tokens */
        get: operations["getWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/internal/docs-only/token-claims/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the claims of tokens mean */
        get: operations["getAuthInternalDocsOnlyTokenClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/internal/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All users
         * @description For `tidegate user` on the server's own machine. To anybody else, the path does not exist.
         */
        get: operations["getAuthInternalUsers"];
        put?: never;
        /**
         * Create a user
         * @description For `tidegate user` on the server's own machine. To anybody else, the path does not exist.
         */
        post: operations["postAuthInternalUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/internal/users/{user}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user with memberships, credentials and preferences; records keep the id of their author
         * @description For `tidegate user` on the server's own machine. To anybody else, the path does not exist.
         */
        delete: operations["deleteAuthInternalUsersByUser"];
        options?: never;
        head?: never;
        /**
         * Set a user's password, disable the user, or unlink the user's account of the single sign-on
         * @description For `tidegate user` on the server's own machine. To anybody else, the path does not exist.
         */
        patch: operations["patchAuthInternalUsersByUser"];
        trace?: never;
    };
    "/auth/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with email and password
         * @description With `session: true`, which only pages of this service can use, the refresh token is an HttpOnly cookie instead of a member of the response.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the login that the refresh token descends from. Without a body, the token is that of the session's cookie.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/methods/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ways to log in */
        get: operations["getAuthMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/callback/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the single sign-on
         * @description Redirects the browser to the board with `#code=…`, which can be used once within 60 s at `/auth/oidc/exchange`, or with `#error=…`.
         */
        get: operations["getAuthOidcCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a one-time code of a single sign-on
         * @description A code can be used once, within 60 s. With `session: true`, which only pages of this service can use, the refresh token is an HttpOnly cookie instead of a member of the response.
         */
        post: operations["postAuthOidcExchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the single sign-on
         * @description Redirects a browser to the issuer, or to the board with `#error=…` when the issuer does not respond. The flow is the authorization code flow with PKCE, state and nonce.
         */
        get: operations["getAuthOidcLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair
         * @description Without a body, the token is that of the session's cookie, which is replaced. A used token is accepted once more within 10 s, so that two tabs do not log each other out; any later use of it ends the whole login.
         */
        post: operations["postAuthRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The current user's API keys, or all of an organization
         * @description Only admins can list the keys of an organization. Each key names the user for whom it acts.
         */
        get: operations["getApiKeys"];
        put?: never;
        /**
         * Create an API key; its secret is shown once
         * @description A login can create keys, and so can a key with the role admin, whose keys end with it. The new key acts as its maker in one organization, with the lower of both roles. A replayed request omits the secret.
         */
        post: operations["postApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Users can revoke their own keys with a credential whose role is no lower than the key's; admins can revoke any key of the organization. The keys that it created end with it.
         */
        delete: operations["deleteApiKeysById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign an operation
         * @description Replaces the active assignment of the operation. If-Match refers to that assignment (`*` matches any), and a 412 has the current assignment and its author. With X-Workspace-Id the assignment is made in the workspace. An overlap is not refused; it becomes a conflict.
         */
        post: operations["postAssignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an assignment */
        get: operations["getAssignmentsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/{id}/deactivate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate an assignment
         * @description With X-Workspace-Id, the assignment ends only for readers of the workspace. An assignment that is not active stays as it is.
         */
        post: operations["postAssignmentsByIdDeactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign operations, all or none
         * @description With basedOn an item can say which assignment it replaces; a 412 names all items that would replace another one.
         */
        post: operations["postAssignmentsBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live events over a WebSocket
         * @description A WebSocket. Authenticate in a header of the request, or with the first message within 5 s. The service closes a socket that does neither
         *     with 4401, and also one whose token expires or whose user leaves the organization. `authenticate` with a new token, sent before the old one expires, keeps
         *     the socket open. Where an id exists in two organizations of the user, `X-Organization-Id` or `organization` of `authenticate` says which one is meant.
         *     `planning.deleted` is the last event of a subscription; an `error` with `not_found` follows when it ends, and the others of the socket go on.
         *
         *     The service answers `subscribe` with `subscribed`, then sends the changes after `since` (if there are more than 10,000, `reset`: read everything
         *     again), then `state`: open conflicts and live optimizations. From then on every event is sent once, in order of change; `sequence` is its index
         *     within the change. A subscriber of a workspace receives the changes of the workspace, and those of the mainline that the draft does not override.
         *     `optimization.*` and `conflict.*` are sent as they happen and are never replayed. When there are more than 10,000 conflicts,
         *     `conflict.truncated` is sent once, `state` has `truncated` and no conflicts, and `/conflicts/` lists them; once there are fewer, all are sent as opened.
         *
         *     With `batch: true`, each changeset of the layer is one message, `change`, with the conflicts that it opened and closed.
         *     `subscribed.change` is the last changeset of the layer, as `X-Change-Id` of an export is. To start without a gap: subscribe, load the export, skip
         *     the messages up to its `X-Change-Id` (if that is not `subscribed.change` itself, wait for its message), then apply every message after it.
         *
         *     The event of an operation has the whole record. It is also sent when only one of its tasks or its neighbors in its group changed, and when a deleted tag or
         *     group that it names is restored. A change of a tag that it has is sent only as the event of the tag.
         *
         *     `repair.*` says that a repair was proposed, applied, refused or withdrawn, or became stale, with its record. It is never replayed; `/repairs/` lists
         *     repairs. When the standing repair pauses, `planning.updated` says why in the `repairPolicy` of its record.
         *
         *     `presence` tells the other subscribers of the planning, on any node, which operation the user is looking at, at most five times a second (the last
         *     message counts); when the socket closes, they receive null. `conflict.marked` says that somebody marked a conflict or removed the mark.
         *
         *     The service answers a message that it refuses with `error`. A message may have 4 KiB. While more than 16 messages of a client are waiting, the service
         *     reads no more of them. A client that reads nothing for 30 s (a setting) is closed with 1013 and should reconnect with `since`. Unless it
         *     knows that it has received the last change completely, it names the one before it. A client that reads too slowly receives messages late, and `state` again once it has
         *     caught up. Messages over 1 KiB are compressed for clients that offer permessage-deflate.
         *
         *     A credential may have 1,000 open sockets on a server, and a server 5,000 (settings). A further one is closed with 1013; the reason says which limit it is.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a location */
        post: operations["postLocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a location */
        get: operations["getLocationsById"];
        put?: never;
        post?: never;
        /**
         * Delete a location (soft)
         * @description A location that has resources is in use and cannot be deleted (400).
         */
        delete: operations["deleteLocationsById"];
        options?: never;
        head?: never;
        /** Change a location */
        patch: operations["patchLocationsById"];
        trace?: never;
    };
    "/v1/operation-groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an operation group */
        post: operations["postOperationGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operation-groups/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Operations of a group
         * @description The ETag is the version of the group itself.
         */
        get: operations["getOperationGroupsById"];
        put?: never;
        post?: never;
        /**
         * Delete an operation group
         * @description Its operations stay, without a group.
         */
        delete: operations["deleteOperationGroupsById"];
        options?: never;
        head?: never;
        /** Change an operation group */
        patch: operations["patchOperationGroupsById"];
        trace?: never;
    };
    "/v1/operations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an operation with its tasks */
        post: operations["postOperations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an operation */
        get: operations["getOperationsById"];
        put?: never;
        post?: never;
        /**
         * Delete an operation (soft)
         * @description Deactivates its assignment and deletes its tasks in the same changeset.
         */
        delete: operations["deleteOperationsById"];
        options?: never;
        head?: never;
        /**
         * Change an operation
         * @description Changed task details create new task versions. When nothing differs, nothing is written.
         */
        patch: operations["patchOperationsById"];
        trace?: never;
    };
    "/v1/operations/{id}/apply-strategy/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a strategy
         * @description The moves are written as one changeset. They are checked again first: moves of operations that are now fixed, deleted or moved by others are skipped and listed, and the score is never worse than before. The assignments of a virtual state are written too; its times are only used to evaluate the moves.
         */
        post: operations["postOperationsByIdApplyStrategy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/{id}/assignment/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The active assignment of an operation
         * @description The response is 404 when the operation is unassigned: it has no active assignment, or one of which no part has a resource, which the mainline may have deleted below a draft.
         */
        get: operations["getOperationsByIdAssignment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/{id}/candidates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resources as places for an operation
         * @description Every resource with its feasibility, its cost, what using it would break, and which operations block it, best first. When none is feasible, the first one has the reason. With `from` and `to`, the best slots (resource and start) within the range instead.
         */
        get: operations["getOperationsByIdCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/{id}/resolve-conflict-stream/part/{part_pk}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Strategies that resolve the conflicts of an operation, as they are found
         * @description The response is NDJSON: a line `start`, strategies as they are found, among them those of the final list, and a line `done` or `error`. Closing the connection ends the search. part_pk is the id or zero-based index of a part. Nothing is written.
         */
        post: operations["postOperationsByIdResolveConflictStreamPartByPartPk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/{id}/resolve-conflict/part/{part_pk}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Strategies that resolve the conflicts of an operation
         * @description The best strategy is first; `complete` says that no better one exists within the limits. When more than 10000 single moves would have to be tried at once, the rest are left out and `complete` is false. Organizations take turns; when 256 requests are open, an organization that has its share of them gets 503. part_pk is the id or zero-based index of a part. Nothing is written.
         */
        post: operations["postOperationsByIdResolveConflictPartByPartPk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/{id}/tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Task history of an operation, oldest first */
        get: operations["getOperationsByIdTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create operations, all or none */
        post: operations["postOperationsBulk"];
        delete?: never;
        options?: never;
        head?: never;
        /** Change operations, all or none */
        patch: operations["patchOperationsBulk"];
        trace?: never;
    };
    "/v1/operations/tasks/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the tasks of operations, all or none
         * @description The window limits which of the updated operations the response contains.
         */
        patch: operations["patchOperationsTasksBulk"];
        trace?: never;
    };
    "/v1/organizations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Organizations of the authenticated user */
        get: operations["getOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description Needs a login; an API key gets 403. The user who creates the organization becomes its admin.
         */
        post: operations["postOrganizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{org_pk}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members of an organization */
        get: operations["getOrganizationsByOrgPkMembers"];
        put?: never;
        /** Add a member */
        post: operations["postOrganizationsByOrgPkMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{org_pk}/members/{user}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description The API keys that the member created there end with the membership.
         */
        delete: operations["deleteOrganizationsByOrgPkMembersByUser"];
        options?: never;
        head?: never;
        /** Change a member's role */
        patch: operations["patchOrganizationsByOrgPkMembersByUser"];
        trace?: never;
    };
    "/v1/organizations/{org_pk}/plannings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Plannings of an organization */
        get: operations["getOrganizationsByOrgPkPlannings"];
        put?: never;
        /**
         * Create a planning
         * @description It applies only to the mainline: X-Workspace-Id is refused.
         */
        post: operations["postOrganizationsByOrgPkPlannings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{org_pk}/plannings/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a planning and everything in it
         * @description It applies only to the mainline: X-Workspace-Id is refused.
         */
        delete: operations["deleteOrganizationsByOrgPkPlanningsById"];
        options?: never;
        head?: never;
        /** Change a planning */
        patch: operations["patchOrganizationsByOrgPkPlanningsById"];
        trace?: never;
    };
    "/v1/organizations/{org_pk}/plannings/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a planning from a document
         * @description Ids are kept when none of them is taken; otherwise all records get new ids, which the response lists. The parameters of a run are checked but not kept. It applies only to the mainline: X-Workspace-Id is refused.
         */
        post: operations["postOrganizationsByOrgPkPlanningsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{org_pk}/upload-mappings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Saved mappings of CSV columns, by name */
        get: operations["getOrganizationsByOrgPkUploadMappings"];
        put?: never;
        /**
         * Save a mapping of CSV columns
         * @description An upload of `text/csv` with `?mapping=` and the id of the mapping is read by this mapping. docs/formats.md has examples. An organization has at most 200 mappings.
         */
        post: operations["postOrganizationsByOrgPkUploadMappings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{org_pk}/upload-mappings/{mapping_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One saved mapping */
        get: operations["getOrganizationsByOrgPkUploadMappingsByMappingId"];
        /**
         * Replace a saved mapping
         * @description All of it is replaced; members that are absent have their defaults.
         */
        put: operations["putOrganizationsByOrgPkUploadMappingsByMappingId"];
        post?: never;
        /** Delete a saved mapping */
        delete: operations["deleteOrganizationsByOrgPkUploadMappingsByMappingId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a planning */
        get: operations["getPlanningsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/advice/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules and weights that would have agreed with the planners
         * @description Learns from what people decided: operations that they moved or placed by hand, and repairs that they refused, each judged on the plan as it was then. Proposes at most five new weights or rules, with how many decisions each would have agreed with and what it would change in the present plan. Nothing is written. It takes seconds, and plannings take turns (`queue_full`). Decisions in drafts are not read. A move that a person undid, changesets that move more than 20 operations, and divided assignments do not count; moves of one operation within ten minutes are one. It applies only to the mainline: X-Workspace-Id is refused.
         */
        get: operations["getPlanningsByIdAdvice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/agent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the assistant
         * @description The request has the chat history; the response streams text, tool calls with their results, and proposals. Nothing is changed: a proposal is applied by a request of its own.
         */
        post: operations["postPlanningsByIdAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/agent/proposals/{proposal_id}/apply/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a proposal of the assistant
         * @description Writes the proposal to the workspace or mainline that it was made on. A proposal is written once; applying it again returns the same changeset. Moves that no longer fit the schedule are skipped and listed. A proposal expires after 24 hours. X-Workspace-Id is not needed; with it, only proposals of that draft are found: any other is 404.
         */
        post: operations["postPlanningsByIdAgentProposalsByProposalIdApply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/agent/tools/{tool}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one tool of the assistant
         * @description For other assistants, such as through `tidegate mcp`. Tools read, evaluate and propose; none changes the schedule.
         */
        post: operations["postPlanningsByIdAgentToolsByTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/assignments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Assignments of a planning
         * @description With both timestamps, only those with a part that overlaps the window.
         */
        get: operations["getPlanningsByIdAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/changesets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changesets of a planning, newest first
         * @description Those of the mainline, or of the workspace in X-Workspace-Id. A changeset has to match all given filters.
         */
        get: operations["getPlanningsByIdChangesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/changesets/{change_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One changeset with its diffs */
        get: operations["getPlanningsByIdChangesetsByChangeId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/changesets/{change_id}/revert/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a changeset by writing a new one
         * @description If later changesets changed the same fields, the response is 409 with both sides.
         */
        post: operations["postPlanningsByIdChangesetsByChangeIdRevert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/conflicts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Conflicts of a planning
         * @description Ordered by the later of the two operations in time, then by the earlier one. With both timestamps, only conflicts that overlap the window. With `change_id`, the conflicts of then, with their present marks. When there are more than 10,000, a page has at most 10,000, even without `limit`; follow `Link`.
         */
        get: operations["getPlanningsByIdConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/conflicts/{conflict_id}/mark/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a conflict as seen or accepted
         * @description The mark is visible to everyone who works on the planning, in any workspace: a conflict has the same id in each. Subscribers receive `conflict.marked`; scores do not change. A planning has at most 10,000 marks.
         */
        put: operations["putPlanningsByIdConflictsByConflictIdMark"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/edits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Several edits as one changeset, all or none
         * @description Edits tasks, operations and assignments, and deletes operations; each item is merged and checked as it would be alone. This is how to close a stand and move the operations on it, or to move and delay an operation at once. An assignment may refer to an operation that the same request creates with an id of your choice. `basedOn` of an item is the versionId that you have read; a 412 names all items that have another version now. The limit of a bulk request applies to all items together.
         */
        post: operations["postPlanningsByIdEdits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The planning as a document
         * @description X-Change-Id is the last changeset that is visible in the document, comparable with `change` of the message `subscribed`: the document does not contain later changes.
         */
        get: operations["getPlanningsByIdExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/export/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plan as CSV
         * @description For spreadsheets: a line for each part of an operation, in order of time, with its resource and its expected times in UTC. An operation without a place has no resource.
         */
        get: operations["getPlanningsByIdExportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/locations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Locations of a planning with their resources */
        get: operations["getPlanningsByIdLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/mcp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The tools of the assistant through the Model Context Protocol
         * @description Streamable HTTP without sessions: each JSON-RPC message is one request, and its response is JSON. Assistants that support the protocol need this address and an API key (`Authorization: Bearer …`). They work with the rights of the key on the planning, or on the draft that X-Workspace-Id names. GET and DELETE are not supported (405).
         */
        post: operations["postPlanningsByIdMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/meta/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Solvers, rule kinds, tag categories, weights and limits of a planning */
        get: operations["getPlanningsByIdMeta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/metrics/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics of a planning at a point in time
         * @description change_id selects a past state; mainline=true ignores X-Workspace-Id. With start_timestamp and end_timestamp, counts, conflicts and utilization are those of the window; score and rules are those of the whole plan.
         */
        get: operations["getPlanningsByIdMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/metrics/history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics of a planning over time
         * @description Points at equal intervals, each with the metrics of the plan at that time. There are none before the oldest changeset kept, nor in the future. For utilization and rules at one point, request `metrics/` with its change as change_id.
         */
        get: operations["getPlanningsByIdMetricsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/operation-groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Operation groups of a planning */
        get: operations["getPlanningsByIdOperationGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/operations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Operations of a planning
         * @description With both timestamps, only operations whose times, chosen by range_field, overlap the window. With only one timestamp there is no filter.
         */
        get: operations["getPlanningsByIdOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/operations/bulk-upload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update operations in one or more plannings, all or none
         * @description The body is JSON, NDJSON, CSV (headers are dotted paths such as inboundTask.expectedTime, tags are separated by |, an empty cell means that the member is absent, and metadata.kind changes this member of metadata alone), or a file of an airline or port, as docs/formats.md describes. With `mapping`, a CSV has its own headers, delimiter, encoding and time formats. An operation whose externalId exists in a planning is updated there; `movements` are merged into operations.
         */
        post: operations["postPlanningsByIdOperationsBulkUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/operations/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find operations by externalId
         * @description The match is exact. Several operations may have the same externalId; when none has it, the list is empty.
         */
        post: operations["postPlanningsByIdOperationsSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Optimization tasks of a planning, newest first
         * @description Those of the mainline and of every draft; with X-Workspace-Id, only those of that draft.
         */
        get: operations["getPlanningsByIdOptimizationTaskResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/{task_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One optimization task
         * @description Like all requests for one task, it needs no X-Workspace-Id. With it, only the tasks of that draft are found: any other task is 404.
         */
        get: operations["getPlanningsByIdOptimizationTaskResultsByTaskId"];
        put?: never;
        post?: never;
        /**
         * Delete an optimization task
         * @description A running solver continues; its result is discarded.
         */
        delete: operations["deletePlanningsByIdOptimizationTaskResultsByTaskId"];
        options?: never;
        head?: never;
        /**
         * Change or start an optimization task
         * @description Solver and parameters can be changed only while the task is PENDING. The status STARTING starts it.
         */
        patch: operations["patchPlanningsByIdOptimizationTaskResultsByTaskId"];
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/{task_id}/apply/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the plan of a task that has ended, such as a dry run
         * @description The plan is checked again against changes made since; moves that were dropped are listed in `applied.skipped`. A plan that has been applied already is not applied again.
         */
        post: operations["postPlanningsByIdOptimizationTaskResultsByTaskIdApply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/{task_id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an optimization task early
         * @description The best plan found is applied unless `apply` is false. The request is idempotent, and also works while the task is pending.
         */
        post: operations["postPlanningsByIdOptimizationTaskResultsByTaskIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/{task_id}/data/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The solver's input: a planning document with the task's parameters */
        get: operations["getPlanningsByIdOptimizationTaskResultsByTaskIdData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/{task_id}/result/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plan that the task found, with moves, costs and reasons
         * @description While the task runs, the best plan so far. The response has the cost of each operation; and for operations without a place and for conflicts, a smallest set of operations that cannot all be placed, and the cheapest single changes that would help.
         */
        get: operations["getPlanningsByIdOptimizationTaskResultsByTaskIdResult"];
        put?: never;
        /**
         * Webhook for an external solver: submit the final result
         * @description The request is signed as in Standard Webhooks with the secret of the task: webhook-id, webhook-timestamp (within five minutes) and webhook-signature (`v1,` and HMAC-SHA256 in base64). A repeated webhook-id gets the response of the first request. Operations that the result does not name stay where they are. An assignment has to have as many parts as in the data, at the same times. An infeasible result gets 400 with every violation, and the task stays open.
         */
        post: operations["postPlanningsByIdOptimizationTaskResultsByTaskIdResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimization-task-results/{task_id}/stream/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Progress of an optimization task until it ends
         * @description The response is NDJSON. Closing the connection does not affect the run.
         */
        get: operations["getPlanningsByIdOptimizationTaskResultsByTaskIdStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/optimize/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a task that optimizes all assignments
         * @description The plan is written to the workspace of the request, or to the mainline. With `Accept: application/x-ndjson` the response streams the progress. With the solver `external`, an external solver does the work; only this response has its webhookSecret.
         */
        post: operations["postPlanningsByIdOptimize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/preferences/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The current user's preferences for a planning
         * @description When the caller has no preferences yet, empty ones are created.
         */
        get: operations["getPlanningsByIdPreferences"];
        /** Replace the current user's preferences for a planning */
        put: operations["putPlanningsByIdPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/repair-balance/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the standing repair has done, and the conflicts that are left
         * @description It applies only to the mainline: X-Workspace-Id is refused.
         */
        get: operations["getPlanningsByIdRepairBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/repair-policy/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the standing repair of a planning may do
         * @description It applies only to the mainline: X-Workspace-Id is refused.
         */
        get: operations["getPlanningsByIdRepairPolicy"];
        /**
         * Turn the standing repair on or off, and set its limits
         * @description The policy is a part of the planning: writing it is a changeset, with its author, which can be reverted. Members that are left out get their defaults. Writing it also resumes a standing repair that paused. It applies only to the mainline: X-Workspace-Id is refused.
         */
        put: operations["putPlanningsByIdRepairPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/repairs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Repairs of a planning, newest first
         * @description Each change that opens a conflict has a repair shortly after, as far as the policy allows one. Subscribers to `/v1/events/` get `repair.proposed`, `repair.applied`, `repair.refused`, `repair.stale` and `repair.withdrawn` with the record. It applies only to the mainline: X-Workspace-Id is refused.
         */
        get: operations["getPlanningsByIdRepairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/resources/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Resources of a planning */
        get: operations["getPlanningsByIdResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules of a planning */
        get: operations["getPlanningsByIdRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/score/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score of a virtual state; nothing is written
         * @description Delays that it imposes on top of the stored ones cost as much as in a strategy.
         */
        post: operations["postPlanningsByIdScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/stress/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How the plan holds up when its uncertain times are sampled
         * @description Returns the distribution of the number of conflicts over the samples, the operations and resources that are most often in conflict, and the gaps that would help most if they were longer. The same seed always gives the same result. Nothing is written.
         */
        post: operations["postPlanningsByIdStress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tags of a planning */
        get: operations["getPlanningsByIdTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks of a planning by external_id */
        get: operations["getPlanningsByIdTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhooks of a planning */
        get: operations["getPlanningsByIdWebhooks"];
        put?: never;
        /**
         * Create a webhook, which sends changes to another service; its secret is shown once
         * @description From the next change on, each change of the mainline with events of the named types is sent as one message, in order and at least once: a POST of `{ type: "change", timestamp, data: { planning, change, number, author, source, message, events, truncated? } }` with the events that `/v1/events/` sends with `batch: true`. `number` grows with each change of the planning. Where changes were deleted from the history before they were sent, the message is `{ type: "reset", timestamp, data: { planning, number } }`: read the planning anew. Messages are signed as in Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature`); the id is the same in every attempt. A message that does not get a 2xx response in time is retried for a day; 410 ends the subscription. docs/webhooks.md has an example of a receiver. It applies only to the mainline: X-Workspace-Id is refused.
         */
        post: operations["postPlanningsByIdWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/{webhook_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook */
        get: operations["getPlanningsByIdWebhooksByWebhookId"];
        put?: never;
        post?: never;
        /** Delete a webhook and its waiting messages */
        delete: operations["deletePlanningsByIdWebhooksByWebhookId"];
        options?: never;
        head?: never;
        /** Change a webhook */
        patch: operations["patchPlanningsByIdWebhooksByWebhookId"];
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/{webhook_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that are waiting, were delivered or were given up, newest first
         * @description Delivered and dead messages are kept for 14 days, or as long as the setting WEBHOOK_KEPT_DAYS of the server says.
         */
        get: operations["getPlanningsByIdWebhooksByWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a dead or waiting message within 5 s, and then for another day */
        post: operations["postPlanningsByIdWebhooksByWebhookIdDeliveriesByDeliveryIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/{webhook_id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the changes after a changeset again
         * @description The messages have new ids but the same `data.change`. Messages that have not been sent yet are not skipped, unless `since` is null.
         */
        post: operations["postPlanningsByIdWebhooksByWebhookIdReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/{webhook_id}/rotate-secret/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret, which is shown once
         * @description From now on, `webhook-signature` has a signature by the new secret and, for `overlapSeconds`, one by each secret before it, as in Standard Webhooks 1.0: the receiver can change in between, and no message is lost. At most four earlier secrets sign at a time.
         */
        post: operations["postPlanningsByIdWebhooksByWebhookIdRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/webhooks/{webhook_id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message now
         * @description Sends a message of type `webhook.test` once; the response says whether it was delivered.
         */
        post: operations["postPlanningsByIdWebhooksByWebhookIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plannings/{id}/workspaces/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Workspaces of a planning */
        get: operations["getPlanningsByIdWorkspaces"];
        put?: never;
        /**
         * Create a workspace: a draft over the mainline
         * @description It applies only to the mainline: X-Workspace-Id is refused.
         */
        post: operations["postPlanningsByIdWorkspaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/repairs/{id}/apply/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a repair
         * @description All of its moves are written as one changeset with the source `repair`. Applying it again returns the same record. If one of its moves is no longer possible, the whole repair becomes stale (`repair_closed`). It applies only to the mainline: X-Workspace-Id is refused.
         */
        post: operations["postRepairsByIdApply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/repairs/{id}/refuse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a repair
         * @description The reason is kept with the repair. For a day, the same moves are not proposed again, but other moves may be; after three refusals within a day, nothing more is proposed for the conflict. It applies only to the mainline: X-Workspace-Id is refused.
         */
        post: operations["postRepairsByIdRefuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a resource in a location */
        post: operations["postResources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a resource */
        get: operations["getResourcesById"];
        put?: never;
        post?: never;
        /**
         * Delete a resource (soft)
         * @description Also ends the active assignments on it; in a workspace, only for readers of the workspace.
         */
        delete: operations["deleteResourcesById"];
        options?: never;
        head?: never;
        /** Change a resource */
        patch: operations["patchResourcesById"];
        trace?: never;
    };
    "/v1/resources/{id}/calendar/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operations on a resource, as iCalendar
         * @description An event (RFC 5545) for each part of an operation on the resource, with its expected start and end.
         */
        get: operations["getResourcesByIdCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a rule */
        post: operations["postRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a rule */
        get: operations["getRulesById"];
        put?: never;
        post?: never;
        /** Delete a rule (soft) */
        delete: operations["deleteRulesById"];
        options?: never;
        head?: never;
        /** Change a rule */
        patch: operations["patchRulesById"];
        trace?: never;
    };
    "/v1/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a tag */
        post: operations["postTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tags/{uuid}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a tag */
        get: operations["getTagsByUuid"];
        put?: never;
        post?: never;
        /**
         * Delete a tag (soft)
         * @description The tag is removed from every record that has it. A list of a rule that loses its last tag stands for no tag, and not, like an empty one, for all: the rule is about no operation, or no resource. Every resource then lacks the `resourceTags` of a rule of kind `mismatch`, so that rule is broken everywhere: change or disable it.
         */
        delete: operations["deleteTagsByUuid"];
        options?: never;
        head?: never;
        /** Change a tag */
        patch: operations["patchTagsByUuid"];
        trace?: never;
    };
    "/v1/tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a task without an operation
         * @description A later write of an operation can link it with `inboundTask: { "id": … }`.
         */
        post: operations["postTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a task */
        get: operations["getTasksById"];
        put?: never;
        post?: never;
        /**
         * Delete a task (soft)
         * @description Its operation, if it has one, no longer has a task on that side.
         */
        delete: operations["deleteTasksById"];
        options?: never;
        head?: never;
        /** Change a task; a new version is made when something differs */
        patch: operations["patchTasksById"];
        trace?: never;
    };
    "/v1/user/current/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The authenticated user */
        get: operations["getUserCurrent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a workspace */
        get: operations["getWorkspacesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename or describe a workspace */
        patch: operations["patchWorkspacesById"];
        trace?: never;
    };
    "/v1/workspaces/{id}/archive/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a workspace
         * @description It can no longer be selected, and the changes of a draft count as discarded. They are kept: `restore/` brings it back.
         */
        post: operations["postWorkspacesByIdArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{id}/diff/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a workspace changes, with the scores of both plans */
        get: operations["getWorkspacesByIdDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{id}/publish/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a workspace to the mainline as one changeset
         * @description If the mainline has also changed the same things since the workspace branched off, the response is 409 with both sides, unless `strategy`, or `resolutions` for single records, say which side wins. With `dryRun`, the response says what would be written, with the mainline’s score before and after.
         */
        post: operations["postWorkspacesByIdPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{id}/rebase/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring the changes of the mainline into a workspace
         * @description If there are clashes, the response is 409, unless `strategy`, or `resolutions` for single records, say which side wins. Otherwise `errors` says what must be corrected before the workspace can be published. With `dryRun`, the response says what would be written, with the workspace’s score before and after.
         */
        post: operations["postWorkspacesByIdRebase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{id}/restore/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an archived workspace back
         * @description It becomes what it was: a draft with its changes, or a published workspace. One that is not archived stays as it is.
         */
        post: operations["postWorkspacesByIdRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What weights and rules would have agreed with the decisions of planners. */
        Advice: {
            /** @description With all proposals together. */
            agreement: components["schemas"]["AdviceAgreement"];
            /** @description How many weights and rules were looked at. */
            candidates: number;
            /** @description The latest changeset when it was computed. */
            change: components["schemas"]["Id"] | null;
            /** @description How many decisions of each kind were learned from. */
            choices: {
                /** @description Repairs of one move that were applied. */
                accepted: number;
                /** @description Operations that stand where the optimizer put them, or a sample of 300. */
                kept: number;
                /** @description Operations that a person moved from where an optimization, a repair, a strategy or an import had put them. */
                moved: number;
                /** @description Other operations that a person placed. */
                placed: number;
                /** @description Repairs of one move that a person refused. */
                refused: number;
            };
            holdout: components["schemas"]["AdviceAgreement"];
            /** @description Decisions that say nothing about rules: the place had a conflict, or it was the only one. */
            leftOut: number;
            planning: components["schemas"]["Id"];
            /** @description At most five, the one that explains most first. */
            proposals: components["schemas"]["AdviceProposal"][];
        };
        /** @description Weights agree with a move if the place that the person decided against costs more than the chosen one, with a refusal if it costs more than some other place, and with a placement if no place costs less than the chosen one. */
        AdviceAgreement: {
            /** @description With how many of them the proposal agrees. */
            after: number;
            /** @description With how many of them the present weights agree. */
            before: number;
            /** @description Operations that were moved or placed by hand, and repairs that were refused. */
            choices: number;
        };
        AdviceProposal: {
            /** @description With this proposal alone. */
            agreement: components["schemas"]["AdviceAgreement"];
            /** @description An upper bound on the probability that chance alone produces this much evidence, with all candidates taken into account. */
            chance: number;
            /** @description Of a new rule: how many of the places that were proposed it penalizes, or ranks below others. */
            concerned: number;
            /** @description How many of these a person also decided against. */
            decided: number;
            /** @description What it would change in the present plan. Nothing is written. */
            effect: {
                /** @description What the rule costs in the present plan, before and with the proposal. */
                cost: {
                    /** @description Weight units. */
                    after: number;
                    /** @description Weight units. */
                    before: number;
                };
                /** @description What a run with the proposal does; null if none was made. */
                run: {
                    /** @description What the rule costs after the run. */
                    cost: number;
                    /** @description How many operations the run moves. */
                    moved: number;
                    /** @description How many a run moves without the proposal. */
                    movedAnyway: number;
                    /** @description The first 50 operations that only the run with the proposal moves. */
                    operations: components["schemas"]["Id"][];
                    /** @description What the plan costs with the proposal, as it stands and after the run. */
                    score: {
                        /** @description Weight units. */
                        after: number;
                        /** @description Weight units. */
                        before: number;
                    };
                } | null;
            };
            /** @description The proposal in one sentence. */
            explanation: string;
            /** @description The same, for the quarter of the decisions that was set aside as a test. */
            holdout: components["schemas"]["AdviceAgreement"];
            /**
             * @description A new rule, or a new weight of a known one.
             * @enum {string}
             */
            kind: "rule" | "weight";
            /** @description What people said about such decisions, the most frequent first. */
            reasons: string[];
            /** @description What applies the proposal: requests of this API, to be sent as they are, in this order. */
            requests: {
                /** @description The JSON body. */
                body: {
                    [key: string]: unknown;
                };
                /**
                 * @description The HTTP method.
                 * @enum {string}
                 */
                method: "POST" | "PATCH";
                /** @description The path of the endpoint. */
                path: string;
            }[];
            /** @description The weight at present and with the proposal. */
            weight: {
                /** @description Weight units. */
                after: number;
                /** @description Weight units. */
                before: number;
            };
        };
        AgentLine: {
            /** @description Text to be added to what was sent before. */
            delta: string;
            /**
             * @description The next piece of the answer.
             * @constant
             */
            type: "text";
        } | {
            /** @description The input of the tool. */
            arguments: unknown;
            /** @description The id of the call, the same in its result. */
            id: string;
            /** @description The name of the tool. */
            name: string;
            /**
             * @description A tool is called.
             * @constant
             */
            type: "tool_call";
        } | {
            /** @description The id of the call, the same in its result. */
            id: string;
            /** @description The name of the tool. */
            name: string;
            /** @description What the tool found or did, or `{ error }`. */
            result: unknown;
            /**
             * @description A tool has ended.
             * @constant
             */
            type: "tool_result";
        } | {
            /** @description The proposal in one sentence. */
            explanation: string;
            id: components["schemas"]["Id"];
            /** @description The moves of the proposal. */
            moves: components["schemas"]["Move"][];
            score: components["schemas"]["ScoreChange"];
            /**
             * @description Moves that may be applied.
             * @constant
             */
            type: "proposal";
        } | {
            /**
             * @description The answer is complete; this is the last line.
             * @constant
             */
            type: "done";
            /** @description The language model (null if none was asked), its steps, and its input and output tokens. */
            usage: unknown;
        } | {
            code?: components["schemas"]["ErrorCode"];
            /** @description What is wrong. */
            detail: string;
            /**
             * @description The request failed; this is the last line.
             * @constant
             */
            type: "error";
        } | {
            /**
             * @description There was nothing to send for ten seconds.
             * @constant
             */
            type: "heartbeat";
        };
        /**
         * @example {
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "Which conflicts are there this morning?"
         *         }
         *       ]
         *     }
         */
        AgentRequest: {
            /** @description The conversation so far, oldest first; the last message is the one to answer. */
            messages: {
                /** @description The text of the message, at most 100,000 characters. */
                content: string;
                /**
                 * @description Who wrote the message.
                 * @enum {string}
                 */
                role: "user" | "assistant" | "system";
            }[];
            virtualState?: components["schemas"]["VirtualState"];
        };
        ApiKey: {
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"] | null;
            id: components["schemas"]["Id"];
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description A name of 1 to 255 characters. */
            name: string;
            organization: components["schemas"]["Id"];
            role: components["schemas"]["Role"];
            /**
             * @description The user for whom the key acts.
             * @example 0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44
             */
            user: components["schemas"]["Id"];
        };
        /**
         * @example {
         *       "name": "nightly import",
         *       "organization": "demo",
         *       "role": "planner"
         *     }
         */
        ApiKeyCreate: {
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            expiresAt?: components["schemas"]["TimestampIn"] | null;
            /** @description Read only: accepted and ignored. */
            readonly id?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly lastUsedAt?: unknown;
            /** @description A name of 1 to 255 characters. */
            name: string;
            organization: components["schemas"]["Id"];
            role: components["schemas"]["Role"];
            /** @description Read only: accepted and ignored. */
            readonly user?: unknown;
        };
        ApiKeyCreated: {
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"] | null;
            id: components["schemas"]["Id"];
            /** @description The key itself. It is shown once: a replayed response does not have it. */
            key?: string;
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description A name of 1 to 255 characters. */
            name: string;
            organization: components["schemas"]["Id"];
            role: components["schemas"]["Role"];
            /**
             * @description The user for whom the key acts.
             * @example 0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44
             */
            user: components["schemas"]["Id"];
        };
        AppliedProposal: {
            /** @description The id of the user who made it; null if it was made without one. */
            author: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            authorName?: string | null;
            /** @description The number of changed records, by entity. */
            counts: {
                [key: string]: {
                    /** @description New records. */
                    created: number;
                    /** @description Deleted records. */
                    deleted: number;
                    /** @description Changed records. */
                    updated: number;
                };
            };
            id: components["schemas"]["Id"];
            /** @description The message of the author; null without one. */
            message: string | null;
            planning: components["schemas"]["Id"];
            /** @description The id of the changeset that this one reverts; absent if it reverts none. */
            reverts?: string;
            /** @description Operations whose moves were left out because the schedule had changed, and why. */
            skipped: {
                operation: components["schemas"]["Id"];
                /** @description Why: `deleted`, `fixed`, `started` (it has arrived), `blocker`, `reassigned` (it has been moved since), `ineligible` (it may not use the resource), `conflict` (it would be in one) or `score` (the move would cost more than it saves). */
                reason: string;
            }[];
            /**
             * @description `api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair.
             * @enum {string}
             */
            source: "api" | "upload" | "solver" | "resolution" | "agent" | "publish" | "revert" | "repair";
            /**
             * @description `committed`: on the mainline. The others are of a workspace: `draft` while it is one, `published`, or `discarded` with it.
             * @enum {string}
             */
            status: "committed" | "draft" | "published" | "discarded";
            timestamp: components["schemas"]["Timestamp"];
            workspace: components["schemas"]["Id"] | null;
        };
        AppliedStrategy: {
            /** @description The id of the user who made it; null if it was made without one. */
            author: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            authorName?: string | null;
            /** @description The number of changed records, by entity. */
            counts: {
                [key: string]: {
                    /** @description New records. */
                    created: number;
                    /** @description Deleted records. */
                    deleted: number;
                    /** @description Changed records. */
                    updated: number;
                };
            };
            id: components["schemas"]["Id"];
            /** @description The message of the author; null without one. */
            message: string | null;
            planning: components["schemas"]["Id"];
            /** @description The id of the changeset that this one reverts; absent if it reverts none. */
            reverts?: string;
            /** @description Operations whose moves were left out because the schedule had changed, and why. */
            skipped: {
                operation: components["schemas"]["Id"];
                /** @description Why: `deleted`, `fixed`, `started` (it has arrived), `blocker`, `reassigned` (it has been moved since), `ineligible` (it may not use the resource), `conflict` (it would be in one) or `score` (the move would cost more than it saves). */
                reason: string;
            }[];
            /**
             * @description `api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair.
             * @enum {string}
             */
            source: "api" | "upload" | "solver" | "resolution" | "agent" | "publish" | "revert" | "repair";
            /**
             * @description `committed`: on the mainline. The others are of a workspace: `draft` while it is one, `published`, or `discarded` with it.
             * @enum {string}
             */
            status: "committed" | "draft" | "published" | "discarded";
            timestamp: components["schemas"]["Timestamp"];
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "moves": [
         *         {
         *           "kind": "reassign",
         *           "operation": "op-1",
         *           "part": "0",
         *           "fromResource": "A12",
         *           "toResource": "A14"
         *         }
         *       ]
         *     }
         */
        ApplyStrategy: {
            /** @description The moves of the strategy: at most one that places each part. Delays of one operation add up. */
            moves: {
                /** @description How much later the operation is to be, in seconds. Default: 0. */
                delaySeconds?: number | null;
                endAt?: components["schemas"]["Timestamp"] | null;
                fromResource?: components["schemas"]["Id"] | null;
                /**
                 * @description `reassign`: to another resource. `swap`: the same, one of two moves by which operations change places. `unassign`: off its resource. `delay`: later, on the same resource.
                 * @enum {string}
                 */
                kind: "reassign" | "swap" | "unassign" | "delay";
                operation: components["schemas"]["Id"];
                /** @description The part that moves: its id or position. Default: null, the whole operation. */
                part?: string | null;
                startAt?: components["schemas"]["Timestamp"] | null;
                toResource?: components["schemas"]["Id"] | null;
            }[];
            virtualState?: components["schemas"]["VirtualState"];
        };
        /** @description Links an operation to a resource, or to several one after another. */
        Assignment: {
            /** @description True while the assignment holds; false once it has ended. */
            active: boolean;
            assignedAt: components["schemas"]["Timestamp"] | null;
            /** @description The id of the user who assigned the operation. */
            assignedBy: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            assignedByName?: string | null;
            /** @description Null for a tombstone of a workspace. */
            id: components["schemas"]["Id"] | null;
            /** @description The location of the first part's resource. */
            location: components["schemas"]["Id"] | null;
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            operation: components["schemas"]["Id"];
            /** @description Assigns the operation even if the resource lacks required tags; the message of the changeset says so. Default: false. */
            override: boolean;
            /** @description The parts, one after another; an operation that stays on one resource has one part. */
            parts: components["schemas"]["AssignmentPart"][];
            planning: components["schemas"]["Id"];
            /** @description The resource of the first part. */
            resource: components["schemas"]["Id"] | null;
            /** @description True if a workspace ends an assignment of the mainline. */
            tombstone: boolean;
            validTo: components["schemas"]["Timestamp"] | null;
            versionId: string | null;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "assignments": [
         *         {
         *           "operation": "op-1",
         *           "resource": "A12",
         *           "active": true
         *         }
         *       ]
         *     }
         */
        AssignmentBulk: {
            /** @description At most one item for each operation; all are written as one changeset. */
            assignments: components["schemas"]["AssignmentBulkItem"][];
        };
        /** @description `active: false` unassigns. */
        AssignmentBulkItem: {
            /** @description False ends the assignment. Default: true. */
            active?: boolean;
            /** @description Read only: accepted and ignored. */
            readonly assignedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly assignedBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly assignedByName?: unknown;
            /** @description versionId of the operation's assignment that you last saw, or null if it had none. The response is 412 if it has changed since. */
            basedOn?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly location?: unknown;
            metadata?: components["schemas"]["Metadata"];
            operation: components["schemas"]["Id"];
            /** @description Assigns the operation even if the resource lacks required tags; the message of the changeset says so. Default: false. */
            override?: boolean;
            /** @description The parts, one after another; an operation that stays on one resource has one part. */
            parts?: components["schemas"]["AssignmentPartWrite"][];
            planning?: components["schemas"]["Id"];
            resource?: components["schemas"]["Id"] | null;
            /** @description Read only: accepted and ignored. */
            readonly tombstone?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "operation": "op-1",
         *       "resource": "A12",
         *       "planning": "demo",
         *       "metadata": {
         *         "kind": "maritime_berth",
         *         "position": null
         *       }
         *     }
         */
        AssignmentCreate: {
            /**
             * @description Always true here, and may be left out.
             * @constant
             */
            active?: true;
            /** @description Read only: accepted and ignored. */
            readonly assignedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly assignedBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly assignedByName?: unknown;
            id?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly location?: unknown;
            metadata?: components["schemas"]["Metadata"];
            operation: components["schemas"]["Id"];
            /** @description Assigns the operation even if the resource lacks required tags; the message of the changeset says so. Default: false. */
            override?: boolean;
            /** @description The parts, one after another; an operation that stays on one resource has one part. */
            parts?: components["schemas"]["AssignmentPartWrite"][];
            planning?: components["schemas"]["Id"];
            resource?: components["schemas"]["Id"] | null;
            /** @description Read only: accepted and ignored. */
            readonly tombstone?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        AssignmentPart: {
            /** @description Null if the part follows the expected window of the operation. Default: null. */
            endAt: components["schemas"]["Timestamp"] | null;
            id: components["schemas"]["Id"];
            /** @description Solvers and strategies do not move this part. Default: false. */
            isFixed: boolean;
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            resource: components["schemas"]["Id"] | null;
            /** @description Null if the part follows the expected window of the operation. Default: null. */
            startAt: components["schemas"]["Timestamp"] | null;
        };
        AssignmentPartWrite: {
            /** @description Null if the part follows the expected window of the operation. Default: null. */
            endAt?: components["schemas"]["TimestampIn"] | null;
            id?: components["schemas"]["Id"];
            /** @description Solvers and strategies do not move this part. Default: false. */
            isFixed?: boolean;
            metadata?: components["schemas"]["Metadata"];
            resource: components["schemas"]["Id"] | null;
            /** @description Null if the part follows the expected window of the operation. Default: null. */
            startAt?: components["schemas"]["TimestampIn"] | null;
        };
        /** @description A user. */
        Author: {
            /** @description The id of the user. */
            id: string;
            /** @description The name of the user; null when the user no longer exists. */
            name: string | null;
        };
        /**
         * @description With operations, movements, or both.
         * @example {
         *       "operations": [
         *         {
         *           "externalId": "TG920-20261120",
         *           "inboundTask": {
         *             "taskName": "TG920",
         *             "plannedTime": "2026-11-20T09:30:00Z",
         *             "expectedTime": "2026-11-20T09:45:00Z"
         *           },
         *           "outboundTask": {
         *             "taskName": "TG921",
         *             "plannedTime": "2026-11-20T11:40:00Z",
         *             "expectedTime": "2026-11-20T11:40:00Z"
         *           }
         *         }
         *       ]
         *     }
         */
        BulkUpload: {
            /** @description Arrivals and departures, each on its own; the service makes operations of them. */
            movements?: components["schemas"]["MovementUpload"][];
            /** @description Operations with both tasks. */
            operations?: components["schemas"]["OperationUpload"][];
            /** @description The plannings to write to, besides those in the query. */
            plannings?: components["schemas"]["Id"][];
        };
        /** @description What an upload would do: counts of the records without a problem, and at most 1000 problems. An upload with any problem is refused as a whole. */
        BulkUploadPreview: {
            /** @description Operations that are new. */
            created: number;
            /** @description Operations whose movements were all canceled, or that were merged into another one. */
            deleted: number;
            /** @description What is wrong, in the order of the rows. */
            problems: {
                code: components["schemas"]["ProblemCode"];
                /** @description What is wrong with the value. */
                message: string;
                /** @description The member of the operation or movement, such as `inboundTask.expectedTime`, or the field of the file; empty when the whole row is at fault. */
                path: string;
                /** @description The line of the file, or the position in the array, from 1; null when no single row is at fault. */
                row: number | null;
            }[];
            /** @description Operations that already matched the upload. */
            unchanged: number;
            /** @description Operations that change. */
            updated: number;
            /** @description Values whose reading somebody may want to check, at most 1000: local times that occur twice or never because clocks are changed, and external ids of operations that already were in an earlier row. */
            warnings: {
                /** @description What is wrong with the value. */
                message: string;
                /** @description The member of the operation or movement, such as `inboundTask.expectedTime`, or the field of the file; empty when the whole row is at fault. */
                path: string;
                /** @description The line of the file, or the position in the array, from 1; null when no single row is at fault. */
                row: number | null;
            }[];
        };
        /** @description What an upload did, in all of its plannings together. */
        BulkUploadResult: {
            /** @description Operations that are new. */
            created: number;
            /** @description Operations whose movements were all canceled, or that were merged into another one. */
            deleted: number;
            /** @description The ids of the operations that were not deleted. */
            operations: components["schemas"]["Id"][];
            /** @description Operations that already matched the upload. */
            unchanged: number;
            /** @description Operations that change. */
            updated: number;
            /** @description Values whose reading somebody may want to check, at most 1000: local times that occur twice or never because clocks are changed, and external ids of operations that already were in an earlier row. */
            warnings: {
                /** @description What is wrong with the value. */
                message: string;
                /** @description The member of the operation or movement, such as `inboundTask.expectedTime`, or the field of the file; empty when the whole row is at fault. */
                path: string;
                /** @description The line of the file, or the position in the array, from 1; null when no single row is at fault. */
                row: number | null;
            }[];
        };
        /**
         * @example {
         *       "apply": true
         *     }
         */
        CancelRequest: {
            /** @description Whether the best plan found is applied. Default: true. */
            apply?: boolean;
        };
        /** @description A resource as a place for an operation: what it would cost and break there, and what is in the way. */
        Candidate: {
            /** @description The operations that it would be in conflict with. */
            blockedBy: components["schemas"]["Id"][];
            /** @description The disadvantages of this place: missing tags, rules (hard or not) that it breaks, and conflicts. */
            breaks: {
                /** @description `requiredTag`, `overlap`, or the kind of a rule. */
                kind: string;
                /** @description The same in a sentence. */
                message: string;
                rule?: components["schemas"]["Id"];
                /** @description The required tags that the resource lacks. */
                tags?: components["schemas"]["Id"][];
            }[];
            /** @description True for the place that the operation has now. */
            current: boolean;
            /** @description True when the operation may use the resource and would be in no conflict there. */
            feasible: boolean;
            /** @description On the first candidate only, and only when no candidate is feasible: why that is so. */
            reason?: components["schemas"]["Reason"];
            resource: components["schemas"]["Id"];
            score: components["schemas"]["ScoreChange"];
        };
        /** @description One changeset, sent to subscribers with `batch: true`. */
        ChangeMessage: {
            at: components["schemas"]["Timestamp"];
            author: components["schemas"]["Author"] | null;
            change: components["schemas"]["Id"];
            /** @description What changed since the previous message; empty in a replay, which ends with `state`. */
            conflicts: {
                /** @description Conflicts that are gone. */
                closed: components["schemas"]["Conflict"][];
                /** @description Conflicts that are new. One whose times, probability or resource change is the same conflict. */
                opened: components["schemas"]["Conflict"][];
                /** @description There are more than 10,000 conflicts now: none are sent until there are fewer; then all are sent as opened. */
                truncated?: boolean;
            };
            /** @description The events of the change, in order. Empty when no part of it is visible in the subscribed layer. */
            events: {
                /** @description What happened to the record. */
                data: {
                    /** @description The record after the change; null when the change deleted it. */
                    after: {
                        [key: string]: unknown;
                    } | null;
                    /** @description The members that an update changed. */
                    changed?: string[];
                    /** @description The kind of record, such as operation, task or assignment. */
                    entity: string;
                    /** @description The id of the record. */
                    id: string;
                    /** @description When an assignment ends, the id of its operation. */
                    operation?: components["schemas"]["Id"];
                };
                type: components["schemas"]["EventType"];
            }[];
            /** @description The message of the author; null without one. */
            message: string | null;
            planning: components["schemas"]["Id"];
            /** @description The id of the changeset that this one reverts; absent if it reverts none. */
            reverts?: string;
            /**
             * @description `api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair.
             * @enum {string}
             */
            source: "api" | "upload" | "solver" | "resolution" | "agent" | "publish" | "revert" | "repair";
            /**
             * @description A changeset was written.
             * @constant
             */
            type: "change";
            /** @description The workspace that was subscribed to; null for the mainline. */
            workspace: components["schemas"]["Id"] | null;
        };
        Changeset: {
            /** @description The id of the user who made it; null if it was made without one. */
            author: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            authorName?: string | null;
            /** @description The number of changed records, by entity. */
            counts: {
                [key: string]: {
                    /** @description New records. */
                    created: number;
                    /** @description Deleted records. */
                    deleted: number;
                    /** @description Changed records. */
                    updated: number;
                };
            };
            id: components["schemas"]["Id"];
            /** @description The message of the author; null without one. */
            message: string | null;
            planning: components["schemas"]["Id"];
            /** @description The id of the changeset that this one reverts; absent if it reverts none. */
            reverts?: string;
            /**
             * @description `api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair.
             * @enum {string}
             */
            source: "api" | "upload" | "solver" | "resolution" | "agent" | "publish" | "revert" | "repair";
            /**
             * @description `committed`: on the mainline. The others are of a workspace: `draft` while it is one, `published`, or `discarded` with it.
             * @enum {string}
             */
            status: "committed" | "draft" | "published" | "discarded";
            timestamp: components["schemas"]["Timestamp"];
            workspace: components["schemas"]["Id"] | null;
        };
        ChangesetDetail: {
            /** @description The id of the user who made it; null if it was made without one. */
            author: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            authorName?: string | null;
            /** @description The number of changed records, by entity. */
            counts: {
                [key: string]: {
                    /** @description New records. */
                    created: number;
                    /** @description Deleted records. */
                    deleted: number;
                    /** @description Changed records. */
                    updated: number;
                };
            };
            /** @description The records that it changed. */
            diffs: components["schemas"]["Diff"][];
            id: components["schemas"]["Id"];
            /** @description The message of the author; null without one. */
            message: string | null;
            planning: components["schemas"]["Id"];
            /** @description The id of the changeset that this one reverts; absent if it reverts none. */
            reverts?: string;
            /**
             * @description `api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair.
             * @enum {string}
             */
            source: "api" | "upload" | "solver" | "resolution" | "agent" | "publish" | "revert" | "repair";
            /**
             * @description `committed`: on the mainline. The others are of a workspace: `draft` while it is one, `published`, or `discarded` with it.
             * @enum {string}
             */
            status: "committed" | "draft" | "published" | "discarded";
            timestamp: components["schemas"]["Timestamp"];
            workspace: components["schemas"]["Id"] | null;
        };
        /** @description The draft and the mainline changed the same thing since the draft branched off, or changesets after the one to be reverted did. */
        Clash: {
            /** @description Records that both sides changed. */
            clashes: {
                /** @description The record before either side changed it, or in a revert, as the changeset made it; null if there was none. */
                base: unknown;
                /** @description The kind of record, such as operation, task or assignment. */
                entity: string;
                /** @description The members that both sides changed. */
                fields: string[];
                /** @description The id of the record; for an assignment, that of its operation. */
                id: string;
                /** @description The record in the workspace, or in a revert, as it would be restored; null where that deletes it. */
                ours: unknown;
                /** @description The record on the mainline now; null where it was deleted. */
                theirs: unknown;
            }[];
            /**
             * @description Both sides changed the same thing.
             * @constant
             */
            code: "clash";
            /** @description What is wrong, naming the values involved. */
            detail: string;
            /** @description Every problem at once, where values are at fault. */
            errors?: components["schemas"]["Problem"][];
        };
        /**
         * @description Which side wins where both changed the same field; `ours` is the workspace. Fields that only one side changed are merged whichever wins; assignments and deletions are decided as a whole. Without a decision the response is 409.
         * @example {
         *       "resolutions": [
         *         {
         *           "entity": "operation",
         *           "id": "op-1",
         *           "strategy": "ours"
         *         }
         *       ]
         *     }
         */
        ClashStrategy: {
            /** @description True writes nothing: the response is 200 with what would be written. Default: false. */
            dryRun?: boolean;
            /** @description Decisions by entity and id, as a clash names them, at most one for each; they take precedence over `strategy`. One that names no clash is refused. An operation that one side deleted is decided as a whole, with its tasks and its assignment. */
            resolutions?: {
                /** @description The `versionId` of `theirs` in the clash, null where that was null: if the mainline has another version by now, the clash is reported again instead of being decided. Without it, the decision holds for whatever the mainline has. */
                basedOn?: components["schemas"]["Id"] | null;
                /** @description The kind of record. */
                entity: string;
                id: components["schemas"]["Id"];
                /**
                 * @description Which side wins: `ours` is the workspace, `theirs` the mainline.
                 * @enum {string}
                 */
                strategy: "ours" | "theirs";
            }[];
            /**
             * @description Which side wins: `ours` is the workspace, `theirs` the mainline.
             * @enum {string}
             */
            strategy?: "ours" | "theirs";
        };
        ClientMessage: {
            /** @description What X-Organization-Id says for requests. Default: that header of the connection. */
            organization?: components["schemas"]["Id"];
            /** @description An access token or an API key. */
            token: string;
            /**
             * @description The first message of a socket that has no Authorization header.
             * @constant
             */
            type: "authenticate";
        } | {
            /** @description True for one message per change instead of one per event. Default: false. */
            batch?: boolean;
            planning: components["schemas"]["Id"];
            /** @description The id of a changeset; the changes after it are replayed. */
            since?: components["schemas"]["Id"] | null;
            /**
             * @description Asks for the events of a planning.
             * @constant
             */
            type: "subscribe";
            workspace?: components["schemas"]["Id"] | null;
        } | {
            /** @description The operation that the user is looking at; null when there is none. */
            operation: components["schemas"]["Id"] | null;
            /** @description Required on a socket that is subscribed to several plannings. */
            planning?: components["schemas"]["Id"];
            /**
             * @description Tells others what the user is looking at.
             * @constant
             */
            type: "presence";
        } | {
            planning: components["schemas"]["Id"];
            /**
             * @description Ends a subscription.
             * @constant
             */
            type: "unsubscribe";
            workspace?: components["schemas"]["Id"] | null;
        };
        /** @description Two operations that cannot both be where they are. Its id does not depend on workspace or virtual state. */
        Conflict: {
            endAt: components["schemas"]["Timestamp"];
            /** @description Identifier of the conflict, the same in every workspace and virtual state. */
            id: string;
            /**
             * @description `overlap`: both are on one resource at the same time. `buffer`: the gap between them is shorter than a hard rule demands. `adjacency`: a hard rule about related resources is broken.
             * @enum {string}
             */
            kind: "overlap" | "buffer" | "adjacency";
            /** @description The mark of the conflict, null when it has none; present in lists and in `state`, absent from events. */
            mark?: components["schemas"]["ConflictMark"] | null;
            /** @description The two operations; the one that starts first is first. */
            operations: components["schemas"]["Id"][];
            /** @description How long they overlap, in seconds; 0 for a gap that is too short. */
            overlapSeconds: number;
            /** @description The part of each operation: its id or position. */
            parts: string[];
            planning: components["schemas"]["Id"];
            /** @description The probability of the conflict, given the uncertainty of the times. */
            probability: number;
            resource: components["schemas"]["Id"];
            /**
             * @description By probability: `critical` from 0.5, `warning` from 0.1, otherwise `info`.
             * @enum {string}
             */
            severity: "critical" | "warning" | "info";
            startAt: components["schemas"]["Timestamp"];
        };
        /** @description A planner's mark on a conflict, visible to everyone who works on the planning. */
        ConflictMark: {
            at: components["schemas"]["Timestamp"];
            /** @description The id of the user who made the mark. */
            author: string;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            authorName?: string | null;
            /** @description Why; null without a note. */
            note: string | null;
            /**
             * @description `seen`: noticed; `accepted`: it may stay.
             * @enum {string}
             */
            state: "seen" | "accepted";
            /** @description When the mark ends; null means never. */
            until: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @example {
         *       "state": "accepted",
         *       "note": "Agreed with the tower",
         *       "until": null
         *     }
         */
        ConflictMarkWrite: {
            /** @description Why. Default: null. */
            note?: string | null;
            /** @description If the conflict already has a mark, keeps and returns that one. Default: false. */
            onlyIfUnmarked?: boolean;
            /** @description Null removes the mark. */
            state: ("seen" | "accepted") | null;
            /** @description When the mark ends, in the future. Default: null, never. */
            until?: components["schemas"]["TimestampIn"] | null;
        };
        /** @description The sum of the terms of the score that share a level, kind and rule. */
        CostTerm: {
            /** @description The cost in weight units; negative where a preference is met. */
            cost: number;
            /** @description The number of terms. */
            count: number;
            /** @description `overlap`, `unassigned`, `reassigned`, `risk`, or the kind of a rule. */
            kind: string;
            /**
             * @description The member of the score that they belong to.
             * @enum {string}
             */
            level: "conflicts" | "unassigned" | "reassigned" | "rules";
            rule: components["schemas"]["Id"] | null;
        };
        /** @description The current version of a record. */
        CurrentVersion: {
            /** @description The user who wrote the current version. */
            author: {
                /** @description The id of the user. */
                id: string;
                /** @description The name of the user. */
                name: string;
            } | null;
            /** @description For an assignment, the resource that the operation has now. */
            resource?: components["schemas"]["Id"] | null;
            /** @description Null when there is none at present. */
            versionId: string | null;
        };
        Diff: {
            /**
             * @description What happened to the record.
             * @enum {string}
             */
            action: "created" | "updated" | "deleted";
            /** @description The stored members after; null for a deleted record. */
            after: unknown;
            /** @description The stored members before; null for a new record. */
            before: unknown;
            /** @description The members that differ. */
            changed: string[];
            /** @description The kind of record, such as operation, task or assignment. */
            entity: string;
            id: components["schemas"]["Id"];
        };
        DocumentRule: {
            /** @description A rule that is not enabled has no effect. Default: true. */
            enabled?: boolean;
            /** @description A hard rule is a requirement: what breaks it is forbidden or counts as a conflict, whatever the weight. Default: false. */
            hard?: boolean;
            id: components["schemas"]["Id"];
            /** @description What the rule is about, such as `mismatch`; `ruleKinds` of meta has all kinds. */
            kind: string;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The rule is about operations with one of these tags; with none, about all. Default: none. */
            operationTags?: components["schemas"]["Id"][];
            /** @description The parameters of the kind; `ruleKinds` of meta has their schema. Default: none. */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description The rule is about resources with one of these tags; with none, about all. Default: none. */
            resourceTags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description What breaking the rule costs, in weight units; its kind says whether once, per hour or per minute. A negative weight, where the kind allows one, expresses a preference. Default: 0. */
            weight?: number;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description Requires taskName, expectedTime, and either plannedTime or scheduledTime with expectedTimesSource. */
        DocumentTask: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly derivedExpectedTime?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionEarliest?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionLatest?: unknown;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00Z
             */
            expectedTime?: components["schemas"]["TimestampIn"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operation?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly persisted?: unknown;
            plannedTime?: components["schemas"]["TimestampIn"];
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly role?: unknown;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00Z
             */
            scheduledTime?: components["schemas"]["TimestampIn"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validFrom?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @description Edits that are written as one changeset. A record with an id that the planning has is updated; without an id, or with a new one, it is created.
         * @example {
         *       "operations": [
         *         {
         *           "id": "closed-A12",
         *           "isBlocker": true,
         *           "isFixedToResource": true,
         *           "inboundTask": {
         *             "taskName": "Closed",
         *             "plannedTime": "2026-11-20T09:00:00Z",
         *             "expectedTime": "2026-11-20T09:00:00Z"
         *           },
         *           "outboundTask": {
         *             "taskName": "Open again",
         *             "plannedTime": "2026-11-20T12:00:00Z",
         *             "expectedTime": "2026-11-20T12:00:00Z"
         *           }
         *         }
         *       ],
         *       "assignments": [
         *         {
         *           "operation": "closed-A12",
         *           "resource": "A12"
         *         },
         *         {
         *           "operation": "op-1",
         *           "resource": "A14",
         *           "basedOn": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
         *         }
         *       ],
         *       "message": "A12 is closed for repair"
         *     }
         */
        Edits: {
            /** @description Operations to assign or unassign. */
            assignments?: components["schemas"]["AssignmentBulkItem"][];
            /** @description Records to delete. */
            delete?: {
                /** @description Operations to delete: their ids, or ids with the versions last seen. */
                operations?: (components["schemas"]["Id"] | {
                    /** @description The versionId that you last saw. The response is 412 if the record has changed since. */
                    basedOn?: string;
                    id: components["schemas"]["Id"];
                })[];
            };
            /** @description A message that is kept with the changeset. */
            message?: string;
            /** @description Operations to create or update. */
            operations?: components["schemas"]["OperationEdit"][];
            /** @description Tasks to create or update. */
            tasks?: components["schemas"]["TaskEdit"][];
        };
        /** @description Records in the order of the request, as they are after it. */
        EditsResult: {
            /** @description The assignments of the request. */
            assignments: components["schemas"]["Assignment"][];
            /** @description The changeset, which can be reverted as one; null when nothing differed. */
            change: components["schemas"]["Id"] | null;
            /** @description The operations of the request. */
            operations: components["schemas"]["Operation"][];
            /** @description The tasks of the request. */
            tasks: components["schemas"]["Task"][];
        };
        /**
         * @example {
         *       "detail": "There is no operation op-1.",
         *       "code": "not_found"
         *     }
         */
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** @description What is wrong, naming the values involved. */
            detail: string;
            /** @description Every problem at once, where values are at fault. */
            errors?: components["schemas"]["Problem"][];
        };
        /**
         * @description Why a request was refused. docs/errors.md has the cause of each code and what to do about it.
         * @enum {string}
         */
        ErrorCode: "already_member" | "cycle" | "external_id_ambiguous" | "id_ambiguous" | "id_reserved" | "id_taken" | "in_use" | "invalid_cursor" | "invalid_encoding" | "invalid_header" | "invalid_json" | "invalid_version" | "last_admin" | "malformed_request" | "missing_required_tags" | "name_taken" | "names_disagree" | "no_plan" | "not_in_planning" | "not_revertible" | "operation_blocker" | "operation_fixed" | "parts_out_of_order" | "percentiles_out_of_order" | "plan_infeasible" | "planning_immutable" | "repair_closed" | "resource_and_parts" | "tag_not_unique" | "task_finished" | "task_linked" | "task_not_pending" | "task_running" | "times_crossed" | "too_deep" | "too_many_items" | "too_many_values" | "unknown_reference" | "unknown_solver" | "validation_failed" | "value_refused" | "weight_negative" | "workspace_not_draft" | "unauthenticated" | "forbidden" | "not_found" | "path_not_found" | "unassigned" | "method_not_allowed" | "body_incomplete" | "clash" | "idempotency_in_flight" | "version_mismatch" | "body_too_large" | "unsupported_media_type" | "idempotency_reused" | "upgrade_required" | "rate_limited" | "head_too_large" | "run_failed" | "unexpected" | "bodies_full" | "busy" | "database_unavailable" | "model_failed" | "queue_full" | "search_stuck" | "shutting_down" | "sign_on_unavailable";
        Event: {
            at: components["schemas"]["Timestamp"];
            /** @description The user who made the change; null when the event is not about a change. */
            author: components["schemas"]["Author"] | null;
            change: components["schemas"]["Id"] | null;
            /** @description For a change, `{ entity, id, changed, before, after }`; for a conflict or an optimization, its record; for any other deletion, `{ id }`. An operation is always sent whole, with its tasks, even when only one of its tasks changed, or only its neighbors in its group (`changed` is then `operationDependencies`). `changed` also names what an operation derives from its tasks (`operationName`, `timesCrossed`). A change of a tag, or of the planning’s minimum stay, may affect thousands of operations and is therefore only one event, that of the tag or planning. No events are sent for the members of operations that follow from it: `tags`, `tagsDetails`, `requiredTags`, and the neighbors of an operation with crossed times. Likewise, when a resource or tag is deleted, it disappears from the lists of other resources and of rules (`adjacent`, `tags`, `operationTags`, `resourceTags`, `parameters`) without events for them. A conflict keeps its id while the same two parts are in it: nothing is sent when only its times, its probability or its resource change. */
            data: {
                [key: string]: unknown;
            };
            planning: components["schemas"]["Id"];
            /** @description The index of this event within its change. */
            sequence: number;
            type: components["schemas"]["EventType"];
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @description What an event is about and what happened to it. An assignment is created or deactivated, never updated.
         * @example operation.updated
         * @enum {string}
         */
        EventType: "location.created" | "location.updated" | "location.deleted" | "resource.created" | "resource.updated" | "resource.deleted" | "tag.created" | "tag.updated" | "tag.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "group.created" | "group.updated" | "group.deleted" | "operation.created" | "operation.updated" | "operation.deleted" | "task.created" | "task.updated" | "task.deleted" | "planning.updated" | "planning.deleted" | "workspace.created" | "workspace.updated" | "assignment.created" | "assignment.deactivated" | "conflict.opened" | "conflict.closed" | "conflict.marked" | "conflict.truncated" | "repair.proposed" | "repair.applied" | "repair.refused" | "repair.stale" | "repair.withdrawn" | "optimization.pending" | "optimization.starting" | "optimization.running" | "optimization.progress" | "optimization.updated" | "optimization.succeeded" | "optimization.failed" | "optimization.cancelled" | "optimization.deleted";
        ExchangeRequest: {
            /** @description The code from the address to which the single sign-on returned; valid once, for 60 seconds. */
            code: string;
            /** @description True keeps the refresh token in a cookie that is sent only to `/auth/refresh/` and `/auth/logout/`; for pages of this service. Default: false. */
            session?: boolean;
        };
        FrontierPoint: {
            /** @description A proven limit: no such plan has a lower total. */
            bound: number | null;
            /** @description The limit that was asked for; null means any number of changes. */
            maxReassignments: number | null;
            /** @description How many operations the plan reassigns; more than the limit only where places are no longer eligible. */
            reassigned: number;
            /** @description The score of the best plan found with at most that many changes. The plan was checked independently. */
            score: components["schemas"]["Score"];
        };
        /**
         * @description Identifier, unique per organization and kind.
         * @example 0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44
         */
        Id: string;
        ImportedPlanning: {
            /** @description The new id of each id in the document, by kind of record; null when all ids were kept. */
            ids: {
                [key: string]: {
                    [key: string]: components["schemas"]["Id"];
                };
            } | null;
            planning: components["schemas"]["Planning"];
            /** @description What is taken as it is but may be a mistake, at most 1000: tags that rules name although there is no such tag, or no operation or resource has any of those named. */
            warnings: {
                /** @description What is wrong with the value. */
                message: string;
                /** @description Where the value is, with dots between members and indices, as in `operations.3.inboundTask.expectedTime`; empty for the whole body. */
                path: string;
            }[];
        };
        /** @description What an import would do. A document that the import would refuse is refused with the same error. */
        ImportPreview: {
            /** @description How many records the planning would have. */
            counts: {
                /** @description The number of assignments. */
                assignments: number;
                /** @description The number of groups. */
                groups: number;
                /** @description The number of locations. */
                locations: number;
                /** @description The number of operations. */
                operations: number;
                /** @description The number of resources. */
                resources: number;
                /** @description The number of rules. */
                rules: number;
                /** @description The number of tags. */
                tags: number;
            };
            /** @description True when every id is free, so that the ids of the document would be kept. */
            keepsIds: boolean;
            /** @description The name of the new planning. */
            name: string;
            /** @description What is taken as it is but may be a mistake, at most 1000: tags that rules name although there is no such tag, or no operation or resource has any of those named. */
            warnings: {
                /** @description What is wrong with the value. */
                message: string;
                /** @description Where the value is, with dots between members and indices, as in `operations.3.inboundTask.expectedTime`; empty for the whole body. */
                path: string;
            }[];
        };
        Jwks: {
            /** @description The public keys, as JSON Web Keys (RFC 7517). */
            keys: {
                [key: string]: unknown;
            }[];
        };
        LocalUser: {
            disabledAt: components["schemas"]["Timestamp"] | null;
            /** @description The email address, in lower case, by which the user logs in. */
            email: string;
            /** @description False for a user who can log in by single sign-on only. */
            hasPassword: boolean;
            id: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The organizations of the user, with the role in each. */
            organizations: {
                id: components["schemas"]["Id"];
                /** @description A name of 1 to 255 characters. */
                name: string;
                role: components["schemas"]["Role"];
            }[];
        };
        /** @description A new user with a role in one organization. */
        LocalUserCreate: {
            /**
             * Format: email
             * @description The email address, in lower case, by which the user logs in.
             */
            email: string;
            /** @description A name of 1 to 255 characters. */
            name?: string;
            organization: components["schemas"]["Id"];
            /**
             * Format: password
             * @description At least 12 characters.
             */
            password: string;
            role: components["schemas"]["Role"];
        };
        /** @description Every change ends all sessions of the user. */
        LocalUserPatch: {
            /** @description True: the user can no longer log in. Default: unchanged. */
            disabled?: boolean;
            /**
             * Format: password
             * @description At least 12 characters.
             */
            password?: string;
            /**
             * @description True: the next account of the single sign-on with this confirmed email address becomes this user. Default: unchanged.
             * @constant
             */
            unlink?: true;
        };
        /** @description A physical area. */
        Location: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            id: components["schemas"]["Id"];
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering: number | null;
            parent: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "planning": "demo",
         *       "name": "Pier A"
         *     }
         */
        LocationCreate: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering?: number | null;
            parent?: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly resources?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "name": "Pier A north"
         *     }
         */
        LocationPatch: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description A name of 1 to 255 characters. */
            name?: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering?: number | null;
            parent?: components["schemas"]["Id"] | null;
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly resources?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        LocationWithResources: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            id: components["schemas"]["Id"];
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering: number | null;
            parent: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /** @description The resources in the location. */
            resources: components["schemas"]["Resource"][];
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        LoginMethods: {
            /**
             * @description A login with email address and password is always possible.
             * @constant
             */
            password: true;
            /** @description The single sign-on, which begins at `/auth/oidc/login/`; null when none is configured. */
            signOn: {
                /** @description The label of the login button. */
                name: string;
            } | null;
        };
        /**
         * @example {
         *       "email": "ann@example.org",
         *       "password": "correct horse battery staple"
         *     }
         */
        LoginRequest: {
            /**
             * Format: email
             * @description The email address, in lower case, by which the user logs in.
             */
            email: string;
            /**
             * Format: password
             * @description The password of the user.
             */
            password: string;
            /** @description True keeps the refresh token in a cookie that is sent only to `/auth/refresh/` and `/auth/logout/`; for pages of this service. Default: false. */
            session?: boolean;
        };
        /** @description What a column, or several together, mean. */
        MappedField: {
            /** @description Headers of the file. The cells of several columns are joined: by a space for a time, by a dot for anything else; an identifier or a time is absent if one of them is empty. */
            columns: string[];
            /** @description A dotted path, such as `inboundTask.expectedTime` or `metadata.airline`. */
            field: string;
            /** @description For the field tags: the cell has values of tags of this category, separated by `|`, in any case. Without it, ids of tags. */
            tagCategory?: string;
            /**
             * @description `iso`: ISO 8601; `unix`: seconds since 1970; or a pattern of yyyy yy MM M MMM dd d HH H hh h mm m ss a (am or pm) Z (offset) with other letters in single quotes, such as `dd.MM.yyyy HH:mm`. A pattern without a date means the time closest to the scheduled time of the same side. Default: iso.
             * @example dd.MM.yyyy HH:mm
             */
            timeFormat?: string;
            /** @description IANA time zone of times without an offset. Null, the default: that of the planning. */
            timezone?: string | null;
            /** @description What texts of the file mean, such as `{ "A": "inbound" }`; an empty text counts as absent. Other texts are taken as they are. */
            values?: {
                [key: string]: string;
            };
        };
        MarkedConflict: {
            /** @description Identifier of the conflict, the same in every workspace and virtual state. */
            conflict: string;
            mark: components["schemas"]["ConflictMark"] | null;
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list"
         *     }
         */
        McpMessage: {
            /**
             * @description The version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
        } & {
            [key: string]: unknown;
        };
        Member: {
            /** @description The email address, in lower case, by which the user logs in. */
            email: string;
            /** @description A name of 1 to 255 characters. */
            name: string;
            role: components["schemas"]["Role"];
            user: components["schemas"]["Id"];
        };
        /**
         * @description A user is created when the email address is new.
         * @example {
         *       "email": "ann@example.org",
         *       "role": "planner",
         *       "name": "Ann"
         *     }
         */
        MemberCreate: {
            /**
             * Format: email
             * @description The email address, in lower case, by which the user logs in.
             */
            email: string;
            /** @description A name of 1 to 255 characters. */
            name?: string;
            /**
             * Format: password
             * @description At least 12 characters.
             */
            password?: string;
            role: components["schemas"]["Role"];
            /** @description Read only: accepted and ignored. */
            readonly user?: unknown;
        };
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
        MemberPatch: {
            /** @description Read only: accepted and ignored. */
            readonly email?: unknown;
            /** @description A name of 1 to 255 characters. */
            name?: string;
            role?: components["schemas"]["Role"];
            /** @description Read only: accepted and ignored. */
            readonly user?: unknown;
        };
        /** @description What a publish or a rebase would do now. Errors other than clashes are the same as without dryRun. The versionIds of records that would be new are made up. */
        MergePreview: {
            /** @description The clashes without a decision, as in the 409. While there are any, nothing would be written. */
            clashes: {
                /** @description The record before either side changed it, or in a revert, as the changeset made it; null if there was none. */
                base: unknown;
                /** @description The kind of record, such as operation, task or assignment. */
                entity: string;
                /** @description The members that both sides changed. */
                fields: string[];
                /** @description The id of the record; for an assignment, that of its operation. */
                id: string;
                /** @description The record in the workspace, or in a revert, as it would be restored; null where that deletes it. */
                ours: unknown;
                /** @description The record on the mainline now; null where it was deleted. */
                theirs: unknown;
            }[];
            /** @description The number of changed records, by entity. */
            counts: {
                [key: string]: {
                    /** @description New records. */
                    created: number;
                    /** @description Deleted records. */
                    deleted: number;
                    /** @description Changed records. */
                    updated: number;
                };
            };
            /** @description The records that would change. */
            diffs: components["schemas"]["Diff"][];
            /** @description What a publish would still be refused for after a rebase, as the response of the rebase says; absent while there are clashes. */
            errors?: components["schemas"]["Problem"][];
            /** @description The score of the mainline (publish) or of the workspace (rebase), as in its metrics; null while there are clashes. Only that of a workspace includes what its moves cost (`reassigned`). */
            score: components["schemas"]["ScoreChange"] | null;
        };
        /**
         * @description Any JSON value of at most 16 KiB. The samples use the kinds maritime_berth and aviation_stand.
         * @example {
         *       "kind": "aviation_stand",
         *       "airline": "TG",
         *       "alliance": null,
         *       "location_code": "FRA",
         *       "origin_code": "BKK",
         *       "destination_code": null
         *     }
         */
        Metadata: unknown;
        MetricsPoint: {
            /** @description The number of operations of which every part has a place. */
            assigned: number;
            at: components["schemas"]["Timestamp"];
            /** @description The number of blockers: periods in which a resource cannot be used. */
            blockers: number;
            /**
             * @description The last changeset that is visible in the plan at that time.
             * @example 0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44
             */
            change: components["schemas"]["Id"];
            /** @description How many conflicts there are, and how long they last. */
            conflicts: {
                /** @description The number of overlaps to expect: the sum of the probabilities that two operations on one resource overlap, including those that are only near each other. With a window, those that overlap or come near each other in it. Gaps shorter than a hard buffer and conflicts of hard adjacency are not part of it; `stress/` counts them, too. */
                expectedPairs: number;
                /** @description The number of operations that are in a conflict. */
                operations: number;
                /** @description The sum of `overlapSeconds` of all conflicts, in seconds. */
                overlapSeconds: number;
                /** @description The number of conflicts. */
                pairs: number;
            };
            /** @description The number of operations, not counting blockers. */
            operations: number;
            /** @description How many operations have another place than before: in metrics of a workspace, another than in the mainline; in those of a virtual state, another than in the plan that it is laid over. */
            reassignments: number;
            score: components["schemas"]["Score"];
            /** @description The number of operations whose outbound time is not after their inbound time. */
            timesCrossed: number;
            /** @description The number of operations of which some part has no place. */
            unassigned: number;
        };
        /** @description One change of a strategy. A swap is two moves. */
        Move: {
            /** @description How much later the operation is to be, in seconds; 0 unless the kind is delay. */
            delaySeconds: number;
            endAt: components["schemas"]["Timestamp"] | null;
            fromResource: components["schemas"]["Id"] | null;
            /**
             * @description `reassign`: to another resource. `swap`: the same, one of two moves by which operations change places. `unassign`: off its resource. `delay`: later, on the same resource.
             * @enum {string}
             */
            kind: "reassign" | "swap" | "unassign" | "delay";
            operation: components["schemas"]["Id"];
            part: string | null;
            startAt: components["schemas"]["Timestamp"] | null;
            toResource: components["schemas"]["Id"] | null;
        };
        /**
         * @description An arrival or a departure. If a task of the planning has its externalId, that operation is updated. Otherwise it is paired with the movement that turnsWith names, or it becomes an operation of its own: a mock (a placeholder) is the other side, after or before the shortest stay of the planning. At least one of scheduledTime, expectedTime and actualTime is required. A time with the expectedTimesSource schedule never replaces an estimate.
         * @example {
         *       "role": "inbound",
         *       "externalId": "TG920.2026-11-20.BKK-FRA",
         *       "taskName": "TG920",
         *       "scheduledTime": "2026-11-20T05:30:00Z",
         *       "expectedTime": "2026-11-20T05:45:00Z",
         *       "expectedTimesSource": "predicted",
         *       "turnsWith": "TG921.2026-11-20.FRA-BKK"
         *     }
         */
        MovementUpload: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description True if the movement is canceled: it is removed from its operation, which is deleted if it has no other side. */
            cancelled?: boolean;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /** @description Absent or null if it is not known; then the stored value stays. */
            expectedTime?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description The carrier’s identifier of it, which must be the same in every upload. It becomes the externalId of the task. */
            externalId: string;
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description inbound: an arrival; outbound: a departure.
             * @enum {string}
             */
            role: "inbound" | "outbound";
            /** @description Absent or null if it is not known; then the stored value stays. */
            scheduledTime?: components["schemas"]["TimestampIn"] | null;
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description The name of its task, such as a flight number. */
            taskName: string;
            /** @description The externalId of the movement of the same aircraft or vessel on the other side: the departure after this arrival, or the arrival before this departure. */
            turnsWith?: string | null;
        };
        /** @description Links an inbound task to an outbound task. */
        Operation: {
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            group: components["schemas"]["Id"] | null;
            id: components["schemas"]["Id"];
            /** @description Null if that side was deleted. */
            inboundTask: components["schemas"]["OperationTask"] | null;
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
            isBlocker: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource: boolean;
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            /** @description Its immediate neighbors in its operation group. */
            operationDependencies: components["schemas"]["OperationDependency"][];
            /** @description The names of the inbound and the outbound task, with ` / ` between them if they differ. */
            operationName: string;
            /** @description Null if that side was deleted. */
            outboundTask: components["schemas"]["OperationTask"] | null;
            planning: components["schemas"]["Id"];
            /** @description The ids of those of its tags that are required. */
            requiredTags: string[];
            /** @description The ids of its tags. Default: none. */
            tags: components["schemas"]["Id"][];
            /** @description Its tags as whole records, in the order of `tags`. */
            tagsDetails: components["schemas"]["TagDetail"][];
            /** @description True if the outbound time is not after the inbound time. */
            timesCrossed: boolean;
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "planning": "demo",
         *       "externalId": "TG920-20261120",
         *       "isBlocker": false,
         *       "inboundTask": {
         *         "taskName": "TG920",
         *         "scheduledTime": "2026-11-20T09:30:00Z",
         *         "expectedTime": "2026-11-20T09:45:00Z",
         *         "expectedTimesSource": "predicted"
         *       },
         *       "outboundTask": {
         *         "taskName": "TG921",
         *         "plannedTime": "2026-11-20T11:40:00Z",
         *         "expectedTime": "2026-11-20T11:40:00Z",
         *         "sigma": 240
         *       }
         *     }
         */
        OperationBulkCreate: {
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            group?: components["schemas"]["Id"] | null;
            id?: components["schemas"]["Id"];
            inboundTask: components["schemas"]["OperationTaskCreate"];
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Required here. */
            isBlocker: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operationDependencies?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly operationName?: unknown;
            outboundTask: components["schemas"]["OperationTaskCreate"];
            planning: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly requiredTags?: unknown;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly timesCrossed?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "id": "op-1",
         *       "inboundTask": {
         *         "expectedTime": "2026-11-20T10:05:00Z"
         *       }
         *     }
         */
        OperationBulkPatch: {
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            group?: components["schemas"]["Id"] | null;
            id: components["schemas"]["Id"];
            inboundTask?: components["schemas"]["OperationTaskPatch"] | null;
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
            isBlocker?: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operationDependencies?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly operationName?: unknown;
            outboundTask?: components["schemas"]["OperationTaskPatch"] | null;
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly requiredTags?: unknown;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly timesCrossed?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "planning": "demo",
         *       "externalId": "TG920-20261120",
         *       "isBlocker": false,
         *       "inboundTask": {
         *         "taskName": "TG920",
         *         "scheduledTime": "2026-11-20T09:30:00Z",
         *         "expectedTime": "2026-11-20T09:45:00Z",
         *         "expectedTimesSource": "predicted"
         *       },
         *       "outboundTask": {
         *         "taskName": "TG921",
         *         "plannedTime": "2026-11-20T11:40:00Z",
         *         "expectedTime": "2026-11-20T11:40:00Z",
         *         "sigma": 240
         *       }
         *     }
         */
        OperationCreate: {
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            group?: components["schemas"]["Id"] | null;
            id?: components["schemas"]["Id"];
            inboundTask: components["schemas"]["OperationTaskCreate"];
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
            isBlocker?: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operationDependencies?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly operationName?: unknown;
            outboundTask: components["schemas"]["OperationTaskCreate"];
            planning: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly requiredTags?: unknown;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly timesCrossed?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description An immediate neighbor in the operation group. */
        OperationDependency: {
            operation: components["schemas"]["Id"];
            /**
             * @description How this operation relates to the other one.
             * @enum {string}
             */
            relation: "precedes" | "follows" | "overlaps";
        };
        /**
         * @description If the operation exists, absent members keep their values. A new operation needs both tasks.
         * @example {
         *       "id": "op-1",
         *       "outboundTask": {
         *         "imposedDelayInSeconds": 900
         *       }
         *     }
         */
        OperationEdit: {
            /** @description The versionId that you last saw. The response is 412 if the record has changed since. */
            basedOn?: string;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            group?: components["schemas"]["Id"] | null;
            id?: components["schemas"]["Id"];
            inboundTask?: components["schemas"]["OperationTaskPatch"] | null;
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
            isBlocker?: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operationDependencies?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly operationName?: unknown;
            outboundTask?: components["schemas"]["OperationTaskPatch"] | null;
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly requiredTags?: unknown;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly timesCrossed?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description A grouping of operations, for example a port call. */
        OperationGroup: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            id: components["schemas"]["Id"];
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            name: string | null;
            planning: components["schemas"]["Id"];
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "planning": "demo",
         *       "name": "Port call 4711"
         *     }
         */
        OperationGroupCreate: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            planning: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "name": "Port call 4712"
         *     }
         */
        OperationGroupPatch: {
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description A name of 1 to 255 characters. */
            name?: string;
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @description Absent members keep their values, and null clears a member. The planning of a record never changes.
         * @example {
         *       "inboundTask": {
         *         "expectedTime": "2026-11-20T10:05:00Z"
         *       }
         *     }
         */
        OperationPatch: {
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            group?: components["schemas"]["Id"] | null;
            id?: components["schemas"]["Id"];
            inboundTask?: components["schemas"]["OperationTaskPatch"] | null;
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
            isBlocker?: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operationDependencies?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly operationName?: unknown;
            outboundTask?: components["schemas"]["OperationTaskPatch"] | null;
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly requiredTags?: unknown;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly timesCrossed?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "externalId": "TG920-20261120"
         *     }
         */
        OperationSearch: {
            /** @description The externalId of the operations to find. */
            externalId: string;
        };
        OperationTask: {
            /** @description The actual time. Null while it is not known. */
            actualTime: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description actualTime if it is known, else expectedTime plus the imposed delay. Conflicts and solvers use this time.
             * @example 2026-11-20T09:30:00.000Z
             */
            derivedExpectedTime: components["schemas"]["Timestamp"];
            /** @description The same time as expectedTimeP05. */
            distributionEarliest: components["schemas"]["Timestamp"] | null;
            /** @description The same time as expectedTimeP95. */
            distributionLatest: components["schemas"]["Timestamp"] | null;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean: components["schemas"]["Timestamp"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00.000Z
             */
            expectedTime: components["schemas"]["Timestamp"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05: components["schemas"]["Timestamp"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10: components["schemas"]["Timestamp"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90: components["schemas"]["Timestamp"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95: components["schemas"]["Timestamp"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            id: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds: number;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock: boolean;
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            /** @description False only for tasks of a virtual state. */
            persisted: boolean;
            plannedTime: components["schemas"]["Timestamp"];
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00.000Z
             */
            scheduledTime: components["schemas"]["Timestamp"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor: number | null;
            /** @description The ids of its tags. Default: none. */
            tags: components["schemas"]["Id"][];
            /** @description Its tags as whole records, in the order of `tags`. */
            tagsDetails: components["schemas"]["TagDetail"][];
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName: string;
            updatedAt: components["schemas"]["Timestamp"];
            validFrom: components["schemas"]["Timestamp"];
            validTo: components["schemas"]["Timestamp"] | null;
            /** @description Identifier of this version of the record. */
            versionId: string;
        };
        /**
         * @description Requires taskName, expectedTime, and either plannedTime or scheduledTime with expectedTimesSource. Alternatively, only the id of a standalone task, to link it.
         * @example {
         *       "taskName": "Arrival TG920",
         *       "scheduledTime": "2026-11-20T09:30:00Z",
         *       "expectedTime": "2026-11-20T09:45:00Z",
         *       "expectedTimesSource": "predicted",
         *       "sigma": 300,
         *       "skewFactor": 0.4
         *     }
         */
        OperationTaskCreate: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly derivedExpectedTime?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionEarliest?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionLatest?: unknown;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00Z
             */
            expectedTime?: components["schemas"]["TimestampIn"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operation?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly persisted?: unknown;
            plannedTime?: components["schemas"]["TimestampIn"];
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly role?: unknown;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00Z
             */
            scheduledTime?: components["schemas"]["TimestampIn"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validFrom?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @description Any difference creates a new version of the task. If both names of one value are sent, the one that differs from the stored value counts.
         * @example {
         *       "expectedTime": "2026-11-20T10:05:00Z",
         *       "expectedTimesSource": "predicted"
         *     }
         */
        OperationTaskPatch: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly derivedExpectedTime?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionEarliest?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionLatest?: unknown;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00Z
             */
            expectedTime?: components["schemas"]["TimestampIn"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operation?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly persisted?: unknown;
            plannedTime?: components["schemas"]["TimestampIn"];
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly role?: unknown;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00Z
             */
            scheduledTime?: components["schemas"]["TimestampIn"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validFrom?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @description Updates the operation with this externalId if the planning has one; otherwise creates it.
         * @example {
         *       "externalId": "TG920-20261120",
         *       "inboundTask": {
         *         "taskName": "TG920",
         *         "scheduledTime": "2026-11-20T09:30:00Z",
         *         "expectedTime": "2026-11-20T09:45:00Z",
         *         "expectedTimesSource": "predicted"
         *       },
         *       "outboundTask": {
         *         "taskName": "TG921",
         *         "plannedTime": "2026-11-20T11:40:00Z",
         *         "expectedTime": "2026-11-20T11:40:00Z",
         *         "sigma": 240
         *       }
         *     }
         */
        OperationUpload: {
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            group?: components["schemas"]["Id"] | null;
            id?: components["schemas"]["Id"];
            inboundTask: components["schemas"]["OperationTaskCreate"];
            /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
            isBlocker?: boolean;
            /** @description Solvers and strategies do not move this operation. Default: false. */
            isFixedToResource?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operationDependencies?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly operationName?: unknown;
            outboundTask: components["schemas"]["OperationTaskCreate"];
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly requiredTags?: unknown;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly timesCrossed?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        OptimizationLine: {
            /**
             * @description `PENDING`: created, not started. `STARTING`: waits for a worker. `RUNNING`: a solver searches. The others are final.
             * @enum {string}
             */
            status: "PENDING" | "STARTING" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
            /** @description The task, in the first line of the answer to the request that started it. */
            task?: components["schemas"]["OptimizationTask"];
            /**
             * @description The status of the run now.
             * @constant
             */
            type: "status";
        } | {
            /** @description Seconds that the run has searched. */
            elapsedSeconds: number;
            /** @description The iterations of the run so far, which `stepLimit` limits; what one of them does depends on the solver. */
            iterations: number;
            /** @description What the solver is doing; null where it does not say. */
            phase: string | null;
            /**
             * @description How far the search is.
             * @constant
             */
            type: "progress";
        } | {
            /** @description No plan has a lower total, in weight units; null if nothing is proven. */
            bound: number | null;
            /** @description What the plan is like; null where it was not counted. */
            counts: {
                /** @description The number of conflicts. */
                conflicts: number;
                /** @description The number of operations with another place than now. */
                reassigned: number;
                /** @description The number of operations without a place. */
                unassigned: number;
            } | null;
            /** @description Seconds that the run has searched. */
            elapsedSeconds: number;
            /** @description (total − bound) / max(1, |total|); null without a bound. */
            gap: number | null;
            score: components["schemas"]["Score"];
            /**
             * @description A better plan was found.
             * @constant
             */
            type: "incumbent";
        } | {
            /** @description The run as it ended. */
            task: components["schemas"]["OptimizationTask"];
            /**
             * @description The run has ended; this is the last line.
             * @constant
             */
            type: "done";
        } | {
            code?: components["schemas"]["ErrorCode"];
            /** @description What is wrong. */
            detail: string;
            /**
             * @description The request failed; this is the last line.
             * @constant
             */
            type: "error";
        } | {
            /**
             * @description There was nothing to send for ten seconds.
             * @constant
             */
            type: "heartbeat";
        };
        OptimizationResult: {
            /** @description With the parameter `operation`, every resource as a place for that operation in the plan, best first. */
            alternatives?: components["schemas"]["Candidate"][];
            /** @description The whole plan as [{ operation, resource, parts? }]; `resource` is that of the first part. */
            assignments: unknown;
            /** @description No plan has a lower total, in weight units; null if nothing is proven. */
            bound: number | null;
            /** @description Null with explain=false, and when the history that the plan was made on is no longer kept. */
            costs: components["schemas"]["PlanCosts"] | null;
            /** @description One point for each value of the parameter `frontier`, in its order; null when the parameter was absent. */
            frontier: components["schemas"]["FrontierPoint"][] | null;
            /** @description (total − bound) / max(1, |total|); null without a bound. */
            gap: number | null;
            /** @description What the plan changes. */
            moves: components["schemas"]["Move"][];
            /** @description How many operations and conflicts there are to explain. Null in the same cases as costs. */
            reasonCount: number | null;
            /** @description Why operations have no place, in order of start, then why there are conflicts: 50 at most. Null in the same cases as costs. */
            reasons: components["schemas"]["Reason"][] | null;
            score: components["schemas"]["Score"];
            task: components["schemas"]["Id"];
            /** @description What the score consists of, by rule; sums to the score's total. */
            terms: components["schemas"]["CostTerm"][];
        };
        OptimizationTask: {
            /** @description The best plan; null before the run has ended. */
            after: {
                /** @description No plan has a lower total, in weight units; null if nothing is proven. */
                bound: number | null;
                /** @description (total − bound) / max(1, |total|); null without a bound. */
                gap: number | null;
                score: components["schemas"]["Score"];
            } | null;
            /** @description What was written of the plan; null while nothing was. */
            applied: {
                /** @description The number of operations whose moves were written. */
                assigned: number;
                /** @description Operations whose moves were left out because the schedule had changed, and why. */
                skipped: {
                    operation: components["schemas"]["Id"];
                    /** @description Why: `deleted`, `fixed`, `started` (it has arrived), `blocker`, `reassigned` (it has been moved since), `ineligible` (it may not use the resource), `conflict` (it would be in one) or `score` (the move would cost more than it saves). */
                    reason: string;
                }[];
                /** @description The number of operations without a move. */
                unchanged: number;
            } | null;
            /** @description The plan that the run started from; null before the run has started. */
            before: {
                score: components["schemas"]["Score"];
            } | null;
            changeset: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Timestamp"];
            createdBy: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /** @description True keeps the plan as a result and writes nothing. Default: false. */
            dryRun: boolean;
            /** @description Why the task failed; null unless it did. */
            error: string | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
            id: components["schemas"]["Id"];
            /** @description A name for the run, at most 255 characters. Default: null. */
            name: string | null;
            /** @description The parameters of the run, with the defaults of its solver. */
            parameters: {
                [key: string]: unknown;
            };
            planning: components["schemas"]["Id"];
            /** @description elapsedSeconds, iterations, score, counts, bound, gap, phase, and yields: how often the run paused for other organizations, or for a full disk of the database. Null before the first progress. */
            progress: {
                [key: string]: unknown;
            } | null;
            /** @description The id of the solver. */
            solver: string;
            startedAt: components["schemas"]["Timestamp"] | null;
            /**
             * @description `PENDING`: created, not started. `STARTING`: waits for a worker. `RUNNING`: a solver searches. The others are final.
             * @enum {string}
             */
            status: "PENDING" | "STARTING" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
            /** @description The secret that signs the messages of an external solver. Only in the response that creates the run. */
            webhookSecret?: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /** @description `status: "STARTING"` starts a pending task. */
        OptimizationTaskPatch: {
            /** @description Read only: accepted and ignored. */
            readonly after?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly applied?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly before?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly changeset?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdByName?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly dryRun?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly error?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly finishedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly id?: unknown;
            /** @description A name for the run, at most 255 characters. Default: null. */
            name?: string | null;
            /** @description Limits and options of the run. */
            parameters?: components["schemas"]["RunParameters"];
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly progress?: unknown;
            /** @description The id of a solver of meta. Default: auto. */
            solver?: string;
            /** @description Read only: accepted and ignored. */
            readonly startedAt?: unknown;
            /**
             * @description `PENDING`: created, not started. `STARTING`: waits for a worker. `RUNNING`: a solver searches. The others are final.
             * @enum {string}
             */
            status?: "PENDING" | "STARTING" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "solver": "auto",
         *       "parameters": {
         *         "timeLimitSeconds": 10,
         *         "seed": 1
         *       }
         *     }
         */
        OptimizeRequest: {
            /** @description True keeps the plan as a result and writes nothing. Default: false. */
            dryRun?: boolean;
            /** @description A name for the run, at most 255 characters. Default: null. */
            name?: string | null;
            /** @description Limits and options of the run. */
            parameters?: components["schemas"]["RunParameters"];
            /** @description The id of a solver of meta. Default: auto. */
            solver?: string;
            /** @description False creates a pending task, which is started later. Default: true. */
            start?: boolean;
        };
        Organization: {
            id: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name: string;
        };
        /**
         * @example {
         *       "name": "Hub airport"
         *     }
         */
        OrganizationCreate: {
            /** @description Read only: accepted and ignored. */
            readonly id?: unknown;
            /** @description A name of 1 to 255 characters. */
            name: string;
        };
        /** @description What each operation costs; operations, rest and resources sum to the score's total. */
        PlanCosts: {
            /** @description The number of operations whose cost is not 0. */
            operationCount: number;
            /** @description At most 500 operations, the most expensive first. Each operation of a pair gets half of what the pair costs; the earlier one gets the odd hundredth. */
            operations: {
                /** @description In weight units; a negative cost lowers the score. */
                cost: number;
                operation: components["schemas"]["Id"];
                /** @description What the cost consists of. */
                terms: components["schemas"]["CostTerm"][];
            }[];
            /** @description What each resource costs because it is used at all. */
            resources: {
                /** @description In weight units; a negative cost lowers the score. */
                cost: number;
                resource: components["schemas"]["Id"];
                /** @description What the cost consists of. */
                terms: components["schemas"]["CostTerm"][];
            }[];
            /** @description The total cost of those that are not listed. */
            rest: number;
        };
        /** @description A container of operations, resources, tags, rules, assignments and optimization tasks. */
        Planning: {
            /** @description Id of the latest changeset; null if there is none. */
            change: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            id: components["schemas"]["Id"];
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            /** @description The minimum duration of an operation, in seconds, if its outbound time is not after its inbound time. Default: 1800. */
            minimumStaySeconds: number;
            /** @description A name of 1 to 255 characters. */
            name: string;
            organization: components["schemas"]["Id"];
            /** @description The policy of the standing repair as it was last written; null: never. `repair-policy/` reads and writes it. */
            repairPolicy: {
                [key: string]: unknown;
            } | null;
            /** @description IANA time zone. */
            timezone: string;
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Identifier of this version of the record. */
            versionId: string;
            weights: components["schemas"]["Weights"];
        };
        /**
         * @example {
         *       "name": "Hub, winter",
         *       "timezone": "Europe/Berlin",
         *       "minimumStaySeconds": 1800
         *     }
         */
        PlanningCreate: {
            /** @description Read only: accepted and ignored. */
            readonly change?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            id?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description The minimum duration of an operation, in seconds, if its outbound time is not after its inbound time. Default: 1800. */
            minimumStaySeconds?: number;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description Read only: accepted and ignored. */
            readonly organization?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly repairPolicy?: unknown;
            /**
             * @description IANA time zone. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            weights?: components["schemas"]["Weights"];
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description A whole planning, as import, export, fixtures and the solvers use it. */
        PlanningDocument: {
            /** @description The active assignments. Default: none. */
            assignments?: {
                /** @description Read only: accepted and ignored. */
                readonly active?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly assignedAt?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly assignedBy?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly assignedByName?: unknown;
                id?: components["schemas"]["Id"];
                /** @description Read only: accepted and ignored. */
                readonly location?: unknown;
                metadata?: components["schemas"]["Metadata"];
                operation: components["schemas"]["Id"];
                /** @description Assigns the operation even if the resource lacks required tags; the message of the changeset says so. Default: false. */
                override?: boolean;
                /** @description The parts, one after another; an operation that stays on one resource has one part. */
                parts?: components["schemas"]["AssignmentPartWrite"][];
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                resource?: components["schemas"]["Id"] | null;
                /** @description Read only: accepted and ignored. */
                readonly tombstone?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly validTo?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            }[];
            /**
             * @description The format of the document and its version.
             * @constant
             */
            format: "tidegate/planning@1";
            /** @description The operation groups of the planning. Default: none. */
            groups?: {
                /** @description Identifier in another system, at most 255 characters. Default: null. */
                externalId?: string | null;
                id: components["schemas"]["Id"];
                metadata?: components["schemas"]["Metadata"];
                /** @description A name of 1 to 255 characters. */
                name: string;
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            }[];
            /** @description The locations of the planning. Default: none. */
            locations?: {
                /** @description Identifier in another system, at most 255 characters. Default: null. */
                externalId?: string | null;
                id: components["schemas"]["Id"];
                metadata?: components["schemas"]["Metadata"];
                /** @description A name of 1 to 255 characters. */
                name: string;
                /** @description The position in lists, ascending; null comes last. Default: null. */
                ordering?: number | null;
                parent?: components["schemas"]["Id"] | null;
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly resources?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            }[];
            /** @description The operations of the planning, with their tasks. Default: none. */
            operations?: {
                /** @description Free text of at most 10,000 characters. Default: null. */
                description?: string | null;
                /** @description Identifier in another system, at most 255 characters. Default: null. */
                externalId?: string | null;
                group?: components["schemas"]["Id"] | null;
                id: components["schemas"]["Id"];
                inboundTask: components["schemas"]["DocumentTask"] | null;
                /** @description A blocker closes its resource to other operations during its window, and solvers do not place it. Default: false. */
                isBlocker?: boolean;
                /** @description Solvers and strategies do not move this operation. Default: false. */
                isFixedToResource?: boolean;
                metadata?: components["schemas"]["Metadata"];
                /** @description Read only: accepted and ignored. */
                readonly operationDependencies?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly operationName?: unknown;
                outboundTask: components["schemas"]["DocumentTask"] | null;
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly requiredTags?: unknown;
                /** @description The ids of its tags. Default: none. */
                tags?: components["schemas"]["Id"][];
                /** @description Read only: accepted and ignored. */
                readonly tagsDetails?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly timesCrossed?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            }[];
            /** @description The parameters of a run on the document. */
            parameters?: components["schemas"]["RunParameters"];
            /** @description The planning itself. */
            planning: {
                /** @description Read only: accepted and ignored. */
                readonly change?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly createdAt?: unknown;
                /** @description Free text of at most 10,000 characters. Default: null. */
                description?: string | null;
                id?: components["schemas"]["Id"];
                metadata?: components["schemas"]["Metadata"];
                /** @description The minimum duration of an operation, in seconds, if its outbound time is not after its inbound time. Default: 1800. */
                minimumStaySeconds?: number;
                /** @description A name of 1 to 255 characters. */
                name: string;
                /** @description Read only: accepted and ignored. */
                readonly organization?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly repairPolicy?: unknown;
                /**
                 * @description IANA time zone. Default: UTC.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /** @description Read only: accepted and ignored. */
                readonly updatedAt?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                weights?: components["schemas"]["Weights"];
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            };
            /** @description The resources of the planning. Default: none. */
            resources?: {
                /** @description The ids of its neighbors, to which adjacency rules refer. Default: none. */
                adjacent?: components["schemas"]["Id"][];
                /** @description Identifier in another system, at most 255 characters. Default: null. */
                externalId?: string | null;
                id: components["schemas"]["Id"];
                location: components["schemas"]["Id"];
                metadata?: components["schemas"]["Metadata"];
                /** @description A name of 1 to 255 characters. */
                name: string;
                /** @description The position in lists, ascending; null comes last. Default: null. */
                ordering?: number | null;
                parent?: components["schemas"]["Id"] | null;
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                /** @description The ids of its tags. Default: none. */
                tags?: components["schemas"]["Id"][];
                /** @description Read only: accepted and ignored. */
                readonly tagsDetails?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            }[];
            /** @description The rules of the planning. Default: none. */
            rules?: components["schemas"]["DocumentRule"][];
            /** @description The tags of the planning. Default: none. */
            tags?: {
                /** @description What the tag is about, such as `aircraft`; at most 100 characters. */
                category: string;
                /** @description The display color, such as #1a2b3c. Default: null. */
                color?: string | null;
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                /** @description If true, operations with this tag may only use resources that have it, too. Default: false. */
                required?: boolean;
                uuid: components["schemas"]["Id"];
                /** @description What it says about that, such as `wide body`; at most 255 characters. */
                value: string;
                /** @description Read only: accepted and ignored. */
                readonly versionId?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly workspace?: unknown;
            }[];
        };
        PlanningMeta: {
            /** @description Limits of this server: `runSeconds`, the longest time limit of a run; `queuedRuns`, how many runs may wait; `bulk`, the most items of a request; `bodyBytes`, the largest body. */
            limits: {
                [key: string]: number;
            };
            planning: components["schemas"]["Id"];
            /** @description The kinds of rules that a planning may have. */
            ruleKinds: {
                /** @description What such a rule says. */
                description: string;
                /** @description What `kind` of a rule names. */
                kind: string;
                /** @description True if such a rule may be hard. */
                mayBeHard: boolean;
                /** @description True if its weight may be negative. */
                mayBeNegative: boolean;
                /** @description The JSON schema of the parameters of such a rule. */
                parameters: unknown;
            }[];
            /** @description The solvers that an optimization may use. */
            solvers: {
                /** @description What it does, and what for. */
                description: string;
                /** @description What `solver` of an optimization names. */
                id: string;
                /** @description The name of the method. */
                name: string;
                /** @description The JSON schema of the parameters of a run with this solver, with defaults. */
                parameters: unknown;
                /** @description True if it proves how good its plans are. */
                provesBound: boolean;
            }[];
            /** @description The categories of the tags of the planning, sorted. */
            tagCategories: string[];
            /** @description The weights in effect, with defaults filled in. */
            weights: {
                [key: string]: unknown;
            };
        };
        /** @description A plan in a few numbers. */
        PlanningMetrics: {
            /** @description The number of operations of which every part has a place. */
            assigned: number;
            /** @description The number of blockers: periods in which a resource cannot be used. */
            blockers: number;
            change: components["schemas"]["Id"] | null;
            /** @description How many conflicts there are, and how long they last. */
            conflicts: {
                /** @description The number of overlaps to expect: the sum of the probabilities that two operations on one resource overlap, including those that are only near each other. With a window, those that overlap or come near each other in it. Gaps shorter than a hard buffer and conflicts of hard adjacency are not part of it; `stress/` counts them, too. */
                expectedPairs: number;
                /** @description The number of operations that are in a conflict. */
                operations: number;
                /** @description The sum of `overlapSeconds` of all conflicts, in seconds. */
                overlapSeconds: number;
                /** @description The number of conflicts. */
                pairs: number;
            };
            /** @description The number of operations, not counting blockers. */
            operations: number;
            planning: components["schemas"]["Id"];
            /** @description How many operations have another place than before: in metrics of a workspace, another than in the mainline; in those of a virtual state, another than in the plan that it is laid over. */
            reassignments: number;
            /** @description Every enabled rule. */
            rules: {
                id: components["schemas"]["Id"];
                /** @description A name of 1 to 255 characters. */
                name: string;
                /** @description What that costs, in weight units. */
                penalty: number;
                /** @description How often the rule costs something: for how many parts, pairs or resources. Preferences that are met do not count, nor do rules without a weight. */
                violations: number;
            }[];
            score: components["schemas"]["Score"];
            /** @description The number of operations whose outbound time is not after their inbound time. */
            timesCrossed: number;
            /** @description The number of operations of which some part has no place. */
            unassigned: number;
            /** @description How much each resource is used. */
            utilization: {
                /** @description For how many seconds an operation is on the resource; blockers do not count. */
                occupiedSeconds: number;
                /** @description The number of operations on the resource. */
                operations: number;
                /** @description The occupied share of the window, from 0 to 1. */
                ratio: number;
                resource: components["schemas"]["Id"];
            }[];
            /** @description The time that was looked at: that of the request, or from the first start to the last end; null if there is none. */
            window: {
                /** @description Its end in Unix seconds. */
                end_timestamp: number;
                /** @description Its start in Unix seconds. */
                start_timestamp: number;
            } | null;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "weights": {
         *         "conflict": 3000
         *       }
         *     }
         */
        PlanningPatch: {
            /** @description Read only: accepted and ignored. */
            readonly change?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            id?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description The minimum duration of an operation, in seconds, if its outbound time is not after its inbound time. Default: 1800. */
            minimumStaySeconds?: number;
            /** @description A name of 1 to 255 characters. */
            name?: string;
            /** @description Read only: accepted and ignored. */
            readonly organization?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly repairPolicy?: unknown;
            /**
             * @description IANA time zone. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            weights?: components["schemas"]["Weights"];
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description The preferences of the current user for one planning. */
        Preferences: {
            /** @description Any JSON object of at most 1 MiB; the service does not look into it. */
            data: Record<string, unknown>;
            planning: components["schemas"]["Id"];
            updatedAt: components["schemas"]["Timestamp"];
            user: components["schemas"]["Id"];
        };
        /**
         * @example {
         *       "data": {
         *         "theme": "dark",
         *         "rowHeight": 24
         *       }
         *     }
         */
        PreferencesPut: {
            /** @description Any JSON object of at most 1 MiB; the service does not look into it. */
            data: Record<string, unknown>;
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly user?: unknown;
        };
        Problem: {
            code: components["schemas"]["ProblemCode"];
            /** @description What is wrong with the value. */
            message: string;
            /** @description Where the value is, with dots between members and indices, as in `operations.3.inboundTask.expectedTime`; empty for the whole body. */
            path: string;
        };
        /**
         * @description What is wrong with one value. docs/errors.md has the cause of each code and what to do about it.
         * @enum {string}
         */
        ProblemCode: "duplicate" | "hard_unsupported" | "invalid_csv" | "invalid_format" | "invalid_json_value" | "invalid_timestamp" | "invalid_type" | "invalid_value" | "out_of_range" | "required" | "too_big" | "too_small" | "unknown_member" | "unknown_rule_kind" | "already_member" | "busy" | "clash" | "cycle" | "database_unavailable" | "external_id_ambiguous" | "forbidden" | "id_ambiguous" | "id_reserved" | "id_taken" | "idempotency_in_flight" | "idempotency_reused" | "in_use" | "invalid_cursor" | "invalid_json" | "invalid_version" | "last_admin" | "missing_required_tags" | "name_taken" | "names_disagree" | "no_plan" | "not_found" | "not_in_planning" | "not_revertible" | "operation_blocker" | "operation_fixed" | "parts_out_of_order" | "percentiles_out_of_order" | "plan_infeasible" | "planning_immutable" | "queue_full" | "repair_closed" | "resource_and_parts" | "search_stuck" | "tag_not_unique" | "task_finished" | "task_linked" | "task_not_pending" | "task_running" | "times_crossed" | "too_many_items" | "unassigned" | "unknown_reference" | "unknown_solver" | "validation_failed" | "value_refused" | "version_mismatch" | "weight_negative" | "workspace_not_draft";
        /** @description Why an operation has no place, or is in conflict. */
        Reason: {
            /** @description True when all of `operations` are present from startAt to endAt. */
            atOnce: boolean;
            /** @description The id of the conflict; null when the operation has no place. */
            conflict: string | null;
            endAt: components["schemas"]["Timestamp"];
            /** @description Operations that may not move (fixed, frozen, started, blockers) and are part of the proof. */
            fixed: components["schemas"]["Id"][];
            /** @description True when it is proven that without any one of `operations` or of `fixed` the rest can be placed. */
            irreducible: boolean;
            /**
             * @description pinned: the operation may not be moved. ineligible: no resource has what it needs. crowded: more operations have to be there than there is room for. choice: there is room, and the plan did not use it (see way). limit: there is room, but only beyond maxReassignments (see way). open: neither room nor a proof was found.
             * @enum {string}
             */
            kind: "pinned" | "ineligible" | "crowded" | "choice" | "limit" | "open";
            /** @description The reason in one sentence. */
            message: string;
            operation: components["schemas"]["Id"];
            /** @description For crowded and ineligible: operations, this one among them, that provably cannot all be placed without conflict. Empty otherwise. */
            operations: components["schemas"]["Id"][];
            /** @description The part of the operation: its id or position. */
            part: string;
            /** @description The cheapest change of each kind, and the cheapest that is enough, in order of price. */
            relaxations: components["schemas"]["Relaxation"][];
            /** @description Resources that `operations` may use when only `fixed` is in the way. */
            resources: components["schemas"]["Id"][];
            startAt: components["schemas"]["Timestamp"];
            /** @description Tags that all of `operations` require. */
            tags: components["schemas"]["Id"][];
            /** @description Moves that give the operation a place without conflict; for open, its cheapest place with a conflict. */
            way: {
                /** @description The difference in the total score, in weight units. */
                delta: number;
                /** @description The moves, to be made together. */
                moves: {
                    fromResource: components["schemas"]["Id"] | null;
                    operation: components["schemas"]["Id"];
                    /** @description The part of the operation: its id or position. */
                    part: string;
                    toResource: components["schemas"]["Id"] | null;
                }[];
            } | null;
        };
        /** @description The workspace, and what still has to be corrected in it. */
        RebasedWorkspace: {
            baseChange: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Timestamp"];
            createdBy: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            /** @description What a publish would be refused for (409), although nothing clashes any more: references to what the mainline deleted, and duplicates of what it has. Empty when the draft can be published. */
            errors: components["schemas"]["Problem"][];
            id: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            planning: components["schemas"]["Id"];
            /**
             * @description Only a DRAFT may be written to, and an ARCHIVED one is not selected.
             * @enum {string}
             */
            state: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Identifier of this version of the record. */
            versionId: string;
        };
        /** @description When `refresh` is absent, the token in the session's cookie is used. */
        RefreshRequest: {
            /** @description A refresh token that was not used yet. */
            refresh?: string;
        };
        /** @description One change with which all of `operations` can be placed. It was verified by finding a plan. */
        Relaxation: {
            /** @description True when a plan was found that gives this operation, and everything that is placed now, a place. False when no such plan was found, which does not prove that there is none. */
            enough: boolean;
            /**
             * @description delay: delay one operation. waive: waive one tag or hard rule on one resource for one operation. release: let something fixed or frozen move. shorten: shorten a blocker. remove: do without a blocker. buffer: keep a shorter buffer.
             * @enum {string}
             */
            kind: "delay" | "waive" | "release" | "shorten" | "remove" | "buffer";
            /** @description The change in one sentence. */
            message: string;
            operation: components["schemas"]["Id"] | null;
            /** @description In weight units. A delay costs the delay weight for each minute, a release costs a reassignment; the others give up a hard requirement or a share of one, and cost the conflict weight or that share of it. */
            price: number;
            resource: components["schemas"]["Id"] | null;
            rule: components["schemas"]["Id"] | null;
            /** @description For a delay, how long it is; for shorten, how much is cut off; for a buffer, how much of the gap is left; otherwise 0. */
            seconds: number;
            tag: components["schemas"]["Id"] | null;
        };
        /** @description The fewest moves that close conflicts. */
        Repair: {
            /** @description The latest changeset when it was computed. */
            cause: components["schemas"]["Id"] | null;
            changeset: components["schemas"]["Id"] | null;
            /** @description The conflicts that it closes, as they were. */
            closes: components["schemas"]["Conflict"][];
            createdAt: components["schemas"]["Timestamp"];
            decidedAt: components["schemas"]["Timestamp"] | null;
            /** @description The user who applied or refused it; null: nobody did. */
            decidedBy: string | null;
            /** @description The repair in one sentence. */
            explanation: string;
            id: components["schemas"]["Id"];
            /** @description Milliseconds from the commit of the change to the proposal. */
            latencyMs: number | null;
            /** @description What the moves cost in weight units, not counting the conflicts closed. */
            loss: number;
            /** @description The moves, to be made together. */
            moves: components["schemas"]["Move"][];
            /** @description A proven lower bound on the number of moves. */
            movesBound: number;
            planning: components["schemas"]["Id"];
            /** @description True: within the limits of the policy, no repair with fewer moves closes the conflicts, and none with as many moves has a lower sum of the score and the cost of a tight place (docs/repair.md). */
            proved: boolean;
            /** @description Why it was refused, became stale or was withdrawn; of an applied one: how it was undone. */
            reason: string | null;
            score: components["schemas"]["ScoreChange"];
            /**
             * @description `open`: may be applied or refused. `stale`: the plan has changed so that the repair no longer fits. `withdrawn`: the standing repair was turned off.
             * @enum {string}
             */
            state: "open" | "applied" | "refused" | "stale" | "withdrawn";
        };
        /** @description What the standing repair has done, and what is left. */
        RepairBalance: {
            /** @description Repairs that were applied. */
            applied: number;
            /** @description True: the standing repair has handled every change so far, and in the mode apply has written what it may. False for a moment after each change, and for as long as no server repairs. Always true while the mode is off. */
            caughtUp: boolean;
            /** @description Minutes that the conflicting operations overlap, now. */
            conflictMinutes: number | null;
            /** @description Minutes for which the conflicts closed by applied repairs overlapped, by the times then expected. Repairs that a person reverted do not count. */
            conflictMinutesAvoided: number;
            /** @description Conflicts now; null: too many to list. */
            conflicts: number | null;
            /** @description Conflicts that the applied repairs closed. */
            conflictsClosed: number;
            /** @description The balance by hours of the planning’s time zone, in order; hours in which nothing happened are left out. */
            hours: components["schemas"]["RepairHour"][];
            /** @description Milliseconds from the commit of a change to the proposal. */
            latencyMs: {
                /** @description The median; null if no repair followed a change. */
                median: number | null;
                /** @description 95 % of the repairs took at most this long; null if no repair followed a change. */
                p95: number | null;
            };
            /** @description What the applied repairs cost in weight units, without the conflicts closed. */
            loss: number;
            /**
             * @description The mode of the policy now.
             * @enum {string}
             */
            mode: "off" | "propose" | "apply";
            /** @description Moves of the applied repairs. */
            moves: number;
            /** @description Of those proposed or decided in the period: still open. */
            open: number;
            /** @description Operations that the applied repairs moved. */
            operationsMoved: number;
            /** @description Why nothing is applied at the moment; null: it is not paused. */
            paused: string | null;
            planning: components["schemas"]["Id"];
            /** @description Repairs proposed in the period. */
            proposed: number;
            /** @description Repairs that are proved best within the limits of the policy. */
            proved: number;
            /** @description Repairs that were refused. */
            refused: number;
            since: components["schemas"]["Timestamp"];
            /** @description Repairs that went stale. */
            stale: number;
            /** @description Applied repairs that a person reverted. */
            undone: number;
            /** @description Repairs that were withdrawn. */
            withdrawn: number;
        };
        /** @description What was proposed and decided within an hour. */
        RepairHour: {
            /** @description Repairs that were applied. */
            applied: number;
            /** @description Minutes for which these conflicts overlapped, by the times then expected. */
            conflictMinutesAvoided: number;
            /** @description Conflicts that the applied repairs closed. */
            conflictsClosed: number;
            /** @description Moves of the applied repairs. */
            moves: number;
            /** @description Repairs that were proposed. */
            proposed: number;
            /** @description Repairs that were refused. */
            refused: number;
            /** @description Repairs that went stale. */
            stale: number;
            startAt: components["schemas"]["Timestamp"];
            /** @description Repairs that were withdrawn. */
            withdrawn: number;
        };
        /** @description What the standing repair of a planning may do. */
        RepairPolicy: {
            /** @description Who set the policy; repairs are written in this name. */
            author: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            authorName?: string | null;
            /** @description Operations that arrive in less than this many minutes are not moved. Default: 30. */
            freezeMinutes: number;
            /** @description Only conflicts that begin within this many minutes are repaired; null: all. Default: null. */
            horizonMinutes: number | null;
            /** @description In the mode apply, the standing repair pauses when more than this share of the day's operations (and at least ten) are delayed within five minutes, because the data is then more likely wrong than the day. Default: 0.5. */
            implausibleShare: number;
            /** @description The maximum number of weight units by which a repair may worsen the score, not counting the conflicts that it closes; null for no limit. Default: 1000. */
            maxLoss: number | null;
            /** @description The maximum number of moves in one repair. Default: 3. */
            maxMoves: number;
            /** @description How often repairs may move the same operation within an hour. In the mode apply, a repair that would need more is not made, and the standing repair pauses. Default: 1. */
            maxMovesPerOperationAndHour: number;
            /**
             * @description `off`: nothing is repaired. `propose`: repairs are proposed, and people apply or refuse them. `apply`: repairs are written at once, in the name of the user who set the policy. Default: off.
             * @enum {string}
             */
            mode: "off" | "propose" | "apply";
            /** @description Only operations with one of these tags are moved; null: all. Default: null. */
            operationTags: components["schemas"]["Id"][] | null;
            /** @description Set while the mode is apply but nothing is applied: repairs are then only proposed. `oscillation`: an operation would move too often; `implausible`: too much was delayed at once; `undone`: a person reverted a repair; `author`: the author may no longer write. Writing the policy resumes it. */
            paused: {
                at: components["schemas"]["Timestamp"];
                /** @description What happened, in a sentence. */
                detail: string;
                /**
                 * @description Why it pauses.
                 * @enum {string}
                 */
                reason: "oscillation" | "implausible" | "undone" | "author";
            } | null;
            planning: components["schemas"]["Id"];
            /** @description Conflicts of at least this probability are repaired. Default: 0.5. */
            probabilityThreshold: number;
            /** @description Operations are moved only from and to these resources; null: all. Default: null. */
            resources: components["schemas"]["Id"][] | null;
            /** @description Operations are moved only from and to resources with one of these tags; null: all. Default: null. */
            resourceTags: components["schemas"]["Id"][] | null;
            updatedAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description Members that are left out get their defaults.
         * @example {
         *       "mode": "propose",
         *       "freezeMinutes": 45,
         *       "maxLoss": 500
         *     }
         */
        RepairPolicyWrite: {
            /** @description Read only: accepted and ignored. */
            readonly author?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly authorName?: unknown;
            /** @description Operations that arrive in less than this many minutes are not moved. Default: 30. */
            freezeMinutes?: number;
            /** @description Only conflicts that begin within this many minutes are repaired; null: all. Default: null. */
            horizonMinutes?: number | null;
            /** @description In the mode apply, the standing repair pauses when more than this share of the day's operations (and at least ten) are delayed within five minutes, because the data is then more likely wrong than the day. Default: 0.5. */
            implausibleShare?: number;
            /** @description The maximum number of weight units by which a repair may worsen the score, not counting the conflicts that it closes; null for no limit. Default: 1000. */
            maxLoss?: number | null;
            /** @description The maximum number of moves in one repair. Default: 3. */
            maxMoves?: number;
            /** @description How often repairs may move the same operation within an hour. In the mode apply, a repair that would need more is not made, and the standing repair pauses. Default: 1. */
            maxMovesPerOperationAndHour?: number;
            /**
             * @description `off`: nothing is repaired. `propose`: repairs are proposed, and people apply or refuse them. `apply`: repairs are written at once, in the name of the user who set the policy. Default: off.
             * @enum {string}
             */
            mode?: "off" | "propose" | "apply";
            /** @description Only operations with one of these tags are moved; null: all. Default: null. */
            operationTags?: components["schemas"]["Id"][] | null;
            /** @description Read only: accepted and ignored. */
            readonly paused?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Conflicts of at least this probability are repaired. Default: 0.5. */
            probabilityThreshold?: number;
            /** @description Operations are moved only from and to these resources; null: all. Default: null. */
            resources?: components["schemas"]["Id"][] | null;
            /** @description Operations are moved only from and to resources with one of these tags; null: all. Default: null. */
            resourceTags?: components["schemas"]["Id"][] | null;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
        };
        /**
         * @example {
         *       "reason": "The bridge at A12 is under repair until noon."
         *     }
         */
        RepairRefusal: {
            /** @description Why it is refused. Default: null. */
            reason?: string | null;
        };
        Resolution: {
            /** @description True when no better strategy exists within the limits. */
            complete: boolean;
            /** @description The conflicts of the part, in order of start. */
            conflicts: components["schemas"]["Conflict"][];
            operation: components["schemas"]["Id"];
            /** @description The part of the operation: its id or position. */
            part: string;
            /** @description The strategies that were found, best first. */
            strategies: components["schemas"]["Strategy"][];
            /** @description When the part occupies its resource. */
            window: {
                endAt: components["schemas"]["Timestamp"];
                startAt: components["schemas"]["Timestamp"];
            };
        };
        ResolveLine: {
            /** @description The conflicts of the part, in order of start. */
            conflicts: components["schemas"]["Conflict"][];
            operation: components["schemas"]["Id"];
            /** @description The part of the operation: its id or position. */
            part: string;
            /**
             * @description The search begins.
             * @constant
             */
            type: "start";
            /** @description When the part occupies its resource. */
            window: {
                endAt: components["schemas"]["Timestamp"];
                startAt: components["schemas"]["Timestamp"];
            };
        } | {
            /** @description True when it is the best strategy so far. */
            best: boolean;
            strategy: components["schemas"]["Strategy"];
            /**
             * @description A strategy was found.
             * @constant
             */
            type: "strategy";
        } | {
            /** @description True when no better strategy exists within the limits. */
            complete: boolean;
            /** @description The number of strategies in the final list. */
            strategies: number;
            /**
             * @description The search has ended; this is the last line.
             * @constant
             */
            type: "done";
        } | {
            code?: components["schemas"]["ErrorCode"];
            /** @description What is wrong. */
            detail: string;
            /**
             * @description The request failed; this is the last line.
             * @constant
             */
            type: "error";
        } | {
            /**
             * @description There was nothing to send for ten seconds.
             * @constant
             */
            type: "heartbeat";
        };
        /**
         * @example {
         *       "virtualState": {},
         *       "parameters": {
         *         "maxStrategies": 3
         *       }
         *     }
         */
        ResolveRequest: {
            /** @description Limits of the search. */
            parameters?: {
                /** @description Whether a strategy may delay operations. Default: true. */
                allowDelay?: boolean;
                /** @description Whether a strategy may take the place of operations away. Default: false. */
                allowUnassign?: boolean;
                /** @description The longest delay. Default: 3600. */
                maxDelaySeconds?: number;
                /** @description The maximum number of moves in a strategy. Default: 4. */
                maxMoves?: number;
                /** @description The maximum number of strategies. Default: 5. */
                maxStrategies?: number;
                /** @description Accepted for compatibility: the search is deterministic, and every seed gives the same answer. Default: 1. */
                seed?: number;
                /** @description The time limit in milliseconds. Default: 2000. */
                timeLimitMs?: number;
                /** @description Only operations within this many seconds before and after the window of the part may move. Default: 14400, four hours. */
                windowPaddingSeconds?: number;
            };
            virtualState: components["schemas"]["VirtualState"];
        };
        /** @description An assignable asset within a location. */
        Resource: {
            /** @description The ids of its neighbors, to which adjacency rules refer. Default: none. */
            adjacent: components["schemas"]["Id"][];
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            id: components["schemas"]["Id"];
            location: components["schemas"]["Id"];
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering: number | null;
            parent: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /** @description The ids of its tags. Default: none. */
            tags: components["schemas"]["Id"][];
            /** @description Its tags as whole records, in the order of `tags`. */
            tagsDetails: components["schemas"]["TagDetail"][];
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "name": "A12",
         *       "location": "pier-a",
         *       "tags": [],
         *       "adjacent": []
         *     }
         */
        ResourceCreate: {
            /** @description The ids of its neighbors, to which adjacency rules refer. Default: none. */
            adjacent?: components["schemas"]["Id"][];
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            location: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering?: number | null;
            parent?: components["schemas"]["Id"] | null;
            /** @description The planning of its location. It need not be sent; if it is, it must be that planning. */
            planning?: components["schemas"]["Id"];
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "name": "A12L",
         *       "ordering": 12
         *     }
         */
        ResourcePatch: {
            /** @description The ids of its neighbors, to which adjacency rules refer. Default: none. */
            adjacent?: components["schemas"]["Id"][];
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            location?: components["schemas"]["Id"];
            metadata?: components["schemas"]["Metadata"];
            /** @description A name of 1 to 255 characters. */
            name?: string;
            /** @description The position in lists, ascending; null comes last. Default: null. */
            ordering?: number | null;
            parent?: components["schemas"]["Id"] | null;
            /** @description The planning of its location. It need not be sent; if it is, it must be that planning. */
            planning?: components["schemas"]["Id"];
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @description A viewer reads; a planner also writes; an admin also manages members, plannings and API keys.
         * @enum {string}
         */
        Role: "viewer" | "planner" | "admin";
        /** @description A preference or penalty. `ruleKinds` of meta explains each kind. */
        Rule: {
            /** @description A rule that is not enabled has no effect. Default: true. */
            enabled: boolean;
            /** @description A hard rule is a requirement: what breaks it is forbidden or counts as a conflict, whatever the weight. Default: false. */
            hard: boolean;
            id: components["schemas"]["Id"];
            /** @description What the rule is about, such as `mismatch`; `ruleKinds` of meta has all kinds. */
            kind: string;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The rule is about operations with one of these tags; with none, about all. Default: none. */
            operationTags: components["schemas"]["Id"][];
            /** @description The parameters of the kind; `ruleKinds` of meta has their schema. Default: none. */
            parameters: {
                [key: string]: unknown;
            };
            planning: components["schemas"]["Id"];
            /** @description The rule is about resources with one of these tags; with none, about all. Default: none. */
            resourceTags: components["schemas"]["Id"][];
            /** @description Identifier of this version of the record. */
            versionId: string;
            /** @description What breaking the rule costs, in weight units; its kind says whether once, per hour or per minute. A negative weight, where the kind allows one, expresses a preference. Default: 0. */
            weight: number;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @description kind is one of: **match** An operation with any of operationTags (when empty, every operation but blockers) on a resource with any of resourceTags (all when empty) costs the weight, or is forbidden when hard. A negative weight is a preference. · **mismatch** An operation with any of operationTags (when empty, every operation but blockers) on a resource with none of resourceTags (none when empty, so that the rule has no effect) costs the weight, or is forbidden when hard. A negative weight is a preference. · **buffer** Between two operations on one resource there must be a gap of `seconds` seconds; a shorter one costs the weight, or is a conflict when hard. The rule applies to every pair, not only to consecutive operations. Both operations have any of operationTags, the resource any of resourceTags (all when empty). Two blockers are never a pair. · **adjacency** Two operations at the same time on related resources, one with any of operationTags and the other with any of otherTags (all when empty), cost the weight, or are a conflict when hard. With resourceTags, the first one is on a resource with any of them. Two blockers are never a pair. · **departure** Each pair of operations on related resources that end less than `seconds` seconds apart costs the weight, for example two push-backs into one alley. Both operations have any of operationTags (when empty, every operation but blockers), both resources any of resourceTags (all when empty). The end of each part of a split assignment counts, since a tow leaves the resource too. Two blockers are never a pair. · **usage** Each resource with any of resourceTags (all when empty) costs the weight when any operation is on it; blockers do not count. operationTags are ignored. · **balance** On each resource with any of resourceTags (all when empty), the second part of an operation with any of operationTags (when empty, every operation but blockers) costs the weight, the third twice the weight, and so on, so that using all resources equally is cheapest. · **group** Each pair of operations of one group, both with any of operationTags (all when empty), that are placed at different locations (or resources) costs the weight. Two blockers are never a pair. · **continuity** An operation with any of operationTags (when empty, every operation but blockers) costs the weight when it is not at the same place as the previous operation of the same flight, by schedule, that has any of referenceTags (all when empty), for example the stand that the flight had last, or had on a reference day that is in the plan. Operations with the same name are the same flight; the name is that of the inbound task, else of the outbound one. Of a split assignment, the first part counts. · **stability** Moving an operation with any of operationTags (when empty, every operation but blockers) that starts at most withinSeconds after the reference time, or has started, costs factor times as much. The factors of several rules multiply. The weight is ignored.
         * @example {
         *       "planning": "demo",
         *       "name": "Wide bodies on wide stands",
         *       "kind": "mismatch",
         *       "weight": 50,
         *       "operationTags": [
         *         "tag-wide"
         *       ],
         *       "resourceTags": [
         *         "tag-wide"
         *       ],
         *       "parameters": {
         *         "perHour": true
         *       }
         *     }
         */
        RuleCreate: {
            /** @description A rule that is not enabled has no effect. Default: true. */
            enabled?: boolean;
            /** @description A hard rule is a requirement: what breaks it is forbidden or counts as a conflict, whatever the weight. Default: false. */
            hard?: boolean;
            id?: components["schemas"]["Id"];
            /** @description What the rule is about, such as `mismatch`; `ruleKinds` of meta has all kinds. */
            kind: string;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The rule is about operations with one of these tags; with none, about all. Default: none. */
            operationTags?: components["schemas"]["Id"][];
            /** @description The parameters of the kind; `ruleKinds` of meta has their schema. Default: none. */
            parameters?: {
                [key: string]: unknown;
            };
            planning: components["schemas"]["Id"];
            /** @description The rule is about resources with one of these tags; with none, about all. Default: none. */
            resourceTags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description What breaking the rule costs, in weight units; its kind says whether once, per hour or per minute. A negative weight, where the kind allows one, expresses a preference. Default: 0. */
            weight?: number;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "enabled": false
         *     }
         */
        RulePatch: {
            /** @description A rule that is not enabled has no effect. Default: true. */
            enabled?: boolean;
            /** @description A hard rule is a requirement: what breaks it is forbidden or counts as a conflict, whatever the weight. Default: false. */
            hard?: boolean;
            id?: components["schemas"]["Id"];
            /** @description What the rule is about, such as `mismatch`; `ruleKinds` of meta has all kinds. */
            kind?: string;
            /** @description A name of 1 to 255 characters. */
            name?: string;
            /** @description The rule is about operations with one of these tags; with none, about all. Default: none. */
            operationTags?: components["schemas"]["Id"][];
            /** @description The parameters of the kind; `ruleKinds` of meta has their schema. Default: none. */
            parameters?: {
                [key: string]: unknown;
            };
            planning?: components["schemas"]["Id"];
            /** @description The rule is about resources with one of these tags; with none, about all. Default: none. */
            resourceTags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description What breaking the rule costs, in weight units; its kind says whether once, per hour or per minute. A negative weight, where the kind allows one, expresses a preference. Default: 0. */
            weight?: number;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description Limits and options of a run. */
        RunParameters: {
            /**
             * @description Values of maxReassignments (null: any number) for each of which the run also reports the best score that it found, as `frontier` of the result. Only for solvers that have this parameter in meta; when no solver is named, the first of them runs.
             * @example [
             *       0,
             *       1,
             *       2,
             *       5,
             *       10,
             *       20,
             *       null
             *     ]
             */
            frontier?: (number | null)[];
            /** @description Operations whose window starts before this time are not moved. */
            frozenBefore?: components["schemas"]["TimestampIn"];
            /** @description Operations that are not moved. Default: none. */
            frozenOperations?: components["schemas"]["Id"][];
            /** @description The run stops when (incumbent − bound) / max(1, |incumbent|) is this small. Default: 0.001. */
            gap?: number;
            /** @description How many operations may change or lose their place. Default: any number. */
            maxReassignments?: number;
            /** @description Whether started operations may move. Default: false. */
            moveStarted?: boolean;
            /** @description The reference time of stability rules. Default: the time at which the run starts. */
            referenceTime?: components["schemas"]["TimestampIn"];
            /** @description The seed of random numbers. Default: 1. */
            seed?: number;
            /** @description The run stops when it has made this many `iterations`; with it, a run is reproducible. Default: no limit. */
            stepLimit?: number;
            /** @description How long the run may search, in seconds: at most `limits.runSeconds` of meta. Default: 30, for external solvers one day. While other organizations wait, the time is used in slices. */
            timeLimitSeconds?: number;
            weights?: components["schemas"]["Weights"];
            /** @description Only operations whose window overlaps this one may move. Default: all operations. */
            window?: {
                /** @description The end of the window in Unix seconds. */
                end_timestamp: number;
                /** @description The start of the window in Unix seconds. */
                start_timestamp: number;
            };
        };
        /** @description Costs by level in weight units; lower is better. `total` is the sum of the rest. */
        Score: {
            /** @description The cost of conflicts. */
            conflicts: number;
            /** @description The cost of the minutes by which moves delay operations. */
            delay: number;
            /** @description The cost of operations that have another place than before. */
            reassigned: number;
            /** @description The cost of soft rules and of risk; negative where preferences outweigh. */
            rules: number;
            /** @description The sum of the other members. */
            total: number;
            /** @description The cost of operations without a place. */
            unassigned: number;
        };
        /** @description The score before and after. `reassigned` counts from the plan that is asked about, in a workspace from that of the workspace, while metrics of a workspace count from the mainline. */
        ScoreChange: {
            after: components["schemas"]["Score"];
            before: components["schemas"]["Score"];
            /** @description The difference between the total scores, in weight units. */
            delta: number;
        };
        ScoreRequest: {
            virtualState: components["schemas"]["VirtualState"];
        };
        ServerMessage: {
            change: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /**
             * @description The subscription holds from this change on.
             * @constant
             */
            type: "subscribed";
            workspace: components["schemas"]["Id"] | null;
        } | {
            planning: components["schemas"]["Id"];
            /**
             * @description The subscription has ended.
             * @constant
             */
            type: "unsubscribed";
            workspace: components["schemas"]["Id"] | null;
        } | {
            change: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /**
             * @description Nothing is replayed.
             * @constant
             */
            type: "reset";
            workspace: components["schemas"]["Id"] | null;
        } | {
            change: components["schemas"]["Id"] | null;
            /** @description The open conflicts. When there are more than 10,000, none are listed and `truncated` is set. */
            conflicts: components["schemas"]["Conflict"][];
            planning: components["schemas"]["Id"];
            /** @description Optimizations that have not ended. */
            tasks: components["schemas"]["OptimizationTask"][];
            /** @description Present when there are too many conflicts to list. */
            truncated?: {
                /** @description At most this many conflicts are listed one by one. */
                conflicts: number;
            };
            /**
             * @description The replay is complete.
             * @constant
             */
            type: "state";
            workspace: components["schemas"]["Id"] | null;
        } | {
            at: components["schemas"]["Timestamp"];
            operation: components["schemas"]["Id"] | null;
            planning: components["schemas"]["Id"];
            /** @description The id of the socket's session; a user may have several. */
            session: string;
            /**
             * @description What another user is looking at.
             * @constant
             */
            type: "presence";
            user: components["schemas"]["Author"];
            workspace: components["schemas"]["Id"] | null;
        } | {
            code: components["schemas"]["ErrorCode"];
            /** @description What is wrong. */
            detail: string;
            /**
             * @description A message was refused.
             * @constant
             */
            type: "error";
        } | components["schemas"]["ChangeMessage"] | components["schemas"]["Event"];
        Session: {
            /** @description The access token: a JSON Web Token signed with EdDSA, valid for 15 minutes. */
            access: string;
            /** @description The refresh token: it can be used once and is valid for 14 days. Absent in a session, where it is in the cookie. */
            refresh?: string;
            user: components["schemas"]["User"];
        };
        /** @description A resource and a start for an operation that may start within a range. */
        Slot: {
            /** @description The operations that it would be in conflict with. */
            blockedBy: components["schemas"]["Id"][];
            /** @description The number of conflicts that the operation would have there. */
            conflicts: number;
            /** @description True for the resource and the start that the part has now. */
            current: boolean;
            /** @description The difference in the total score, in weight units; starting later counts as delay. */
            delta: number;
            endAt: components["schemas"]["Timestamp"];
            /** @description True when the operation would be in no conflict there. */
            feasible: boolean;
            resource: components["schemas"]["Id"];
            startAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description The raw output of a solver; members beyond these are ignored.
         * @example {
         *       "assignments": [
         *         {
         *           "operation": "op-1",
         *           "resource": "A12"
         *         }
         *       ],
         *       "status": "optimal"
         *     }
         */
        SolverResult: {
            /** @description The place of each operation; one that is not listed has none. */
            assignments: {
                /** @description Read only: accepted and ignored. */
                readonly id?: unknown;
                /** @description Read only: accepted and ignored. */
                readonly metadata?: unknown;
                operation: components["schemas"]["Id"];
                /** @description The parts, one after another; an operation that stays on one resource has one part. */
                parts?: components["schemas"]["AssignmentPartWrite"][];
                /** @description Read only: accepted and ignored. */
                readonly planning?: unknown;
                resource?: components["schemas"]["Id"] | null;
            }[];
            /** @description Accepted and ignored. */
            bound?: unknown;
            /** @description Accepted and ignored. */
            score?: unknown;
            /** @description Accepted and ignored. */
            status?: unknown;
        };
        /** @description What the request is based on has changed since. */
        Stale: {
            /**
             * @description A record changed since it was read.
             * @constant
             */
            code: "version_mismatch";
            /** @description The current version of the first record in `stale`. */
            current: components["schemas"]["CurrentVersion"];
            /** @description What is wrong, naming the values involved. */
            detail: string;
            /** @description Every problem at once, where values are at fault. */
            errors?: components["schemas"]["Problem"][];
            /** @description Every record that changed. */
            stale: {
                /** @description The current version of the record. */
                current: components["schemas"]["CurrentVersion"];
                /** @description The kind of record, such as operation, task or assignment. */
                entity: string;
                /** @description The id of the record; for an assignment, the id of its operation. */
                id: string;
                /** @description The path of the item's basedOn; empty when If-Match was outdated. */
                path: string;
            }[];
        };
        /** @description A set of moves that resolves conflicts. */
        Strategy: {
            /** @description The conflicts that it would make. */
            creates: components["schemas"]["Conflict"][];
            /** @description How many operations are delayed. */
            delayed: number;
            /** @description The strategy in sentences, with the names of operations and resources. */
            explanation: string;
            /** @description The moves, to be made together. */
            moves: components["schemas"]["Move"][];
            /** @description The rank, from 1. In a stream it is the rank among the strategies found so far. */
            rank: number;
            /** @description How many operations get another place. */
            reassigned: number;
            /** @description The probability that some conflict remains among the moved operations and those near them. */
            residualProbability: number;
            /** @description The ids of the conflicts that it resolves. */
            resolves: string[];
            score: components["schemas"]["ScoreChange"];
            /**
             * @description When the first of the operations that the strategy moves starts, before any delay.
             * @example 2026-11-20T09:30:00.000Z
             */
            soonestStartAt: components["schemas"]["Timestamp"];
        };
        Stress: {
            /** @description The gaps between two operations that would help most if they were longer. */
            buffers: {
                after: components["schemas"]["Id"];
                before: components["schemas"]["Id"];
                /** @description How many seconds longer the gap would have to be to hold in 95 % of the samples. */
                extraSeconds: number;
                /** @description The share of the samples in which the gap is too short. */
                probability: number;
                resource: components["schemas"]["Id"];
                /** @description How many conflicts a longer gap would avoid, as a mean over the samples. */
                spares: number;
            }[];
            /** @description False when the time was up before all samples were drawn. */
            complete: boolean;
            /** @description The number of conflicts in a sample. */
            conflicts: {
                /** @description The standard deviation. */
                deviation: number;
                /** @description The largest number in any sample. */
                max: number;
                /** @description The mean. */
                mean: number;
                /** @description The smallest number in any sample. */
                min: number;
                /** @description 5 % of the samples have at most this many. */
                p05: number;
                /** @description 25 % of the samples have at most this many. */
                p25: number;
                /** @description The median. */
                p50: number;
                /** @description 75 % of the samples have at most this many. */
                p75: number;
                /** @description 95 % of the samples have at most this many. */
                p95: number;
            };
            /** @description How many samples had how many conflicts. */
            histogram: {
                /** @description A number of conflicts. */
                conflicts: number;
                /** @description The number of samples with this many. */
                samples: number;
            }[];
            /** @description How often each operation is in a conflict, the most frequent first. */
            operations: {
                /** @description Its mean number of conflicts in a sample. */
                meanConflicts: number;
                operation: components["schemas"]["Id"];
                /** @description The part of the operation: its id or position. */
                part: string;
                /** @description The share of the samples in which it is in a conflict. */
                probability: number;
                resource: components["schemas"]["Id"] | null;
            }[];
            planning: components["schemas"]["Id"];
            /** @description How often each resource is in a conflict, the most frequent first. */
            resources: {
                /** @description Its mean number of conflicts in a sample. */
                meanConflicts: number;
                /** @description The share of the samples in which it is in a conflict. */
                probability: number;
                resource: components["schemas"]["Id"];
            }[];
            /** @description How many samples were drawn. */
            samples: number;
            /** @description The seed that was used; it repeats the result. */
            seed: number;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "samples": 1000,
         *       "seed": 1
         *     }
         */
        StressRequest: {
            /** @description How many samples to draw. Default: 1000. */
            samples?: number;
            /** @description The seed of random numbers. Default: 1. */
            seed?: number;
            /** @description The time limit in milliseconds. Default: 10000. */
            timeLimitMs?: number;
            virtualState?: components["schemas"]["VirtualState"];
        };
        /** @description A tag restricts assignments when it is required, and expresses preferences through rules. The pair of category and value is unique in a planning. */
        Tag: {
            /** @description What the tag is about, such as `aircraft`; at most 100 characters. */
            category: string;
            /** @description The display color, such as #1a2b3c. Default: null. */
            color: string | null;
            planning: components["schemas"]["Id"];
            /** @description If true, operations with this tag may only use resources that have it, too. Default: false. */
            required: boolean;
            uuid: components["schemas"]["Id"];
            /** @description What it says about that, such as `wide body`; at most 255 characters. */
            value: string;
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @example {
         *       "planning": "demo",
         *       "category": "aircraft",
         *       "value": "wide body",
         *       "required": true,
         *       "color": "#1a2b3c"
         *     }
         */
        TagCreate: {
            /** @description What the tag is about, such as `aircraft`; at most 100 characters. */
            category: string;
            /** @description The display color, such as #1a2b3c. Default: null. */
            color?: string | null;
            planning: components["schemas"]["Id"];
            /** @description If true, operations with this tag may only use resources that have it, too. Default: false. */
            required?: boolean;
            uuid?: components["schemas"]["Id"];
            /** @description What it says about that, such as `wide body`; at most 255 characters. */
            value: string;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        TagDetail: {
            /** @description What the tag is about, such as `aircraft`; at most 100 characters. */
            category: string;
            /** @description The display color, such as #1a2b3c. Default: null. */
            color: string | null;
            /** @description If true, operations with this tag may only use resources that have it, too. Default: false. */
            required: boolean;
            uuid: components["schemas"]["Id"];
            /** @description What it says about that, such as `wide body`; at most 255 characters. */
            value: string;
        };
        /**
         * @example {
         *       "color": "#aabbcc"
         *     }
         */
        TagPatch: {
            /** @description What the tag is about, such as `aircraft`; at most 100 characters. */
            category?: string;
            /** @description The display color, such as #1a2b3c. Default: null. */
            color?: string | null;
            planning?: components["schemas"]["Id"];
            /** @description If true, operations with this tag may only use resources that have it, too. Default: false. */
            required?: boolean;
            uuid?: components["schemas"]["Id"];
            /** @description What it says about that, such as `wide body`; at most 255 characters. */
            value?: string;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /** @description One version of a task. validTo is null for the current version. */
        Task: {
            /** @description The actual time. Null while it is not known. */
            actualTime: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description actualTime if it is known, else expectedTime plus the imposed delay. Conflicts and solvers use this time.
             * @example 2026-11-20T09:30:00.000Z
             */
            derivedExpectedTime: components["schemas"]["Timestamp"];
            /** @description The same time as expectedTimeP05. */
            distributionEarliest: components["schemas"]["Timestamp"] | null;
            /** @description The same time as expectedTimeP95. */
            distributionLatest: components["schemas"]["Timestamp"] | null;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean: components["schemas"]["Timestamp"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00.000Z
             */
            expectedTime: components["schemas"]["Timestamp"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05: components["schemas"]["Timestamp"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10: components["schemas"]["Timestamp"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90: components["schemas"]["Timestamp"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95: components["schemas"]["Timestamp"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId: string | null;
            id: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds: number;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock: boolean;
            /** @description Any JSON value, as it was written. Default: null. */
            metadata: unknown;
            operation: components["schemas"]["Id"] | null;
            /** @description False only for tasks of a virtual state. */
            persisted: boolean;
            plannedTime: components["schemas"]["Timestamp"];
            planning: components["schemas"]["Id"];
            role: ("inbound" | "outbound") | null;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00.000Z
             */
            scheduledTime: components["schemas"]["Timestamp"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor: number | null;
            /** @description The ids of its tags. Default: none. */
            tags: components["schemas"]["Id"][];
            /** @description Its tags as whole records, in the order of `tags`. */
            tagsDetails: components["schemas"]["TagDetail"][];
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName: string;
            updatedAt: components["schemas"]["Timestamp"];
            validFrom: components["schemas"]["Timestamp"];
            validTo: components["schemas"]["Timestamp"] | null;
            /** @description Identifier of this version of the record. */
            versionId: string;
            workspace: components["schemas"]["Id"] | null;
        };
        /**
         * @description Requires taskName, expectedTime, and either plannedTime or scheduledTime with expectedTimesSource.
         * @example {
         *       "planning": "demo",
         *       "externalId": "TG920-20261120-in",
         *       "taskName": "Arrival TG920",
         *       "plannedTime": "2026-11-20T09:30:00Z",
         *       "expectedTime": "2026-11-20T09:45:00Z"
         *     }
         */
        TaskCreate: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly derivedExpectedTime?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionEarliest?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionLatest?: unknown;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00Z
             */
            expectedTime?: components["schemas"]["TimestampIn"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operation?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly persisted?: unknown;
            plannedTime?: components["schemas"]["TimestampIn"];
            planning: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly role?: unknown;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00Z
             */
            scheduledTime?: components["schemas"]["TimestampIn"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validFrom?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @description If the task exists, absent members keep their values. A new task stands alone until an operation links it.
         * @example {
         *       "id": "task-1",
         *       "expectedTime": "2026-11-20T10:05:00Z"
         *     }
         */
        TaskEdit: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description The versionId that you last saw. The response is 412 if the record has changed since. */
            basedOn?: string;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly derivedExpectedTime?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionEarliest?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionLatest?: unknown;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00Z
             */
            expectedTime?: components["schemas"]["TimestampIn"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operation?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly persisted?: unknown;
            plannedTime?: components["schemas"]["TimestampIn"];
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly role?: unknown;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00Z
             */
            scheduledTime?: components["schemas"]["TimestampIn"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validFrom?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "expectedTime": "2026-11-20T10:05:00Z"
         *     }
         */
        TaskPatch: {
            /** @description The actual time. Null while it is not known. */
            actualTime?: components["schemas"]["TimestampIn"] | null;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly derivedExpectedTime?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionEarliest?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly distributionLatest?: unknown;
            /** @description The mean of the distribution that the percentiles, or sigma and skewFactor, describe. */
            distributionMean?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The expected time, which is the median of its distribution.
             * @example 2026-11-20T09:30:00Z
             */
            expectedTime?: components["schemas"]["TimestampIn"];
            /** @description The event happens before this time with a probability of 5 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP05?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 10 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP10?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 90 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP90?: components["schemas"]["TimestampIn"] | null;
            /** @description The event happens before this time with a probability of 95 %. Null if it is not given; the expected time is used instead. */
            expectedTimeP95?: components["schemas"]["TimestampIn"] | null;
            /**
             * @description The source of the expected time. Default: external.
             * @enum {string}
             */
            expectedTimesSource?: "schedule" | "actual" | "manual" | "predicted" | "external";
            /** @description Identifier in another system, at most 255 characters. Default: null. */
            externalId?: string | null;
            id?: components["schemas"]["Id"];
            /** @description Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0. */
            imposedDelayInSeconds?: number | null;
            /** @description True for a placeholder of a task that is not known yet. Default: false. */
            isMock?: boolean;
            metadata?: components["schemas"]["Metadata"];
            /** @description Read only: accepted and ignored. */
            readonly operation?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly persisted?: unknown;
            plannedTime?: components["schemas"]["TimestampIn"];
            planning?: components["schemas"]["Id"];
            /** @description Read only: accepted and ignored. */
            readonly role?: unknown;
            /**
             * @description The scheduled time. `plannedTime` is another name for it.
             * @example 2026-11-20T09:30:00Z
             */
            scheduledTime?: components["schemas"]["TimestampIn"];
            /** @description Standard deviation of the expected time, in seconds. Null if the time is treated as exact. */
            sigma?: number | null;
            /** @description Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0. */
            skewFactor?: number | null;
            /** @description The ids of its tags. Default: none. */
            tags?: components["schemas"]["Id"][];
            /** @description Read only: accepted and ignored. */
            readonly tagsDetails?: unknown;
            /** @description The name of the task, such as a flight number; 1 to 255 characters. */
            taskName?: string;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validFrom?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly validTo?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly workspace?: unknown;
        };
        /**
         * @example {
         *       "operations": [
         *         {
         *           "operationId": "op-1",
         *           "inboundTask": {
         *             "plannedTime": "2026-11-20T09:30:00Z",
         *             "sigma": 300
         *           }
         *         }
         *       ]
         *     }
         */
        TasksBulkUpdate: {
            /** @description The operations with tasks to change. */
            operations: {
                inboundTask?: components["schemas"]["OperationTaskPatch"];
                operationId: components["schemas"]["Id"];
                outboundTask?: components["schemas"]["OperationTaskPatch"];
            }[];
        };
        /**
         * Format: date-time
         * @description An ISO 8601 instant in UTC.
         * @example 2026-11-20T09:30:00.000Z
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description An ISO 8601 instant with an offset or Z.
         * @example 2026-11-20T09:30:00Z
         */
        TimestampIn: string;
        TokenClaims: {
            /** @description The claims of an access token. */
            claims: {
                /** @description What it says. */
                description: string;
                /** @description The name of the claim. */
                name: string;
                /** @description The type of its value. */
                type: string;
            }[];
        };
        TokenPair: {
            /** @description The access token: a JSON Web Token signed with EdDSA, valid for 15 minutes. */
            access: string;
            /** @description The refresh token: it can be used once and is valid for 14 days. Absent in a session, where it is in the cookie. */
            refresh?: string;
        };
        ToolAnswer: {
            /** @description What the tool found or did; its form depends on the tool. */
            result: unknown;
        };
        /**
         * @example {
         *       "input": {
         *         "from": "14:00",
         *         "to": "18:00"
         *       }
         *     }
         */
        ToolRequest: {
            /** @description The input of the tool; the list of tools has its schema. Default: an empty object. */
            input?: unknown;
            virtualState?: components["schemas"]["VirtualState"];
        };
        /** @description How arrivals and departures in separate rows become turnarounds. */
        UploadJoin: {
            /**
             * @description value: an arrival and a departure with the same text in the columns, such as a rotation number, are one turnaround. order: of the rows with the same text, such as a registration, an arrival is followed by the first departure 20 minutes to 24 hours later.
             * @enum {string}
             */
            by: "value" | "order";
            /** @description The headers of the columns that are compared. */
            columns: string[];
        };
        /** @description A saved mapping of the columns of CSV files. */
        UploadMapping: {
            /** @description Values of fields, the same in every row; the cell of a column takes precedence unless it is empty. Default: none. */
            constants: {
                [key: string]: string | number | boolean | components["schemas"]["Id"][];
            };
            createdAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who created it. */
            createdBy: string;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /**
             * @description What separates the cells of a row, unless a first line such as sep=; says it. Default: a comma.
             * @enum {string}
             */
            delimiter: "," | ";" | "\t" | "|";
            /**
             * @description The character encoding of the file. Default: utf-8.
             * @enum {string}
             */
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15" | "big5" | "euc-kr" | "gb18030" | "shift_jis";
            /** @description What each column means; other columns are ignored. */
            fields: components["schemas"]["MappedField"][];
            id: components["schemas"]["Id"];
            join: components["schemas"]["UploadJoin"] | null;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /**
             * @description What a row is: an operation with both sides (`inboundTask.…`, `outboundTask.…`), or a movement, an arrival or a departure.
             * @enum {string}
             */
            rows: "operations" | "movements";
            /** @description The format of times: `iso`, `unix`, or a pattern. */
            timeFormat: string;
            /** @description IANA time zone of times without an offset; null for that of the planning. */
            timezone: string | null;
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who changed it last. */
            updatedBy: string;
        };
        /**
         * @description What the columns of a CSV file mean. The name is unique in the organization.
         * @example {
         *       "name": "Flights of the day",
         *       "rows": "movements",
         *       "delimiter": ";",
         *       "encoding": "windows-1252",
         *       "timeFormat": "dd.MM.yyyy HH:mm",
         *       "fields": [
         *         {
         *           "field": "role",
         *           "columns": [
         *             "A/D"
         *           ],
         *           "values": {
         *             "A": "inbound",
         *             "D": "outbound"
         *           }
         *         },
         *         {
         *           "field": "externalId",
         *           "columns": [
         *             "Flight",
         *             "Date"
         *           ]
         *         },
         *         {
         *           "field": "taskName",
         *           "columns": [
         *             "Flight"
         *           ]
         *         },
         *         {
         *           "field": "scheduledTime",
         *           "columns": [
         *             "Date",
         *             "STA/STD"
         *           ]
         *         },
         *         {
         *           "field": "expectedTime",
         *           "columns": [
         *             "ETA/ETD"
         *           ],
         *           "timeFormat": "HH:mm"
         *         },
         *         {
         *           "field": "metadata.registration",
         *           "columns": [
         *             "Reg"
         *           ]
         *         }
         *       ],
         *       "join": {
         *         "columns": [
         *           "Reg"
         *         ],
         *         "by": "order"
         *       }
         *     }
         */
        UploadMappingWrite: {
            /** @description Values of fields, the same in every row; the cell of a column takes precedence unless it is empty. Default: none. */
            constants?: {
                [key: string]: string | number | boolean | components["schemas"]["Id"][];
            };
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdByName?: unknown;
            /**
             * @description What separates the cells of a row, unless a first line such as sep=; says it. Default: a comma.
             * @enum {string}
             */
            delimiter?: "," | ";" | "\t" | "|";
            /**
             * @description The character encoding of the file. Default: utf-8.
             * @enum {string}
             */
            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15" | "big5" | "euc-kr" | "gb18030" | "shift_jis";
            /** @description What each column means; other columns are ignored. */
            fields: components["schemas"]["MappedField"][];
            /** @description Read only: accepted and ignored. */
            readonly id?: unknown;
            /** @description For rows that are movements. Default: null, each stands alone unless `turnsWith` is mapped. */
            join?: components["schemas"]["UploadJoin"] | null;
            /** @description A name of 1 to 255 characters. */
            name: string;
            /**
             * @description What a row is: an operation with both sides (`inboundTask.…`, `outboundTask.…`), or a movement, an arrival or a departure.
             * @enum {string}
             */
            rows: "operations" | "movements";
            /**
             * @description `iso`: ISO 8601; `unix`: seconds since 1970; or a pattern of yyyy yy MM M MMM dd d HH H hh h mm m ss a (am or pm) Z (offset) with other letters in single quotes, such as `dd.MM.yyyy HH:mm`. A pattern without a date means the time closest to the scheduled time of the same side. Default: iso.
             * @example dd.MM.yyyy HH:mm
             */
            timeFormat?: string;
            /** @description IANA time zone of times without an offset. Null, the default: that of the planning. */
            timezone?: string | null;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedByName?: unknown;
        };
        /** @description A person who can log in. */
        User: {
            /** @description The email address, in lower case, by which the user logs in. */
            email: string;
            id: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description The organizations of the user, with the role in each. */
            organizations: {
                id: components["schemas"]["Id"];
                /** @description A name of 1 to 255 characters. */
                name: string;
                role: components["schemas"]["Role"];
            }[];
        };
        VirtualScore: {
            /** @description The difference in the total score from the present one, in weight units. */
            delta: number;
            metrics: components["schemas"]["PlanningMetrics"];
        };
        /**
         * @description Places and times that are laid over the mainline, or over the workspace of X-Workspace-Id, for this request; nothing is stored. `{}` is the current state.
         * @example {
         *       "assignments": [
         *         {
         *           "operation": "op-1",
         *           "resource": "A12"
         *         }
         *       ]
         *     }
         */
        VirtualState: {
            /** @description Places of operations instead of their assignments, at most one for each operation. Default: none. */
            assignments?: {
                operation: components["schemas"]["Id"];
                /** @description Assigns the operation even if the resource lacks required tags; the message of the changeset says so. Default: false. */
                override?: boolean;
                /** @description The parts, one after another; an operation that stays on one resource has one part. */
                parts?: components["schemas"]["AssignmentPartWrite"][];
                resource?: components["schemas"]["Id"] | null;
            }[];
            /** @description Members of tasks instead of those stored, at most one entry for each operation. Default: none. */
            operations?: {
                id: components["schemas"]["Id"];
                inboundTask?: components["schemas"]["OperationTaskPatch"];
                outboundTask?: components["schemas"]["OperationTaskPatch"];
            }[];
        };
        Webhook: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who created it. */
            createdBy: string;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            /** @description While false, messages are kept and sent later. Default: true. */
            enabled: boolean;
            /** @description The types of events that are delivered. */
            events: string[];
            /** @description How many deliveries have failed in a row. */
            failures: number;
            id: components["schemas"]["Id"];
            planning: components["schemas"]["Id"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who changed it last. */
            updatedBy: string;
            /** @description The address to which the messages are sent. */
            url: string;
        };
        /**
         * @example {
         *       "url": "https://ops.example/tidegate",
         *       "events": [
         *         "operation.*",
         *         "assignment.*"
         *       ]
         *     }
         */
        WebhookCreate: {
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdByName?: unknown;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description While false, messages are kept and sent later. Default: true. */
            enabled?: boolean;
            /** @description The types of events to deliver, of changes on the mainline: types as in `/v1/events/`, `operation.*` for all of an entity, or `*` for all. */
            events: string[];
            /** @description Read only: accepted and ignored. */
            readonly failures?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly id?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedBy?: unknown;
            /**
             * Format: uri
             * @description Public addresses need https; other addresses have to be listed in the setting OUTGOING_ALLOW of the server.
             */
            url: string;
        };
        WebhookDelivery: {
            /** @description How often it was sent. */
            attempts: number;
            /** @description The changeset; null where the message says that changes were deleted before they were sent. */
            change: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description The webhook-id of the message, the same in every attempt.
             * @example 0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44
             */
            id: components["schemas"]["Id"];
            lastAt: components["schemas"]["Timestamp"] | null;
            /** @description Why the last attempt failed; null if it did not. */
            lastError: string | null;
            /** @description The HTTP status of the last response; null when there was none. */
            lastStatus: number | null;
            nextAt: components["schemas"]["Timestamp"] | null;
            /**
             * @description `waiting`: to be sent, or sent again. `delivered`: taken by the receiver. `dead`: given up after a day.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "dead";
        };
        /**
         * @example {
         *       "enabled": false
         *     }
         */
        WebhookPatch: {
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdByName?: unknown;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description While false, messages are kept and sent later. Default: true. */
            enabled?: boolean;
            /** @description The types of events to deliver, of changes on the mainline: types as in `/v1/events/`, `operation.*` for all of an entity, or `*` for all. */
            events?: string[];
            /** @description Read only: accepted and ignored. */
            readonly failures?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly id?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedBy?: unknown;
            /**
             * Format: uri
             * @description Public addresses need https; other addresses have to be listed in the setting OUTGOING_ALLOW of the server.
             */
            url?: string;
        };
        /**
         * @example {
         *       "since": null
         *     }
         */
        WebhookReplay: {
            /** @description The id of a changeset: the changes after it are sent again. Null sends only changes from now on. */
            since: components["schemas"]["Id"] | null;
        };
        WebhookRotated: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who created it. */
            createdBy: string;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            /** @description While false, messages are kept and sent later. Default: true. */
            enabled: boolean;
            /** @description The types of events that are delivered. */
            events: string[];
            /** @description How many deliveries have failed in a row. */
            failures: number;
            id: components["schemas"]["Id"];
            planning: components["schemas"]["Id"];
            /**
             * @description Until then, messages are signed by the previous secret, too.
             * @example 2026-11-20T09:30:00.000Z
             */
            previousSecretUntil: components["schemas"]["Timestamp"];
            /** @description The new secret. It is shown once. */
            secret: string;
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who changed it last. */
            updatedBy: string;
            /** @description The address to which the messages are sent. */
            url: string;
        };
        /**
         * @example {
         *       "overlapSeconds": 86400
         *     }
         */
        WebhookRotation: {
            /** @description How long messages are signed by the present secret, too. Default: 86400, a day; at most a week. */
            overlapSeconds?: number;
        };
        WebhookTest: {
            /** @description True if the receiver took the message. */
            delivered: boolean;
            /** @description Why it was not delivered; null if it was. */
            error: string | null;
            /**
             * @description The webhook-id of the message.
             * @example 0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44
             */
            id: components["schemas"]["Id"];
            /** @description The HTTP status of the response; null when there was none. */
            status: number | null;
        };
        WebhookWithSecret: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who created it. */
            createdBy: string;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            /** @description While false, messages are kept and sent later. Default: true. */
            enabled: boolean;
            /** @description The types of events that are delivered. */
            events: string[];
            /** @description How many deliveries have failed in a row. */
            failures: number;
            id: components["schemas"]["Id"];
            planning: components["schemas"]["Id"];
            /** @description The secret that signs the messages (Standard Webhooks). It is shown once: a replayed response does not have it. */
            secret?: string;
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The id of the user who changed it last. */
            updatedBy: string;
            /** @description The address to which the messages are sent. */
            url: string;
        };
        /** @description Weights of the score. Defaults: conflict 2000, unassigned 1000, reassigned 10, delay 2 per minute, risk 0. */
        Weights: {
            /** @description The cost of a conflict. Default: 2000. */
            conflict?: number;
            /** @description The cost of each minute by which a move delays. Default: 2. */
            delay?: number;
            /** @description The cost of a part that has another place than before. Default: 10. */
            reassigned?: number;
            /** @description The cost of two neighbors on a resource, times the probability that their delays make them overlap. Default: 0. */
            risk?: number;
            /** @description The cost of a part of an operation without a place. Default: 1000. */
            unassigned?: number;
        };
        /** @description Changes that are laid over the mainline until they are published. */
        Workspace: {
            baseChange: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Timestamp"];
            createdBy: string | null;
            /** @description The name of the user; null if the author is not a user or no longer exists. */
            createdByName?: string | null;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description: string | null;
            id: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            planning: components["schemas"]["Id"];
            /**
             * @description Only a DRAFT may be written to, and an ARCHIVED one is not selected.
             * @enum {string}
             */
            state: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Identifier of this version of the record. */
            versionId: string;
        };
        /**
         * @example {
         *       "name": "Strike on Friday"
         *     }
         */
        WorkspaceCreate: {
            /** @description Read only: accepted and ignored. */
            readonly baseChange?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdByName?: unknown;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Read only: accepted and ignored. */
            readonly errors?: unknown;
            id?: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name: string;
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly state?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
        };
        WorkspaceDiff: {
            /** @description The records that differ from the mainline. */
            diffs: components["schemas"]["Diff"][];
            /** @description What both plans cost, as their metrics say. */
            score: {
                /** @description The difference between the total scores, in weight units. It includes `workspace.reassigned`, the cost of the draft’s moves compared with the mainline; the score after a publish does not, because the draft’s places are then those of the mainline. */
                delta: number;
                mainline: components["schemas"]["Score"];
                workspace: components["schemas"]["Score"];
            };
        };
        /**
         * @example {
         *       "name": "Strike on Saturday"
         *     }
         */
        WorkspacePatch: {
            /** @description Read only: accepted and ignored. */
            readonly baseChange?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdBy?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly createdByName?: unknown;
            /** @description Free text of at most 10,000 characters. Default: null. */
            description?: string | null;
            /** @description Read only: accepted and ignored. */
            readonly errors?: unknown;
            id?: components["schemas"]["Id"];
            /** @description A name of 1 to 255 characters. */
            name?: string;
            /** @description Read only: accepted and ignored. */
            readonly planning?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly state?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly updatedAt?: unknown;
            /** @description Read only: accepted and ignored. */
            readonly versionId?: unknown;
        };
    };
    responses: {
        /** @description The input is malformed, with every problem at once, or a rule refuses it, with its code. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body ended before it was complete, or came too slowly. */
        BodyIncomplete: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is a clash, or a request with the same Idempotency-Key is in flight. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clash"] | components["schemas"]["Error"];
            };
        };
        /** @description The credentials are valid, but their role does not allow the request. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used for another body. */
        IdempotencyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The record does not exist, was deleted, or belongs to another organization; the response does not say which. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description If-Match or basedOn does not name the current version. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Stale"];
            };
        };
        /** @description The body is too large. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The rate limit is exceeded. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request has no credentials, or wrong ones. */
        Unauthenticated: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is shutting down, a queue is full, a search got stuck, the database is unavailable, the requests in progress use all memory for bodies, or others write too fast for a draft to be merged. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed unexpectedly; quote X-Request-Id when you report it. */
        Unexpected: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The content type of the body is not supported, or the body is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The endpoint is a WebSocket, and the request does not ask for one. */
        UpgradeRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
        IdempotencyKey: string;
        /**
         * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
         * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
         */
        IfMatch: string;
        /** @description The ETag that was read. The response is 304 when the record still has that version. */
        IfNoneMatch: string;
        /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
        Organization: components["schemas"]["Id"];
        /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
        RequestId: string;
        /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
        Workspace: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /** @description The scheme that credentials need; always Token. */
        Challenge: "Token";
        /** @description For a write, the changeset that it made; absent when nothing was written. For an export, the last changeset that is visible in it. */
        Change: string;
        /** @description The version of the record. */
        ETag: string;
        /** @description The next page: `<…>; rel="next"`. */
        Link: string;
        /** @description The address of the new record. */
        Location: string;
        /** @description `true` when this repeats the response of an earlier request. */
        Replayed: string;
        /** @description The id of the request; quote it when you report a problem. */
        RequestId: string;
        /** @description How many seconds to wait. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getWellKnownJwksJson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Public keys of the tokens */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthInternalDocsOnlyTokenClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the claims of tokens mean */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claims": [
                     *         {
                     *           "name": "A12",
                     *           "type": "text",
                     *           "description": "Turnaround"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TokenClaims"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthInternalUsers: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All users */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "email": "ann@example.org",
                     *         "name": "A12",
                     *         "organizations": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "name": "A12",
                     *             "role": "viewer"
                     *           }
                     *         ],
                     *         "hasPassword": false,
                     *         "disabledAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LocalUser"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthInternalUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.org",
                 *       "password": "text--------",
                 *       "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["LocalUserCreate"];
            };
        };
        responses: {
            /** @description Create a user */
            201: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "email": "ann@example.org",
                     *       "name": "A12",
                     *       "organizations": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "name": "A12",
                     *           "role": "viewer"
                     *         }
                     *       ],
                     *       "hasPassword": false,
                     *       "disabledAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LocalUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAuthInternalUsersByUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                user: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a user with memberships, credentials and preferences; records keep the id of their author */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchAuthInternalUsersByUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                user: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["LocalUserPatch"];
            };
        };
        responses: {
            /** @description Set a user's password, disable the user, or unlink the user's account of the single sign-on */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "email": "ann@example.org",
                     *       "name": "A12",
                     *       "organizations": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "name": "A12",
                     *           "role": "viewer"
                     *         }
                     *       ],
                     *       "hasPassword": false,
                     *       "disabledAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LocalUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.org",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Log in with email and password */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access": "eyJhbGciOiJFZERTQSJ9…",
                     *       "user": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "email": "ann@example.org",
                     *         "name": "A12",
                     *         "organizations": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "name": "A12",
                     *             "role": "viewer"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Log out */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthMethods: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to log in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "password": true,
                     *       "signOn": {
                     *         "name": "A12"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LoginMethods"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthOidcCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Come back from the single sign-on */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthOidcExchange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["ExchangeRequest"];
            };
        };
        responses: {
            /** @description Exchange a one-time code of a single sign-on */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access": "eyJhbGciOiJFZERTQSJ9…",
                     *       "user": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "email": "ann@example.org",
                     *         "name": "A12",
                     *         "organizations": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "name": "A12",
                     *             "role": "viewer"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthOidcLogin: {
        parameters: {
            query?: {
                /** @description The path of the board to which the browser returns after the login. */
                return?: string;
            };
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Go to the single sign-on */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthRefresh: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Exchange a refresh token for a new pair */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access": "eyJhbGciOiJFZERTQSJ9…"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description For admins of this organization: all its keys. Default: the keys of the current user. */
                organization?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current user's API keys, or all of an organization */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "name": "A12",
                     *         "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "role": "viewer",
                     *         "expiresAt": "2026-11-20T09:30:00.000Z",
                     *         "lastUsedAt": "2026-11-20T09:30:00.000Z",
                     *         "createdAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly import",
                 *       "organization": "demo",
                 *       "role": "planner"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Create an API key; its secret is shown once */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "role": "viewer",
                     *       "expiresAt": "2026-11-20T09:30:00.000Z",
                     *       "lastUsedAt": "2026-11-20T09:30:00.000Z",
                     *       "createdAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKeysById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke an API key */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAssignments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "op-1",
                 *       "resource": "A12",
                 *       "planning": "demo",
                 *       "metadata": {
                 *         "kind": "maritime_berth",
                 *         "position": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AssignmentCreate"];
            };
        };
        responses: {
            /** @description Assign an operation */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "operation": "op-1",
                     *       "planning": "demo",
                     *       "parts": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "resource": "A12",
                     *           "isFixed": false,
                     *           "metadata": null
                     *         }
                     *       ],
                     *       "resource": "A12",
                     *       "location": "pier-a",
                     *       "metadata": null,
                     *       "override": false,
                     *       "active": false,
                     *       "assignedAt": "2026-11-20T09:30:00.000Z",
                     *       "assignedBy": "user-1",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "tombstone": false
                     *     }
                     */
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAssignmentsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an assignment */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "operation": "op-1",
                     *       "planning": "demo",
                     *       "parts": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "resource": "A12",
                     *           "isFixed": false,
                     *           "metadata": null
                     *         }
                     *       ],
                     *       "resource": "A12",
                     *       "location": "pier-a",
                     *       "metadata": null,
                     *       "override": false,
                     *       "active": false,
                     *       "assignedAt": "2026-11-20T09:30:00.000Z",
                     *       "assignedBy": "user-1",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "tombstone": false
                     *     }
                     */
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAssignmentsByIdDeactivate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deactivate an assignment */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "operation": "op-1",
                     *       "planning": "demo",
                     *       "parts": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "resource": "A12",
                     *           "isFixed": false,
                     *           "metadata": null
                     *         }
                     *       ],
                     *       "resource": "A12",
                     *       "location": "pier-a",
                     *       "metadata": null,
                     *       "override": false,
                     *       "active": false,
                     *       "assignedAt": "2026-11-20T09:30:00.000Z",
                     *       "assignedBy": "user-1",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "tombstone": false
                     *     }
                     */
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAssignmentsBulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assignments": [
                 *         {
                 *           "operation": "op-1",
                 *           "resource": "A12",
                 *           "active": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AssignmentBulk"];
            };
        };
        responses: {
            /** @description Assign operations, all or none */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "operation": "op-1",
                     *         "planning": "demo",
                     *         "parts": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "startAt": "2026-11-20T09:30:00.000Z",
                     *             "endAt": "2026-11-20T09:30:00.000Z",
                     *             "resource": "A12",
                     *             "isFixed": false,
                     *             "metadata": null
                     *           }
                     *         ],
                     *         "resource": "A12",
                     *         "location": "pier-a",
                     *         "metadata": null,
                     *         "override": false,
                     *         "active": false,
                     *         "assignedAt": "2026-11-20T09:30:00.000Z",
                     *         "assignedBy": "user-1",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "tombstone": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Assignment"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection is a WebSocket from here on; its messages are described in x-websocket. */
            101: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            426: components["responses"]["UpgradeRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
        };
    };
    postLocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planning": "demo",
                 *       "name": "Pier A"
                 *     }
                 */
                "application/json": components["schemas"]["LocationCreate"];
            };
        };
        responses: {
            /** @description Create a location */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "externalId": "TG920-20261120",
                     *       "ordering": null,
                     *       "metadata": null,
                     *       "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Location"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLocationsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. The response is 304 when the record still has that version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a location */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "externalId": "TG920-20261120",
                     *       "ordering": null,
                     *       "metadata": null,
                     *       "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Location"];
                };
            };
            /** @description The record still has the version of If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLocationsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a location (soft) */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchLocationsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pier A north"
                 *     }
                 */
                "application/json": components["schemas"]["LocationPatch"];
            };
        };
        responses: {
            /** @description Change a location */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "externalId": "TG920-20261120",
                     *       "ordering": null,
                     *       "metadata": null,
                     *       "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Location"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOperationGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planning": "demo",
                 *       "name": "Port call 4711"
                 *     }
                 */
                "application/json": components["schemas"]["OperationGroupCreate"];
            };
        };
        responses: {
            /** @description Create an operation group */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "externalId": "TG920-20261120",
                     *       "metadata": null
                     *     }
                     */
                    "application/json": components["schemas"]["OperationGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperationGroupsById: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operations of a group */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "description": "Turnaround",
                     *         "metadata": null,
                     *         "isBlocker": false,
                     *         "isFixedToResource": false,
                     *         "planning": "demo",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "requiredTags": [
                     *           "text"
                     *         ],
                     *         "operationName": "TG920 / TG921",
                     *         "operationDependencies": [
                     *           {
                     *             "operation": "op-1",
                     *             "relation": "precedes"
                     *           }
                     *         ],
                     *         "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "inboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "outboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "timesCrossed": false,
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOperationGroupsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an operation group */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOperationGroupsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Port call 4712"
                 *     }
                 */
                "application/json": components["schemas"]["OperationGroupPatch"];
            };
        };
        responses: {
            /** @description Change an operation group */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "externalId": "TG920-20261120",
                     *       "metadata": null
                     *     }
                     */
                    "application/json": components["schemas"]["OperationGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOperations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planning": "demo",
                 *       "externalId": "TG920-20261120",
                 *       "isBlocker": false,
                 *       "inboundTask": {
                 *         "taskName": "TG920",
                 *         "scheduledTime": "2026-11-20T09:30:00Z",
                 *         "expectedTime": "2026-11-20T09:45:00Z",
                 *         "expectedTimesSource": "predicted"
                 *       },
                 *       "outboundTask": {
                 *         "taskName": "TG921",
                 *         "plannedTime": "2026-11-20T11:40:00Z",
                 *         "expectedTime": "2026-11-20T11:40:00Z",
                 *         "sigma": 240
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OperationCreate"];
            };
        };
        responses: {
            /** @description Create an operation with its tasks */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "externalId": "TG920-20261120",
                     *       "description": "Turnaround",
                     *       "metadata": null,
                     *       "isBlocker": false,
                     *       "isFixedToResource": false,
                     *       "planning": "demo",
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "requiredTags": [
                     *         "text"
                     *       ],
                     *       "operationName": "TG920 / TG921",
                     *       "operationDependencies": [
                     *         {
                     *           "operation": "op-1",
                     *           "relation": "precedes"
                     *         }
                     *       ],
                     *       "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "inboundTask": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       },
                     *       "outboundTask": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       },
                     *       "timesCrossed": false,
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperationsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an operation */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "externalId": "TG920-20261120",
                     *       "description": "Turnaround",
                     *       "metadata": null,
                     *       "isBlocker": false,
                     *       "isFixedToResource": false,
                     *       "planning": "demo",
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "requiredTags": [
                     *         "text"
                     *       ],
                     *       "operationName": "TG920 / TG921",
                     *       "operationDependencies": [
                     *         {
                     *           "operation": "op-1",
                     *           "relation": "precedes"
                     *         }
                     *       ],
                     *       "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "inboundTask": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       },
                     *       "outboundTask": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       },
                     *       "timesCrossed": false,
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOperationsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an operation (soft) */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOperationsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inboundTask": {
                 *         "expectedTime": "2026-11-20T10:05:00Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OperationPatch"];
            };
        };
        responses: {
            /** @description Change an operation */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "externalId": "TG920-20261120",
                     *       "description": "Turnaround",
                     *       "metadata": null,
                     *       "isBlocker": false,
                     *       "isFixedToResource": false,
                     *       "planning": "demo",
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "requiredTags": [
                     *         "text"
                     *       ],
                     *       "operationName": "TG920 / TG921",
                     *       "operationDependencies": [
                     *         {
                     *           "operation": "op-1",
                     *           "relation": "precedes"
                     *         }
                     *       ],
                     *       "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "inboundTask": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       },
                     *       "outboundTask": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       },
                     *       "timesCrossed": false,
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOperationsByIdApplyStrategy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "moves": [
                 *         {
                 *           "kind": "reassign",
                 *           "operation": "op-1",
                 *           "part": "0",
                 *           "fromResource": "A12",
                 *           "toResource": "A14"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApplyStrategy"];
            };
        };
        responses: {
            /** @description Apply a strategy */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "status": "committed",
                     *       "source": "api",
                     *       "author": "user-1",
                     *       "message": "is required",
                     *       "counts": {},
                     *       "skipped": [
                     *         {
                     *           "operation": "op-1",
                     *           "reason": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedStrategy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperationsByIdAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active assignment of an operation */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "operation": "op-1",
                     *       "planning": "demo",
                     *       "parts": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "resource": "A12",
                     *           "isFixed": false,
                     *           "metadata": null
                     *         }
                     *       ],
                     *       "resource": "A12",
                     *       "location": "pier-a",
                     *       "metadata": null,
                     *       "override": false,
                     *       "active": false,
                     *       "assignedAt": "2026-11-20T09:30:00.000Z",
                     *       "assignedBy": "user-1",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "tombstone": false
                     *     }
                     */
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperationsByIdCandidates: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description With the parameter to, the slots that start within this range, both ends included. */
                from?: number;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description The id or the zero-based index of a part. Default: the first part. */
                part?: string;
                /** @description The maximum number of slots. Default: 10. */
                slots?: number;
                /** @description Unix seconds (UTC). */
                to?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resources as places for an operation */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "resource": "A12",
                     *         "current": false,
                     *         "feasible": false,
                     *         "score": {
                     *           "before": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           },
                     *           "after": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           },
                     *           "delta": -990
                     *         },
                     *         "breaks": [
                     *           {
                     *             "kind": "buffer",
                     *             "message": "is required"
                     *           }
                     *         ],
                     *         "blockedBy": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": (components["schemas"]["Candidate"] | components["schemas"]["Slot"])[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOperationsByIdResolveConflictStreamPartByPartPk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                part_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "virtualState": {},
                 *       "parameters": {
                 *         "maxStrategies": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description Strategies that resolve the conflicts of an operation, as they are found */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "start",
                     *       "operation": "op-1",
                     *       "part": "text",
                     *       "window": {
                     *         "startAt": "2026-11-20T09:30:00.000Z",
                     *         "endAt": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "conflicts": [
                     *         {
                     *           "id": "text",
                     *           "planning": "demo",
                     *           "resource": "A12",
                     *           "kind": "buffer",
                     *           "operations": [
                     *             "op-1",
                     *             "op-1"
                     *           ],
                     *           "parts": [
                     *             "text",
                     *             "text"
                     *           ],
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "overlapSeconds": 0,
                     *           "probability": 0,
                     *           "severity": "critical"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ResolveLine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOperationsByIdResolveConflictPartByPartPk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                part_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "virtualState": {},
                 *       "parameters": {
                 *         "maxStrategies": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description Strategies that resolve the conflicts of an operation */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operation": "op-1",
                     *       "part": "text",
                     *       "window": {
                     *         "startAt": "2026-11-20T09:30:00.000Z",
                     *         "endAt": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "conflicts": [
                     *         {
                     *           "id": "text",
                     *           "planning": "demo",
                     *           "resource": "A12",
                     *           "kind": "buffer",
                     *           "operations": [
                     *             "op-1",
                     *             "op-1"
                     *           ],
                     *           "parts": [
                     *             "text",
                     *             "text"
                     *           ],
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "overlapSeconds": 0,
                     *           "probability": 0,
                     *           "severity": "critical"
                     *         }
                     *       ],
                     *       "strategies": [
                     *         {
                     *           "rank": 0,
                     *           "moves": [
                     *             {
                     *               "kind": "reassign",
                     *               "operation": "op-1",
                     *               "part": "text",
                     *               "fromResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "toResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "startAt": "2026-11-20T09:30:00.000Z",
                     *               "endAt": "2026-11-20T09:30:00.000Z",
                     *               "delaySeconds": 0
                     *             }
                     *           ],
                     *           "resolves": [
                     *             "text"
                     *           ],
                     *           "creates": [
                     *             {
                     *               "id": "text",
                     *               "planning": "demo",
                     *               "resource": "A12",
                     *               "kind": "buffer",
                     *               "operations": [
                     *                 "op-1",
                     *                 "op-1"
                     *               ],
                     *               "parts": [
                     *                 "text",
                     *                 "text"
                     *               ],
                     *               "startAt": "2026-11-20T09:30:00.000Z",
                     *               "endAt": "2026-11-20T09:30:00.000Z",
                     *               "overlapSeconds": 0,
                     *               "probability": 0,
                     *               "severity": "critical"
                     *             }
                     *           ],
                     *           "score": {
                     *             "before": {
                     *               "total": 0,
                     *               "conflicts": 0,
                     *               "unassigned": 0,
                     *               "reassigned": 0,
                     *               "delay": 0,
                     *               "rules": 0
                     *             },
                     *             "after": {
                     *               "total": 0,
                     *               "conflicts": 0,
                     *               "unassigned": 0,
                     *               "reassigned": 0,
                     *               "delay": 0,
                     *               "rules": 0
                     *             },
                     *             "delta": -990
                     *           },
                     *           "residualProbability": 0,
                     *           "reassigned": 0,
                     *           "delayed": 0,
                     *           "soonestStartAt": "2026-11-20T09:30:00.000Z",
                     *           "explanation": "Move TG920 to A14; nobody else is affected."
                     *         }
                     *       ],
                     *       "complete": false
                     *     }
                     */
                    "application/json": components["schemas"]["Resolution"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperationsByIdTasks: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Task history of an operation, oldest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "planning": "demo",
                     *         "operation": "op-1",
                     *         "role": "inbound",
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Task"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOperationsBulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "planning": "demo",
                 *         "externalId": "TG920-20261120",
                 *         "isBlocker": false,
                 *         "inboundTask": {
                 *           "taskName": "TG920",
                 *           "scheduledTime": "2026-11-20T09:30:00Z",
                 *           "expectedTime": "2026-11-20T09:45:00Z",
                 *           "expectedTimesSource": "predicted"
                 *         },
                 *         "outboundTask": {
                 *           "taskName": "TG921",
                 *           "plannedTime": "2026-11-20T11:40:00Z",
                 *           "expectedTime": "2026-11-20T11:40:00Z",
                 *           "sigma": 240
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["OperationBulkCreate"][] | {
                    /** @description The same list as the bare array. */
                    operations: components["schemas"]["OperationBulkCreate"][];
                };
            };
        };
        responses: {
            /** @description Create operations, all or none */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "description": "Turnaround",
                     *         "metadata": null,
                     *         "isBlocker": false,
                     *         "isFixedToResource": false,
                     *         "planning": "demo",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "requiredTags": [
                     *           "text"
                     *         ],
                     *         "operationName": "TG920 / TG921",
                     *         "operationDependencies": [
                     *           {
                     *             "operation": "op-1",
                     *             "relation": "precedes"
                     *           }
                     *         ],
                     *         "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "inboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "outboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "timesCrossed": false,
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOperationsBulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "op-1",
                 *         "inboundTask": {
                 *           "expectedTime": "2026-11-20T10:05:00Z"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["OperationBulkPatch"][] | {
                    /** @description The same list as the bare array. */
                    operations: components["schemas"]["OperationBulkPatch"][];
                };
            };
        };
        responses: {
            /** @description Change operations, all or none */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "description": "Turnaround",
                     *         "metadata": null,
                     *         "isBlocker": false,
                     *         "isFixedToResource": false,
                     *         "planning": "demo",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "requiredTags": [
                     *           "text"
                     *         ],
                     *         "operationName": "TG920 / TG921",
                     *         "operationDependencies": [
                     *           {
                     *             "operation": "op-1",
                     *             "relation": "precedes"
                     *           }
                     *         ],
                     *         "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "inboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "outboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "timesCrossed": false,
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOperationsTasksBulk: {
        parameters: {
            query?: {
                /** @description Unix seconds (UTC). */
                end_timestamp?: number;
                /** @description The times that are compared with the window. Default: expectedTime. */
                range_field?: "expectedTime95Interval" | "expectedTime90Interval" | "expectedTime" | "scheduledTime";
                /** @description Unix seconds (UTC). */
                start_timestamp?: number;
                /** @description The version of the records: `latest` (the default), `first`, or the id of a changeset. */
                version?: string;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operations": [
                 *         {
                 *           "operationId": "op-1",
                 *           "inboundTask": {
                 *             "plannedTime": "2026-11-20T09:30:00Z",
                 *             "sigma": 300
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TasksBulkUpdate"];
            };
        };
        responses: {
            /** @description Change the tasks of operations, all or none */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "description": "Turnaround",
                     *         "metadata": null,
                     *         "isBlocker": false,
                     *         "isFixedToResource": false,
                     *         "planning": "demo",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "requiredTags": [
                     *           "text"
                     *         ],
                     *         "operationName": "TG920 / TG921",
                     *         "operationDependencies": [
                     *           {
                     *             "operation": "op-1",
                     *             "relation": "precedes"
                     *           }
                     *         ],
                     *         "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "inboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "outboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "timesCrossed": false,
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizations: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organizations of the authenticated user */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "name": "A12"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Hub airport"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationCreate"];
            };
        };
        responses: {
            /** @description Create an organization */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsByOrgPkMembers: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members of an organization */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "email": "ann@example.org",
                     *         "name": "A12",
                     *         "role": "viewer"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Member"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsByOrgPkMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.org",
                 *       "role": "planner",
                 *       "name": "Ann"
                 *     }
                 */
                "application/json": components["schemas"]["MemberCreate"];
            };
        };
        responses: {
            /** @description Add a member */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "email": "ann@example.org",
                     *       "name": "A12",
                     *       "role": "viewer"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganizationsByOrgPkMembersByUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
                user: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOrganizationsByOrgPkMembersByUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
                user: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["MemberPatch"];
            };
        };
        responses: {
            /** @description Change a member's role */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "email": "ann@example.org",
                     *       "name": "A12",
                     *       "role": "viewer"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsByOrgPkPlannings: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Plannings of an organization */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "name": "A12",
                     *         "description": "Turnaround",
                     *         "timezone": "Europe/Berlin",
                     *         "minimumStaySeconds": 0,
                     *         "metadata": null,
                     *         "weights": {},
                     *         "repairPolicy": {},
                     *         "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Planning"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsByOrgPkPlannings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Hub, winter",
                 *       "timezone": "Europe/Berlin",
                 *       "minimumStaySeconds": 1800
                 *     }
                 */
                "application/json": components["schemas"]["PlanningCreate"];
            };
        };
        responses: {
            /** @description Create a planning */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "timezone": "Europe/Berlin",
                     *       "minimumStaySeconds": 0,
                     *       "metadata": null,
                     *       "weights": {},
                     *       "repairPolicy": {},
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Planning"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganizationsByOrgPkPlanningsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a planning and everything in it */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOrganizationsByOrgPkPlanningsById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "weights": {
                 *         "conflict": 3000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PlanningPatch"];
            };
        };
        responses: {
            /** @description Change a planning */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "timezone": "Europe/Berlin",
                     *       "minimumStaySeconds": 0,
                     *       "metadata": null,
                     *       "weights": {},
                     *       "repairPolicy": {},
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Planning"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsByOrgPkPlanningsImport: {
        parameters: {
            query?: {
                /** @description True writes nothing: the response says what the import would do, or everything that is wrong with the document. Default: false. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "tidegate/planning@1",
                 *       "planning": {
                 *         "name": "A12"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PlanningDocument"];
            };
        };
        responses: {
            /** @description With dryRun, what the request would do. Nothing was written. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "A12",
                     *       "counts": {
                     *         "locations": 0,
                     *         "tags": 0,
                     *         "resources": 0,
                     *         "groups": 0,
                     *         "operations": 0,
                     *         "rules": 0,
                     *         "assignments": 0
                     *       },
                     *       "keepsIds": false,
                     *       "warnings": [
                     *         {
                     *           "path": "inboundTask.expectedTime",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            /** @description Create a planning from a document */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "name": "A12",
                     *         "description": "Turnaround",
                     *         "timezone": "Europe/Berlin",
                     *         "minimumStaySeconds": 0,
                     *         "metadata": null,
                     *         "weights": {},
                     *         "repairPolicy": {},
                     *         "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "ids": {},
                     *       "warnings": [
                     *         {
                     *           "path": "inboundTask.expectedTime",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedPlanning"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsByOrgPkUploadMappings: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Saved mappings of CSV columns, by name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "name": "A12",
                     *         "rows": "operations",
                     *         "delimiter": ",",
                     *         "encoding": "utf-8",
                     *         "timeFormat": "text",
                     *         "timezone": "Europe/Berlin",
                     *         "fields": [
                     *           {
                     *             "field": "text",
                     *             "columns": [
                     *               "text"
                     *             ]
                     *           }
                     *         ],
                     *         "constants": {},
                     *         "join": {
                     *           "columns": [
                     *             "text"
                     *           ],
                     *           "by": "value"
                     *         },
                     *         "createdBy": "user-1",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedBy": "text",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UploadMapping"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsByOrgPkUploadMappings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Flights of the day",
                 *       "rows": "movements",
                 *       "delimiter": ";",
                 *       "encoding": "windows-1252",
                 *       "timeFormat": "dd.MM.yyyy HH:mm",
                 *       "fields": [
                 *         {
                 *           "field": "role",
                 *           "columns": [
                 *             "A/D"
                 *           ],
                 *           "values": {
                 *             "A": "inbound",
                 *             "D": "outbound"
                 *           }
                 *         },
                 *         {
                 *           "field": "externalId",
                 *           "columns": [
                 *             "Flight",
                 *             "Date"
                 *           ]
                 *         },
                 *         {
                 *           "field": "taskName",
                 *           "columns": [
                 *             "Flight"
                 *           ]
                 *         },
                 *         {
                 *           "field": "scheduledTime",
                 *           "columns": [
                 *             "Date",
                 *             "STA/STD"
                 *           ]
                 *         },
                 *         {
                 *           "field": "expectedTime",
                 *           "columns": [
                 *             "ETA/ETD"
                 *           ],
                 *           "timeFormat": "HH:mm"
                 *         },
                 *         {
                 *           "field": "metadata.registration",
                 *           "columns": [
                 *             "Reg"
                 *           ]
                 *         }
                 *       ],
                 *       "join": {
                 *         "columns": [
                 *           "Reg"
                 *         ],
                 *         "by": "order"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadMappingWrite"];
            };
        };
        responses: {
            /** @description Save a mapping of CSV columns */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "rows": "operations",
                     *       "delimiter": ",",
                     *       "encoding": "utf-8",
                     *       "timeFormat": "text",
                     *       "timezone": "Europe/Berlin",
                     *       "fields": [
                     *         {
                     *           "field": "text",
                     *           "columns": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "constants": {},
                     *       "join": {
                     *         "columns": [
                     *           "text"
                     *         ],
                     *         "by": "value"
                     *       },
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsByOrgPkUploadMappingsByMappingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                mapping_id: components["schemas"]["Id"];
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One saved mapping */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "rows": "operations",
                     *       "delimiter": ",",
                     *       "encoding": "utf-8",
                     *       "timeFormat": "text",
                     *       "timezone": "Europe/Berlin",
                     *       "fields": [
                     *         {
                     *           "field": "text",
                     *           "columns": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "constants": {},
                     *       "join": {
                     *         "columns": [
                     *           "text"
                     *         ],
                     *         "by": "value"
                     *       },
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    putOrganizationsByOrgPkUploadMappingsByMappingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                mapping_id: components["schemas"]["Id"];
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Flights of the day",
                 *       "rows": "movements",
                 *       "delimiter": ";",
                 *       "encoding": "windows-1252",
                 *       "timeFormat": "dd.MM.yyyy HH:mm",
                 *       "fields": [
                 *         {
                 *           "field": "role",
                 *           "columns": [
                 *             "A/D"
                 *           ],
                 *           "values": {
                 *             "A": "inbound",
                 *             "D": "outbound"
                 *           }
                 *         },
                 *         {
                 *           "field": "externalId",
                 *           "columns": [
                 *             "Flight",
                 *             "Date"
                 *           ]
                 *         },
                 *         {
                 *           "field": "taskName",
                 *           "columns": [
                 *             "Flight"
                 *           ]
                 *         },
                 *         {
                 *           "field": "scheduledTime",
                 *           "columns": [
                 *             "Date",
                 *             "STA/STD"
                 *           ]
                 *         },
                 *         {
                 *           "field": "expectedTime",
                 *           "columns": [
                 *             "ETA/ETD"
                 *           ],
                 *           "timeFormat": "HH:mm"
                 *         },
                 *         {
                 *           "field": "metadata.registration",
                 *           "columns": [
                 *             "Reg"
                 *           ]
                 *         }
                 *       ],
                 *       "join": {
                 *         "columns": [
                 *           "Reg"
                 *         ],
                 *         "by": "order"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadMappingWrite"];
            };
        };
        responses: {
            /** @description Replace a saved mapping */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "rows": "operations",
                     *       "delimiter": ",",
                     *       "encoding": "utf-8",
                     *       "timeFormat": "text",
                     *       "timezone": "Europe/Berlin",
                     *       "fields": [
                     *         {
                     *           "field": "text",
                     *           "columns": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "constants": {},
                     *       "join": {
                     *         "columns": [
                     *           "text"
                     *         ],
                     *         "by": "value"
                     *       },
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganizationsByOrgPkUploadMappingsByMappingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                mapping_id: components["schemas"]["Id"];
                org_pk: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a saved mapping */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a planning */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "organization": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "timezone": "Europe/Berlin",
                     *       "minimumStaySeconds": 0,
                     *       "metadata": null,
                     *       "weights": {},
                     *       "repairPolicy": {},
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Planning"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdAdvice: {
        parameters: {
            query?: {
                /** @description The maximum number of decisions to learn from; the latest ones are used. Default: 500. */
                choices?: number;
                /** @description The seconds of each run that shows what a proposal would change; 0: no runs. Default: 1. */
                runSeconds?: number;
                /** @description Only what was decided at or after this time. Default: everything that is stored. */
                since?: components["schemas"]["TimestampIn"];
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules and weights that would have agreed with the planners */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "choices": {
                     *         "moved": 0,
                     *         "placed": 0,
                     *         "refused": 0,
                     *         "accepted": 0,
                     *         "kept": 0
                     *       },
                     *       "leftOut": 0,
                     *       "agreement": {
                     *         "choices": 0,
                     *         "before": 0,
                     *         "after": 0
                     *       },
                     *       "holdout": {
                     *         "choices": 0,
                     *         "before": 0,
                     *         "after": 0
                     *       },
                     *       "candidates": 0,
                     *       "proposals": [
                     *         {
                     *           "kind": "rule",
                     *           "explanation": "Move TG920 to A14; nobody else is affected.",
                     *           "weight": {
                     *             "before": 0,
                     *             "after": 0
                     *           },
                     *           "agreement": {
                     *             "choices": 0,
                     *             "before": 0,
                     *             "after": 0
                     *           },
                     *           "holdout": {
                     *             "choices": 0,
                     *             "before": 0,
                     *             "after": 0
                     *           },
                     *           "concerned": 0,
                     *           "decided": 0,
                     *           "chance": 0,
                     *           "reasons": [
                     *             "text"
                     *           ],
                     *           "requests": [
                     *             {
                     *               "method": "POST",
                     *               "path": "inboundTask.expectedTime",
                     *               "body": {}
                     *             }
                     *           ],
                     *           "effect": {
                     *             "cost": {
                     *               "before": 0,
                     *               "after": 0
                     *             },
                     *             "run": {
                     *               "score": {
                     *                 "before": 0,
                     *                 "after": 0
                     *               },
                     *               "cost": 0,
                     *               "moved": 0,
                     *               "movedAnyway": 0,
                     *               "operations": [
                     *                 "op-1"
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Advice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "Which conflicts are there this morning?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            /** @description Ask the assistant */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "text",
                     *       "delta": "text"
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["AgentLine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdAgentProposalsByProposalIdApply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                proposal_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Apply a proposal of the assistant */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "status": "committed",
                     *       "source": "api",
                     *       "author": "user-1",
                     *       "message": "is required",
                     *       "counts": {},
                     *       "skipped": [
                     *         {
                     *           "operation": "op-1",
                     *           "reason": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedProposal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdAgentToolsByTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                tool: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "from": "14:00",
                 *         "to": "18:00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ToolRequest"];
            };
        };
        responses: {
            /** @description Run one tool of the assistant */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": null
                     *     }
                     */
                    "application/json": components["schemas"]["ToolAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdAssignments: {
        parameters: {
            query?: {
                /** @description True lists active assignments, false ended ones. Default: true. */
                active?: boolean;
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description Unix seconds (UTC). */
                end_timestamp?: number;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                operation?: components["schemas"]["Id"];
                /** @description Unix seconds (UTC). */
                start_timestamp?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assignments of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "operation": "op-1",
                     *         "planning": "demo",
                     *         "parts": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "startAt": "2026-11-20T09:30:00.000Z",
                     *             "endAt": "2026-11-20T09:30:00.000Z",
                     *             "resource": "A12",
                     *             "isFixed": false,
                     *             "metadata": null
                     *           }
                     *         ],
                     *         "resource": "A12",
                     *         "location": "pier-a",
                     *         "metadata": null,
                     *         "override": false,
                     *         "active": false,
                     *         "assignedAt": "2026-11-20T09:30:00.000Z",
                     *         "assignedBy": "user-1",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "tombstone": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Assignment"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdChangesets: {
        parameters: {
            query?: {
                /** @description Only changesets by the user with this id. */
                author?: string;
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description True adds the diffs. A page then has at most 200 changesets, and fewer when they are large. Default: false. */
                diffs?: boolean;
                /** @description Only changesets made at this Unix second or later. */
                from?: number;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description Only changesets that wrote this operation, one of its tasks, or its assignment. */
                operation?: components["schemas"]["Id"];
                /** @description `api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair. */
                source?: "api" | "upload" | "solver" | "resolution" | "agent" | "publish" | "revert" | "repair";
                /** @description Only changesets made before this Unix second. */
                to?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changesets of a planning, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "timestamp": "2026-11-20T09:30:00.000Z",
                     *         "status": "committed",
                     *         "source": "api",
                     *         "author": "user-1",
                     *         "message": "is required",
                     *         "counts": {},
                     *         "diffs": [
                     *           {
                     *             "entity": "text",
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "action": "created",
                     *             "before": null,
                     *             "after": null,
                     *             "changed": [
                     *               "text"
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": (components["schemas"]["ChangesetDetail"] | components["schemas"]["Changeset"])[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdChangesetsByChangeId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                change_id: components["schemas"]["Id"];
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One changeset with its diffs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "status": "committed",
                     *       "source": "api",
                     *       "author": "user-1",
                     *       "message": "is required",
                     *       "counts": {},
                     *       "diffs": [
                     *         {
                     *           "entity": "text",
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "action": "created",
                     *           "before": null,
                     *           "after": null,
                     *           "changed": [
                     *             "text"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesetDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdChangesetsByChangeIdRevert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                change_id: components["schemas"]["Id"];
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Undo a changeset by writing a new one */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "status": "committed",
                     *       "source": "api",
                     *       "author": "user-1",
                     *       "message": "is required",
                     *       "counts": {},
                     *       "diffs": [
                     *         {
                     *           "entity": "text",
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "action": "created",
                     *           "before": null,
                     *           "after": null,
                     *           "changed": [
                     *             "text"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesetDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdConflicts: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description Unix seconds (UTC). */
                end_timestamp?: number;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description Unix seconds (UTC). */
                start_timestamp?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Conflicts of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "text",
                     *         "planning": "demo",
                     *         "resource": "A12",
                     *         "kind": "buffer",
                     *         "operations": [
                     *           "op-1",
                     *           "op-1"
                     *         ],
                     *         "parts": [
                     *           "text",
                     *           "text"
                     *         ],
                     *         "startAt": "2026-11-20T09:30:00.000Z",
                     *         "endAt": "2026-11-20T09:30:00.000Z",
                     *         "overlapSeconds": 0,
                     *         "probability": 0,
                     *         "severity": "critical"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Conflict"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    putPlanningsByIdConflictsByConflictIdMark: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                conflict_id: components["schemas"]["Id"];
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "accepted",
                 *       "note": "Agreed with the tower",
                 *       "until": null
                 *     }
                 */
                "application/json": components["schemas"]["ConflictMarkWrite"];
            };
        };
        responses: {
            /** @description Mark a conflict as seen or accepted */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conflict": "text",
                     *       "mark": {
                     *         "state": "seen",
                     *         "note": null,
                     *         "until": "2026-11-20T09:30:00.000Z",
                     *         "author": "user-1",
                     *         "at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MarkedConflict"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdEdits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operations": [
                 *         {
                 *           "id": "closed-A12",
                 *           "isBlocker": true,
                 *           "isFixedToResource": true,
                 *           "inboundTask": {
                 *             "taskName": "Closed",
                 *             "plannedTime": "2026-11-20T09:00:00Z",
                 *             "expectedTime": "2026-11-20T09:00:00Z"
                 *           },
                 *           "outboundTask": {
                 *             "taskName": "Open again",
                 *             "plannedTime": "2026-11-20T12:00:00Z",
                 *             "expectedTime": "2026-11-20T12:00:00Z"
                 *           }
                 *         }
                 *       ],
                 *       "assignments": [
                 *         {
                 *           "operation": "closed-A12",
                 *           "resource": "A12"
                 *         },
                 *         {
                 *           "operation": "op-1",
                 *           "resource": "A14",
                 *           "basedOn": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 *         }
                 *       ],
                 *       "message": "A12 is closed for repair"
                 *     }
                 */
                "application/json": components["schemas"]["Edits"];
            };
        };
        responses: {
            /** @description Several edits as one changeset, all or none */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "operations": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "description": "Turnaround",
                     *           "metadata": null,
                     *           "isBlocker": false,
                     *           "isFixedToResource": false,
                     *           "planning": "demo",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "requiredTags": [
                     *             "text"
                     *           ],
                     *           "operationName": "TG920 / TG921",
                     *           "operationDependencies": [
                     *             {
                     *               "operation": "op-1",
                     *               "relation": "precedes"
                     *             }
                     *           ],
                     *           "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "inboundTask": {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *             "externalId": "TG920-20261120",
                     *             "expectedTimesSource": "schedule",
                     *             "imposedDelayInSeconds": 0,
                     *             "isMock": false,
                     *             "metadata": null,
                     *             "taskName": "TG920",
                     *             "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *             "expectedTime": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *             "actualTime": "2026-11-20T09:30:00.000Z",
                     *             "distributionMean": "2026-11-20T09:30:00.000Z",
                     *             "plannedTime": "2026-11-20T09:30:00.000Z",
                     *             "sigma": 300,
                     *             "skewFactor": 0.4,
                     *             "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *             "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *             "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *             "tags": [
                     *               "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *             ],
                     *             "tagsDetails": [
                     *               {
                     *                 "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *                 "category": "aircraft",
                     *                 "value": "wide body",
                     *                 "required": false,
                     *                 "color": "#1a2b3c"
                     *               }
                     *             ],
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "validFrom": "2026-11-20T09:30:00.000Z",
                     *             "validTo": "2026-11-20T09:30:00.000Z",
                     *             "persisted": false
                     *           },
                     *           "outboundTask": {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *             "externalId": "TG920-20261120",
                     *             "expectedTimesSource": "schedule",
                     *             "imposedDelayInSeconds": 0,
                     *             "isMock": false,
                     *             "metadata": null,
                     *             "taskName": "TG920",
                     *             "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *             "expectedTime": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *             "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *             "actualTime": "2026-11-20T09:30:00.000Z",
                     *             "distributionMean": "2026-11-20T09:30:00.000Z",
                     *             "plannedTime": "2026-11-20T09:30:00.000Z",
                     *             "sigma": 300,
                     *             "skewFactor": 0.4,
                     *             "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *             "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *             "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *             "tags": [
                     *               "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *             ],
                     *             "tagsDetails": [
                     *               {
                     *                 "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *                 "category": "aircraft",
                     *                 "value": "wide body",
                     *                 "required": false,
                     *                 "color": "#1a2b3c"
                     *               }
                     *             ],
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "validFrom": "2026-11-20T09:30:00.000Z",
                     *             "validTo": "2026-11-20T09:30:00.000Z",
                     *             "persisted": false
                     *           },
                     *           "timesCrossed": false,
                     *           "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         }
                     *       ],
                     *       "tasks": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "planning": "demo",
                     *           "operation": "op-1",
                     *           "role": "inbound",
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         }
                     *       ],
                     *       "assignments": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "operation": "op-1",
                     *           "planning": "demo",
                     *           "parts": [
                     *             {
                     *               "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "startAt": "2026-11-20T09:30:00.000Z",
                     *               "endAt": "2026-11-20T09:30:00.000Z",
                     *               "resource": "A12",
                     *               "isFixed": false,
                     *               "metadata": null
                     *             }
                     *           ],
                     *           "resource": "A12",
                     *           "location": "pier-a",
                     *           "metadata": null,
                     *           "override": false,
                     *           "active": false,
                     *           "assignedAt": "2026-11-20T09:30:00.000Z",
                     *           "assignedBy": "user-1",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "tombstone": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EditsResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdExport: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description True gives every record its versionId, and assignments assignedBy, assignedByName and assignedAt. Default: false. */
                versions?: boolean;
            };
            header?: {
                /** @description The ETag that was read. The response is 304 when the record still has that version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The planning as a document */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tidegate/planning@1",
                     *       "planning": {
                     *         "name": "A12"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlanningDocument"];
                };
            };
            /** @description The record still has the version of If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdExportCsv: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan as CSV */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdLocations: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Locations of a planning with their resources */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "name": "A12",
                     *         "externalId": "TG920-20261120",
                     *         "ordering": null,
                     *         "metadata": null,
                     *         "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "resources": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *             "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "planning": "demo",
                     *             "externalId": "TG920-20261120",
                     *             "ordering": null,
                     *             "metadata": null,
                     *             "name": "A12",
                     *             "adjacent": [
                     *               "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *             ],
                     *             "tags": [
                     *               "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *             ],
                     *             "tagsDetails": [
                     *               {
                     *                 "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *                 "category": "aircraft",
                     *                 "value": "wide body",
                     *                 "required": false,
                     *                 "color": "#1a2b3c"
                     *               }
                     *             ],
                     *             "location": "pier-a",
                     *             "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LocationWithResources"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdMcp: {
        parameters: {
            query?: {
                /** @description Also offer tools that store proposals, start optimizations and apply proposals. */
                writes?: boolean;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The tools of the assistant through the Model Context Protocol */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "method": "tools/list"
                     *     }
                     */
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description The message was accepted and has no response. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdMeta: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Solvers, rule kinds, tag categories, weights and limits of a planning */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "solvers": [
                     *         {
                     *           "id": "text",
                     *           "name": "A12",
                     *           "description": "Turnaround",
                     *           "parameters": null,
                     *           "provesBound": false
                     *         }
                     *       ],
                     *       "ruleKinds": [
                     *         {
                     *           "kind": "buffer",
                     *           "description": "Turnaround",
                     *           "parameters": null,
                     *           "mayBeHard": false,
                     *           "mayBeNegative": false
                     *         }
                     *       ],
                     *       "tagCategories": [
                     *         "text"
                     *       ],
                     *       "weights": {},
                     *       "limits": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PlanningMeta"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdMetrics: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description Unix seconds (UTC). */
                end_timestamp?: number;
                /** @description True ignores X-Workspace-Id. Default: false. */
                mainline?: boolean;
                /** @description Unix seconds (UTC). */
                start_timestamp?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics of a planning at a point in time */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "operations": 0,
                     *       "assigned": 0,
                     *       "unassigned": 0,
                     *       "blockers": 0,
                     *       "conflicts": {
                     *         "pairs": 0,
                     *         "operations": 0,
                     *         "overlapSeconds": 0,
                     *         "expectedPairs": 0
                     *       },
                     *       "timesCrossed": 0,
                     *       "reassignments": 0,
                     *       "rules": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "name": "A12",
                     *           "violations": 0,
                     *           "penalty": 0
                     *         }
                     *       ],
                     *       "score": {
                     *         "total": 0,
                     *         "conflicts": 0,
                     *         "unassigned": 0,
                     *         "reassigned": 0,
                     *         "delay": 0,
                     *         "rules": 0
                     *       },
                     *       "utilization": [
                     *         {
                     *           "resource": "A12",
                     *           "occupiedSeconds": 0,
                     *           "operations": 0,
                     *           "ratio": 0
                     *         }
                     *       ],
                     *       "window": {
                     *         "start_timestamp": 0,
                     *         "end_timestamp": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlanningMetrics"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdMetricsHistory: {
        parameters: {
            query?: {
                /** @description The first point. Default: the oldest changeset kept. */
                from?: number;
                /** @description The number of points. Default: 60. */
                points?: number;
                /** @description The last point, or now when that is earlier. Default: now. */
                to?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics of a planning over time */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "operations": 0,
                     *         "assigned": 0,
                     *         "unassigned": 0,
                     *         "blockers": 0,
                     *         "conflicts": {
                     *           "pairs": 0,
                     *           "operations": 0,
                     *           "overlapSeconds": 0,
                     *           "expectedPairs": 0
                     *         },
                     *         "timesCrossed": 0,
                     *         "reassignments": 0,
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MetricsPoint"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOperationGroups: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operation groups of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "name": "A12",
                     *         "externalId": "TG920-20261120",
                     *         "metadata": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OperationGroup"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOperations: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description Unix seconds (UTC). */
                end_timestamp?: number;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description The times that are compared with the window. Default: expectedTime. */
                range_field?: "expectedTime95Interval" | "expectedTime90Interval" | "expectedTime" | "scheduledTime";
                /** @description Unix seconds (UTC). */
                start_timestamp?: number;
                /** @description The version of the records: `latest` (the default), `first`, or the id of a changeset. */
                version?: string;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operations of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "description": "Turnaround",
                     *         "metadata": null,
                     *         "isBlocker": false,
                     *         "isFixedToResource": false,
                     *         "planning": "demo",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "requiredTags": [
                     *           "text"
                     *         ],
                     *         "operationName": "TG920 / TG921",
                     *         "operationDependencies": [
                     *           {
                     *             "operation": "op-1",
                     *             "relation": "precedes"
                     *           }
                     *         ],
                     *         "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "inboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "outboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "timesCrossed": false,
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdOperationsBulkUpload: {
        parameters: {
            query?: {
                /** @description True writes nothing: the response says what the upload would do, with its problems by row. Default: false. */
                dryRun?: boolean;
                /** @description For schedule files: the first day to take, in the planning's time zone. Default: the file's first. */
                from?: string;
                /** @description For CSV files: the id of a saved mapping of the columns, or a mapping itself as JSON (at most 12000 characters), for instance to try it with dryRun. Default: the headers are dotted paths. */
                mapping?: string;
                /** @description Further plannings, separated by commas. */
                plannings?: string;
                /** @description For files about many places: the planning's airport (IATA code) or port (UN/LOCODE). Default: station in the planning's metadata. */
                station?: string;
                /** @description For schedule files: the last day to take. Default: the file's last. */
                to?: string;
            };
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operations": [
                 *         {
                 *           "externalId": "TG920-20261120",
                 *           "inboundTask": {
                 *             "taskName": "TG920",
                 *             "plannedTime": "2026-11-20T09:30:00Z",
                 *             "expectedTime": "2026-11-20T09:45:00Z"
                 *           },
                 *           "outboundTask": {
                 *             "taskName": "TG921",
                 *             "plannedTime": "2026-11-20T11:40:00Z",
                 *             "expectedTime": "2026-11-20T11:40:00Z"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkUpload"];
                "application/vnd.dcsa.ovs+json": string;
                "application/x-ndjson": string;
                "application/x-ssim": string;
                "application/xml": string;
                "text/csv": string;
                "text/xml": string;
            };
        };
        responses: {
            /** @description Create or update operations in one or more plannings, all or none */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 0,
                     *       "updated": 0,
                     *       "unchanged": 0,
                     *       "deleted": 0,
                     *       "operations": [
                     *         "op-1"
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "row": 0,
                     *           "path": "inboundTask.expectedTime",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkUploadResult"] | components["schemas"]["BulkUploadPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdOperationsSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "externalId": "TG920-20261120"
                 *     }
                 */
                "application/json": components["schemas"]["OperationSearch"];
            };
        };
        responses: {
            /** @description Find operations by externalId */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "description": "Turnaround",
                     *         "metadata": null,
                     *         "isBlocker": false,
                     *         "isFixedToResource": false,
                     *         "planning": "demo",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "requiredTags": [
                     *           "text"
                     *         ],
                     *         "operationName": "TG920 / TG921",
                     *         "operationDependencies": [
                     *           {
                     *             "operation": "op-1",
                     *             "relation": "precedes"
                     *           }
                     *         ],
                     *         "group": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "inboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "outboundTask": {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *           "externalId": "TG920-20261120",
                     *           "expectedTimesSource": "schedule",
                     *           "imposedDelayInSeconds": 0,
                     *           "isMock": false,
                     *           "metadata": null,
                     *           "taskName": "TG920",
                     *           "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTime": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *           "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *           "actualTime": "2026-11-20T09:30:00.000Z",
                     *           "distributionMean": "2026-11-20T09:30:00.000Z",
                     *           "plannedTime": "2026-11-20T09:30:00.000Z",
                     *           "sigma": 300,
                     *           "skewFactor": 0.4,
                     *           "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *           "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *           "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "tagsDetails": [
                     *             {
                     *               "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "category": "aircraft",
                     *               "value": "wide body",
                     *               "required": false,
                     *               "color": "#1a2b3c"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z",
                     *           "validFrom": "2026-11-20T09:30:00.000Z",
                     *           "validTo": "2026-11-20T09:30:00.000Z",
                     *           "persisted": false
                     *         },
                     *         "timesCrossed": false,
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOptimizationTaskResults: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Optimization tasks of a planning, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "name": "A12",
                     *         "status": "PENDING",
                     *         "solver": "auto",
                     *         "parameters": {},
                     *         "dryRun": false,
                     *         "progress": {},
                     *         "before": {
                     *           "score": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           }
                     *         },
                     *         "after": {
                     *           "score": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           },
                     *           "bound": null,
                     *           "gap": null
                     *         },
                     *         "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "applied": {
                     *           "assigned": 0,
                     *           "unchanged": 0,
                     *           "skipped": [
                     *             {
                     *               "operation": "op-1",
                     *               "reason": "text"
                     *             }
                     *           ]
                     *         },
                     *         "error": null,
                     *         "createdBy": "user-1",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "startedAt": "2026-11-20T09:30:00.000Z",
                     *         "finishedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OptimizationTask"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOptimizationTaskResultsByTaskId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One optimization task */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "status": "PENDING",
                     *       "solver": "auto",
                     *       "parameters": {},
                     *       "dryRun": false,
                     *       "progress": {},
                     *       "before": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "after": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "bound": null,
                     *         "gap": null
                     *       },
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "applied": {
                     *         "assigned": 0,
                     *         "unchanged": 0,
                     *         "skipped": [
                     *           {
                     *             "operation": "op-1",
                     *             "reason": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "startedAt": "2026-11-20T09:30:00.000Z",
                     *       "finishedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePlanningsByIdOptimizationTaskResultsByTaskId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an optimization task */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchPlanningsByIdOptimizationTaskResultsByTaskId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OptimizationTaskPatch"];
            };
        };
        responses: {
            /** @description Change or start an optimization task */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "status": "PENDING",
                     *       "solver": "auto",
                     *       "parameters": {},
                     *       "dryRun": false,
                     *       "progress": {},
                     *       "before": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "after": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "bound": null,
                     *         "gap": null
                     *       },
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "applied": {
                     *         "assigned": 0,
                     *         "unchanged": 0,
                     *         "skipped": [
                     *           {
                     *             "operation": "op-1",
                     *             "reason": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "startedAt": "2026-11-20T09:30:00.000Z",
                     *       "finishedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdOptimizationTaskResultsByTaskIdApply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Apply the plan of a task that has ended, such as a dry run */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "status": "PENDING",
                     *       "solver": "auto",
                     *       "parameters": {},
                     *       "dryRun": false,
                     *       "progress": {},
                     *       "before": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "after": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "bound": null,
                     *         "gap": null
                     *       },
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "applied": {
                     *         "assigned": 0,
                     *         "unchanged": 0,
                     *         "skipped": [
                     *           {
                     *             "operation": "op-1",
                     *             "reason": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "startedAt": "2026-11-20T09:30:00.000Z",
                     *       "finishedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdOptimizationTaskResultsByTaskIdCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "apply": true
                 *     }
                 */
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Stop an optimization task early */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "status": "PENDING",
                     *       "solver": "auto",
                     *       "parameters": {},
                     *       "dryRun": false,
                     *       "progress": {},
                     *       "before": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "after": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "bound": null,
                     *         "gap": null
                     *       },
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "applied": {
                     *         "assigned": 0,
                     *         "unchanged": 0,
                     *         "skipped": [
                     *           {
                     *             "operation": "op-1",
                     *             "reason": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "startedAt": "2026-11-20T09:30:00.000Z",
                     *       "finishedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOptimizationTaskResultsByTaskIdData: {
        parameters: {
            query?: {
                /** @description True marks the task of an external solver as RUNNING. Default: false. */
                claim?: boolean;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The solver's input: a planning document with the task's parameters */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tidegate/planning@1",
                     *       "planning": {
                     *         "name": "A12"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlanningDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOptimizationTaskResultsByTaskIdResult: {
        parameters: {
            query?: {
                /** @description False leaves out costs and reasons, which take up to a few seconds when first requested. Default: true. */
                explain?: boolean;
                /** @description Adds alternatives: every resource as a place for this operation in the plan. */
                operation?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan that the task found, with moves, costs and reasons */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "score": {
                     *         "total": 0,
                     *         "conflicts": 0,
                     *         "unassigned": 0,
                     *         "reassigned": 0,
                     *         "delay": 0,
                     *         "rules": 0
                     *       },
                     *       "bound": null,
                     *       "gap": null,
                     *       "assignments": null,
                     *       "moves": [
                     *         {
                     *           "kind": "reassign",
                     *           "operation": "op-1",
                     *           "part": "text",
                     *           "fromResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "toResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "delaySeconds": 0
                     *         }
                     *       ],
                     *       "frontier": [
                     *         {
                     *           "maxReassignments": 0,
                     *           "score": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           },
                     *           "reassigned": 0,
                     *           "bound": null
                     *         }
                     *       ],
                     *       "terms": [
                     *         {
                     *           "level": "conflicts",
                     *           "kind": "buffer",
                     *           "rule": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "count": 0,
                     *           "cost": 0
                     *         }
                     *       ],
                     *       "costs": {
                     *         "operations": [
                     *           {
                     *             "operation": "op-1",
                     *             "cost": 0,
                     *             "terms": [
                     *               {
                     *                 "level": "conflicts",
                     *                 "kind": "buffer",
                     *                 "rule": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *                 "count": 0,
                     *                 "cost": 0
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "operationCount": 0,
                     *         "rest": 0,
                     *         "resources": [
                     *           {
                     *             "resource": "A12",
                     *             "cost": 0,
                     *             "terms": [
                     *               {
                     *                 "level": "conflicts",
                     *                 "kind": "buffer",
                     *                 "rule": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *                 "count": 0,
                     *                 "cost": 0
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "reasons": [
                     *         {
                     *           "operation": "op-1",
                     *           "part": "text",
                     *           "conflict": null,
                     *           "kind": "pinned",
                     *           "message": "is required",
                     *           "operations": [
                     *             "op-1"
                     *           ],
                     *           "fixed": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "resources": [
                     *             "A12"
                     *           ],
                     *           "tags": [
                     *             "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *           ],
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "atOnce": false,
                     *           "irreducible": false,
                     *           "relaxations": [
                     *             {
                     *               "kind": "buffer",
                     *               "operation": "op-1",
                     *               "resource": "A12",
                     *               "rule": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "tag": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *               "seconds": 0,
                     *               "price": 0,
                     *               "enough": false,
                     *               "message": "is required"
                     *             }
                     *           ],
                     *           "way": {
                     *             "delta": -990,
                     *             "moves": [
                     *               {
                     *                 "operation": "op-1",
                     *                 "part": "text",
                     *                 "fromResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *                 "toResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "reasonCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdOptimizationTaskResultsByTaskIdResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assignments": [
                 *         {
                 *           "operation": "op-1",
                 *           "resource": "A12"
                 *         }
                 *       ],
                 *       "status": "optimal"
                 *     }
                 */
                "application/json": components["schemas"]["SolverResult"];
            };
        };
        responses: {
            /** @description Webhook for an external solver: submit the final result */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "status": "PENDING",
                     *       "solver": "auto",
                     *       "parameters": {},
                     *       "dryRun": false,
                     *       "progress": {},
                     *       "before": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "after": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "bound": null,
                     *         "gap": null
                     *       },
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "applied": {
                     *         "assigned": 0,
                     *         "unchanged": 0,
                     *         "skipped": [
                     *           {
                     *             "operation": "op-1",
                     *             "reason": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "startedAt": "2026-11-20T09:30:00.000Z",
                     *       "finishedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdOptimizationTaskResultsByTaskIdStream: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
                task_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Progress of an optimization task until it ends */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "status",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["OptimizationLine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdOptimize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "solver": "auto",
                 *       "parameters": {
                 *         "timeLimitSeconds": 10,
                 *         "seed": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OptimizeRequest"];
            };
        };
        responses: {
            /** @description Start a task that optimizes all assignments */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    Location: components["headers"]["Location"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "name": "A12",
                     *       "status": "PENDING",
                     *       "solver": "auto",
                     *       "parameters": {},
                     *       "dryRun": false,
                     *       "progress": {},
                     *       "before": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "after": {
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "bound": null,
                     *         "gap": null
                     *       },
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "applied": {
                     *         "assigned": 0,
                     *         "unchanged": 0,
                     *         "skipped": [
                     *           {
                     *             "operation": "op-1",
                     *             "reason": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "startedAt": "2026-11-20T09:30:00.000Z",
                     *       "finishedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationTask"];
                    /**
                     * @example {
                     *       "type": "status",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["OptimizationLine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current user's preferences for a planning */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "data": {},
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    putPlanningsByIdPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "theme": "dark",
                 *         "rowHeight": 24
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreferencesPut"];
            };
        };
        responses: {
            /** @description Replace the current user's preferences for a planning */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "user": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "data": {},
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdRepairBalance: {
        parameters: {
            query?: {
                /** @description The beginning of the period. Default: a day ago. */
                since?: components["schemas"]["TimestampIn"];
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the standing repair has done, and the conflicts that are left */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "since": "2026-11-20T09:30:00.000Z",
                     *       "mode": "off",
                     *       "paused": null,
                     *       "caughtUp": false,
                     *       "proposed": 0,
                     *       "open": 0,
                     *       "applied": 0,
                     *       "refused": 0,
                     *       "stale": 0,
                     *       "withdrawn": 0,
                     *       "undone": 0,
                     *       "moves": 0,
                     *       "operationsMoved": 0,
                     *       "conflictsClosed": 0,
                     *       "conflictMinutesAvoided": 0,
                     *       "loss": 0,
                     *       "proved": 0,
                     *       "latencyMs": {
                     *         "median": null,
                     *         "p95": null
                     *       },
                     *       "conflicts": 0,
                     *       "conflictMinutes": 0,
                     *       "hours": [
                     *         {
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "proposed": 0,
                     *           "applied": 0,
                     *           "refused": 0,
                     *           "stale": 0,
                     *           "withdrawn": 0,
                     *           "moves": 0,
                     *           "conflictsClosed": 0,
                     *           "conflictMinutesAvoided": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RepairBalance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdRepairPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the standing repair of a planning may do */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "off",
                     *       "probabilityThreshold": 0,
                     *       "maxMoves": 1,
                     *       "maxMovesPerOperationAndHour": 1,
                     *       "maxLoss": 0,
                     *       "freezeMinutes": 0,
                     *       "horizonMinutes": 1,
                     *       "implausibleShare": 0.01,
                     *       "operationTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resourceTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resources": [
                     *         "A12"
                     *       ],
                     *       "planning": "demo",
                     *       "author": "user-1",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "paused": {
                     *         "reason": "oscillation",
                     *         "detail": "There is no operation op-1.",
                     *         "at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RepairPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    putPlanningsByIdRepairPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "propose",
                 *       "freezeMinutes": 45,
                 *       "maxLoss": 500
                 *     }
                 */
                "application/json": components["schemas"]["RepairPolicyWrite"];
            };
        };
        responses: {
            /** @description Turn the standing repair on or off, and set its limits */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "off",
                     *       "probabilityThreshold": 0,
                     *       "maxMoves": 1,
                     *       "maxMovesPerOperationAndHour": 1,
                     *       "maxLoss": 0,
                     *       "freezeMinutes": 0,
                     *       "horizonMinutes": 1,
                     *       "implausibleShare": 0.01,
                     *       "operationTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resourceTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resources": [
                     *         "A12"
                     *       ],
                     *       "planning": "demo",
                     *       "author": "user-1",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "paused": {
                     *         "reason": "oscillation",
                     *         "detail": "There is no operation op-1.",
                     *         "at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RepairPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdRepairs: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description Only repairs that were proposed or decided at or after this time. */
                since?: components["schemas"]["TimestampIn"];
                /** @description Only repairs in this state. Default: all. */
                state?: "open" | "applied" | "refused" | "stale" | "withdrawn";
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Repairs of a planning, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "state": "open",
                     *         "reason": null,
                     *         "explanation": "Move TG920 to A14; nobody else is affected.",
                     *         "moves": [
                     *           {
                     *             "kind": "reassign",
                     *             "operation": "op-1",
                     *             "part": "text",
                     *             "fromResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "toResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "startAt": "2026-11-20T09:30:00.000Z",
                     *             "endAt": "2026-11-20T09:30:00.000Z",
                     *             "delaySeconds": 0
                     *           }
                     *         ],
                     *         "score": {
                     *           "before": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           },
                     *           "after": {
                     *             "total": 0,
                     *             "conflicts": 0,
                     *             "unassigned": 0,
                     *             "reassigned": 0,
                     *             "delay": 0,
                     *             "rules": 0
                     *           },
                     *           "delta": -990
                     *         },
                     *         "closes": [
                     *           {
                     *             "id": "text",
                     *             "planning": "demo",
                     *             "resource": "A12",
                     *             "kind": "buffer",
                     *             "operations": [
                     *               "op-1",
                     *               "op-1"
                     *             ],
                     *             "parts": [
                     *               "text",
                     *               "text"
                     *             ],
                     *             "startAt": "2026-11-20T09:30:00.000Z",
                     *             "endAt": "2026-11-20T09:30:00.000Z",
                     *             "overlapSeconds": 0,
                     *             "probability": 0,
                     *             "severity": "critical"
                     *           }
                     *         ],
                     *         "loss": 0,
                     *         "proved": false,
                     *         "movesBound": 0,
                     *         "cause": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "latencyMs": null,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "decidedBy": null,
                     *         "decidedAt": "2026-11-20T09:30:00.000Z",
                     *         "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Repair"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdResources: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resources of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "externalId": "TG920-20261120",
                     *         "ordering": null,
                     *         "metadata": null,
                     *         "name": "A12",
                     *         "adjacent": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "location": "pier-a",
                     *         "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Resource"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdRules: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "name": "A12",
                     *         "kind": "buffer",
                     *         "enabled": false,
                     *         "hard": false,
                     *         "weight": 0,
                     *         "parameters": {},
                     *         "operationTags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "resourceTags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Rule"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdScore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "virtualState": {
                 *         "assignments": [
                 *           {
                 *             "operation": "op-1",
                 *             "resource": "A12"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ScoreRequest"];
            };
        };
        responses: {
            /** @description Score of a virtual state; nothing is written */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "metrics": {
                     *         "planning": "demo",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "operations": 0,
                     *         "assigned": 0,
                     *         "unassigned": 0,
                     *         "blockers": 0,
                     *         "conflicts": {
                     *           "pairs": 0,
                     *           "operations": 0,
                     *           "overlapSeconds": 0,
                     *           "expectedPairs": 0
                     *         },
                     *         "timesCrossed": 0,
                     *         "reassignments": 0,
                     *         "rules": [
                     *           {
                     *             "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "name": "A12",
                     *             "violations": 0,
                     *             "penalty": 0
                     *           }
                     *         ],
                     *         "score": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "utilization": [
                     *           {
                     *             "resource": "A12",
                     *             "occupiedSeconds": 0,
                     *             "operations": 0,
                     *             "ratio": 0
                     *           }
                     *         ],
                     *         "window": {
                     *           "start_timestamp": 0,
                     *           "end_timestamp": 0
                     *         }
                     *       },
                     *       "delta": -990
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualScore"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdStress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "samples": 1000,
                 *       "seed": 1
                 *     }
                 */
                "application/json": components["schemas"]["StressRequest"];
            };
        };
        responses: {
            /** @description How the plan holds up when its uncertain times are sampled */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "samples": 0,
                     *       "complete": false,
                     *       "seed": 0,
                     *       "conflicts": {
                     *         "mean": 0,
                     *         "deviation": 0,
                     *         "p05": 0,
                     *         "p25": 0,
                     *         "p50": 0,
                     *         "p75": 0,
                     *         "p95": 0,
                     *         "min": 0,
                     *         "max": 0
                     *       },
                     *       "histogram": [
                     *         {
                     *           "conflicts": 0,
                     *           "samples": 0
                     *         }
                     *       ],
                     *       "operations": [
                     *         {
                     *           "operation": "op-1",
                     *           "part": "text",
                     *           "resource": "A12",
                     *           "probability": 0,
                     *           "meanConflicts": 0
                     *         }
                     *       ],
                     *       "resources": [
                     *         {
                     *           "resource": "A12",
                     *           "probability": 0,
                     *           "meanConflicts": 0
                     *         }
                     *       ],
                     *       "buffers": [
                     *         {
                     *           "resource": "A12",
                     *           "before": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "after": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "probability": 0,
                     *           "extraSeconds": 0,
                     *           "spares": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Stress"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdTags: {
        parameters: {
            query?: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tags of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "category": "aircraft",
                     *         "value": "wide body",
                     *         "required": false,
                     *         "color": "#1a2b3c",
                     *         "planning": "demo",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Tag"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdTasks: {
        parameters: {
            query: {
                /** @description Reads the state just after this changeset. Default: the latest. */
                change_id?: components["schemas"]["Id"];
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The external id of the task, or of its operation. */
                external_id: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tasks of a planning by external_id */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "externalId": "TG920-20261120",
                     *         "expectedTimesSource": "schedule",
                     *         "imposedDelayInSeconds": 0,
                     *         "isMock": false,
                     *         "metadata": null,
                     *         "planning": "demo",
                     *         "operation": "op-1",
                     *         "role": "inbound",
                     *         "taskName": "TG920",
                     *         "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTime": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *         "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *         "actualTime": "2026-11-20T09:30:00.000Z",
                     *         "distributionMean": "2026-11-20T09:30:00.000Z",
                     *         "plannedTime": "2026-11-20T09:30:00.000Z",
                     *         "sigma": 300,
                     *         "skewFactor": 0.4,
                     *         "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *         "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *         "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *         "tags": [
                     *           "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *         ],
                     *         "tagsDetails": [
                     *           {
                     *             "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *             "category": "aircraft",
                     *             "value": "wide body",
                     *             "required": false,
                     *             "color": "#1a2b3c"
                     *           }
                     *         ],
                     *         "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "validFrom": "2026-11-20T09:30:00.000Z",
                     *         "validTo": "2026-11-20T09:30:00.000Z",
                     *         "persisted": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Task"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdWebhooks: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "planning": "demo",
                     *         "url": "text",
                     *         "description": "Turnaround",
                     *         "events": [
                     *           "text"
                     *         ],
                     *         "enabled": false,
                     *         "failures": 0,
                     *         "createdBy": "user-1",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedBy": "text",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://ops.example/tidegate",
                 *       "events": [
                 *         "operation.*",
                 *         "assignment.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Create a webhook, which sends changes to another service; its secret is shown once */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "url": "text",
                     *       "description": "Turnaround",
                     *       "events": [
                     *         "text"
                     *       ],
                     *       "enabled": false,
                     *       "failures": 0,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One webhook */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "url": "text",
                     *       "description": "Turnaround",
                     *       "events": [
                     *         "text"
                     *       ],
                     *       "enabled": false,
                     *       "failures": 0,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePlanningsByIdWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a webhook and its waiting messages */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchPlanningsByIdWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Change a webhook */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "url": "text",
                     *       "description": "Turnaround",
                     *       "events": [
                     *         "text"
                     *       ],
                     *       "enabled": false,
                     *       "failures": 0,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdWebhooksByWebhookIdDeliveries: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
                /** @description Only deliveries with this status; `dead` ones were given up after a day. */
                status?: "waiting" | "delivered" | "dead";
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages that are waiting, were delivered or were given up, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "status": "waiting",
                     *         "attempts": 0,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "nextAt": "2026-11-20T09:30:00.000Z",
                     *         "lastAt": "2026-11-20T09:30:00.000Z",
                     *         "lastStatus": 0,
                     *         "lastError": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdWebhooksByWebhookIdDeliveriesByDeliveryIdRetry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                delivery_id: components["schemas"]["Id"];
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Retry a dead or waiting message within 5 s, and then for another day */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "change": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "status": "waiting",
                     *       "attempts": 0,
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "nextAt": "2026-11-20T09:30:00.000Z",
                     *       "lastAt": "2026-11-20T09:30:00.000Z",
                     *       "lastStatus": 0,
                     *       "lastError": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdWebhooksByWebhookIdReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": null
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Send the changes after a changeset again */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "url": "text",
                     *       "description": "Turnaround",
                     *       "events": [
                     *         "text"
                     *       ],
                     *       "enabled": false,
                     *       "failures": 0,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdWebhooksByWebhookIdRotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description Give a webhook a new secret, which is shown once */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "url": "text",
                     *       "description": "Turnaround",
                     *       "events": [
                     *         "text"
                     *       ],
                     *       "enabled": false,
                     *       "failures": 0,
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedBy": "text",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "secret": "text",
                     *       "previousSecretUntil": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRotated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdWebhooksByWebhookIdTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a test message now */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "delivered": false,
                     *       "status": 0,
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanningsByIdWorkspaces: {
        parameters: {
            query?: {
                /** @description The cursor in the `next` link of the previous page. */
                cursor?: string;
                /** @description The maximum number of rows on the page. Default: all. */
                limit?: number;
            };
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Workspaces of a planning */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *         "planning": "demo",
                     *         "name": "A12",
                     *         "description": "Turnaround",
                     *         "state": "DRAFT",
                     *         "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *         "createdBy": "user-1",
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Workspace"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPlanningsByIdWorkspaces: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Strike on Friday"
                 *     }
                 */
                "application/json": components["schemas"]["WorkspaceCreate"];
            };
        };
        responses: {
            /** @description Create a workspace: a draft over the mainline */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "state": "DRAFT",
                     *       "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postRepairsByIdApply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Apply a repair */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "state": "open",
                     *       "reason": null,
                     *       "explanation": "Move TG920 to A14; nobody else is affected.",
                     *       "moves": [
                     *         {
                     *           "kind": "reassign",
                     *           "operation": "op-1",
                     *           "part": "text",
                     *           "fromResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "toResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "delaySeconds": 0
                     *         }
                     *       ],
                     *       "score": {
                     *         "before": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "after": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "delta": -990
                     *       },
                     *       "closes": [
                     *         {
                     *           "id": "text",
                     *           "planning": "demo",
                     *           "resource": "A12",
                     *           "kind": "buffer",
                     *           "operations": [
                     *             "op-1",
                     *             "op-1"
                     *           ],
                     *           "parts": [
                     *             "text",
                     *             "text"
                     *           ],
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "overlapSeconds": 0,
                     *           "probability": 0,
                     *           "severity": "critical"
                     *         }
                     *       ],
                     *       "loss": 0,
                     *       "proved": false,
                     *       "movesBound": 0,
                     *       "cause": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "latencyMs": null,
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "decidedBy": null,
                     *       "decidedAt": "2026-11-20T09:30:00.000Z",
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Repair"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postRepairsByIdRefuse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The bridge at A12 is under repair until noon."
                 *     }
                 */
                "application/json": components["schemas"]["RepairRefusal"];
            };
        };
        responses: {
            /** @description Refuse a repair */
            200: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "state": "open",
                     *       "reason": null,
                     *       "explanation": "Move TG920 to A14; nobody else is affected.",
                     *       "moves": [
                     *         {
                     *           "kind": "reassign",
                     *           "operation": "op-1",
                     *           "part": "text",
                     *           "fromResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "toResource": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "delaySeconds": 0
                     *         }
                     *       ],
                     *       "score": {
                     *         "before": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "after": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "delta": -990
                     *       },
                     *       "closes": [
                     *         {
                     *           "id": "text",
                     *           "planning": "demo",
                     *           "resource": "A12",
                     *           "kind": "buffer",
                     *           "operations": [
                     *             "op-1",
                     *             "op-1"
                     *           ],
                     *           "parts": [
                     *             "text",
                     *             "text"
                     *           ],
                     *           "startAt": "2026-11-20T09:30:00.000Z",
                     *           "endAt": "2026-11-20T09:30:00.000Z",
                     *           "overlapSeconds": 0,
                     *           "probability": 0,
                     *           "severity": "critical"
                     *         }
                     *       ],
                     *       "loss": 0,
                     *       "proved": false,
                     *       "movesBound": 0,
                     *       "cause": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "latencyMs": null,
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "decidedBy": null,
                     *       "decidedAt": "2026-11-20T09:30:00.000Z",
                     *       "changeset": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Repair"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postResources: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A12",
                 *       "location": "pier-a",
                 *       "tags": [],
                 *       "adjacent": []
                 *     }
                 */
                "application/json": components["schemas"]["ResourceCreate"];
            };
        };
        responses: {
            /** @description Create a resource in a location */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "externalId": "TG920-20261120",
                     *       "ordering": null,
                     *       "metadata": null,
                     *       "name": "A12",
                     *       "adjacent": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "location": "pier-a",
                     *       "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getResourcesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "externalId": "TG920-20261120",
                     *       "ordering": null,
                     *       "metadata": null,
                     *       "name": "A12",
                     *       "adjacent": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "location": "pier-a",
                     *       "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteResourcesById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a resource (soft) */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchResourcesById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A12L",
                 *       "ordering": 12
                 *     }
                 */
                "application/json": components["schemas"]["ResourcePatch"];
            };
        };
        responses: {
            /** @description Change a resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "externalId": "TG920-20261120",
                     *       "ordering": null,
                     *       "metadata": null,
                     *       "name": "A12",
                     *       "adjacent": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "location": "pier-a",
                     *       "parent": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getResourcesByIdCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operations on a resource, as iCalendar */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planning": "demo",
                 *       "name": "Wide bodies on wide stands",
                 *       "kind": "mismatch",
                 *       "weight": 50,
                 *       "operationTags": [
                 *         "tag-wide"
                 *       ],
                 *       "resourceTags": [
                 *         "tag-wide"
                 *       ],
                 *       "parameters": {
                 *         "perHour": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RuleCreate"];
            };
        };
        responses: {
            /** @description Create a rule */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "kind": "buffer",
                     *       "enabled": false,
                     *       "hard": false,
                     *       "weight": 0,
                     *       "parameters": {},
                     *       "operationTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resourceTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRulesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a rule */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "kind": "buffer",
                     *       "enabled": false,
                     *       "hard": false,
                     *       "weight": 0,
                     *       "parameters": {},
                     *       "operationTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resourceTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRulesById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a rule (soft) */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchRulesById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["RulePatch"];
            };
        };
        responses: {
            /** @description Change a rule */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "kind": "buffer",
                     *       "enabled": false,
                     *       "hard": false,
                     *       "weight": 0,
                     *       "parameters": {},
                     *       "operationTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "resourceTags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planning": "demo",
                 *       "category": "aircraft",
                 *       "value": "wide body",
                 *       "required": true,
                 *       "color": "#1a2b3c"
                 *     }
                 */
                "application/json": components["schemas"]["TagCreate"];
            };
        };
        responses: {
            /** @description Create a tag */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "category": "aircraft",
                     *       "value": "wide body",
                     *       "required": false,
                     *       "color": "#1a2b3c",
                     *       "planning": "demo",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTagsByUuid: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. The response is 304 when the record still has that version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                uuid: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a tag */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "category": "aircraft",
                     *       "value": "wide body",
                     *       "required": false,
                     *       "color": "#1a2b3c",
                     *       "planning": "demo",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description The record still has the version of If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTagsByUuid: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                uuid: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a tag (soft) */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchTagsByUuid: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                uuid: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "color": "#aabbcc"
                 *     }
                 */
                "application/json": components["schemas"]["TagPatch"];
            };
        };
        responses: {
            /** @description Change a tag */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "category": "aircraft",
                     *       "value": "wide body",
                     *       "required": false,
                     *       "color": "#1a2b3c",
                     *       "planning": "demo",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *     }
                     */
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planning": "demo",
                 *       "externalId": "TG920-20261120-in",
                 *       "taskName": "Arrival TG920",
                 *       "plannedTime": "2026-11-20T09:30:00Z",
                 *       "expectedTime": "2026-11-20T09:45:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description Create a task without an operation */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "externalId": "TG920-20261120",
                     *       "expectedTimesSource": "schedule",
                     *       "imposedDelayInSeconds": 0,
                     *       "isMock": false,
                     *       "metadata": null,
                     *       "planning": "demo",
                     *       "operation": "op-1",
                     *       "role": "inbound",
                     *       "taskName": "TG920",
                     *       "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *       "expectedTime": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *       "actualTime": "2026-11-20T09:30:00.000Z",
                     *       "distributionMean": "2026-11-20T09:30:00.000Z",
                     *       "plannedTime": "2026-11-20T09:30:00.000Z",
                     *       "sigma": 300,
                     *       "skewFactor": 0.4,
                     *       "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *       "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *       "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "validFrom": "2026-11-20T09:30:00.000Z",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "persisted": false
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTasksById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a task */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "externalId": "TG920-20261120",
                     *       "expectedTimesSource": "schedule",
                     *       "imposedDelayInSeconds": 0,
                     *       "isMock": false,
                     *       "metadata": null,
                     *       "planning": "demo",
                     *       "operation": "op-1",
                     *       "role": "inbound",
                     *       "taskName": "TG920",
                     *       "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *       "expectedTime": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *       "actualTime": "2026-11-20T09:30:00.000Z",
                     *       "distributionMean": "2026-11-20T09:30:00.000Z",
                     *       "plannedTime": "2026-11-20T09:30:00.000Z",
                     *       "sigma": 300,
                     *       "skewFactor": 0.4,
                     *       "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *       "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *       "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "validFrom": "2026-11-20T09:30:00.000Z",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "persisted": false
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTasksById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a task (soft) */
            204: {
                headers: {
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchTasksById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404. */
                "X-Workspace-Id"?: components["parameters"]["Workspace"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expectedTime": "2026-11-20T10:05:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["TaskPatch"];
            };
        };
        responses: {
            /** @description Change a task; a new version is made when something differs */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "externalId": "TG920-20261120",
                     *       "expectedTimesSource": "schedule",
                     *       "imposedDelayInSeconds": 0,
                     *       "isMock": false,
                     *       "metadata": null,
                     *       "planning": "demo",
                     *       "operation": "op-1",
                     *       "role": "inbound",
                     *       "taskName": "TG920",
                     *       "scheduledTime": "2026-11-20T09:30:00.000Z",
                     *       "expectedTime": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP05": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP10": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP90": "2026-11-20T09:30:00.000Z",
                     *       "expectedTimeP95": "2026-11-20T09:30:00.000Z",
                     *       "actualTime": "2026-11-20T09:30:00.000Z",
                     *       "distributionMean": "2026-11-20T09:30:00.000Z",
                     *       "plannedTime": "2026-11-20T09:30:00.000Z",
                     *       "sigma": 300,
                     *       "skewFactor": 0.4,
                     *       "distributionEarliest": "2026-11-20T09:30:00.000Z",
                     *       "distributionLatest": "2026-11-20T09:30:00.000Z",
                     *       "derivedExpectedTime": "2026-11-20T09:30:00.000Z",
                     *       "tags": [
                     *         "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                     *       ],
                     *       "tagsDetails": [
                     *         {
                     *           "uuid": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "category": "aircraft",
                     *           "value": "wide body",
                     *           "required": false,
                     *           "color": "#1a2b3c"
                     *         }
                     *       ],
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "validFrom": "2026-11-20T09:30:00.000Z",
                     *       "validTo": "2026-11-20T09:30:00.000Z",
                     *       "persisted": false
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUserCurrent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authenticated user */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "email": "ann@example.org",
                     *       "name": "A12",
                     *       "organizations": [
                     *         {
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "name": "A12",
                     *           "role": "viewer"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspacesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a workspace */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "state": "DRAFT",
                     *       "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchWorkspacesById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.
                 * @example "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Strike on Saturday"
                 *     }
                 */
                "application/json": components["schemas"]["WorkspacePatch"];
            };
        };
        responses: {
            /** @description Rename or describe a workspace */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "state": "DRAFT",
                     *       "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postWorkspacesByIdArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Archive a workspace */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "state": "DRAFT",
                     *       "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspacesByIdDiff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a workspace changes, with the scores of both plans */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "diffs": [
                     *         {
                     *           "entity": "text",
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "action": "created",
                     *           "before": null,
                     *           "after": null,
                     *           "changed": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "score": {
                     *         "mainline": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "workspace": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "delta": -990
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceDiff"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postWorkspacesByIdPublish: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resolutions": [
                 *         {
                 *           "entity": "operation",
                 *           "id": "op-1",
                 *           "strategy": "ours"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ClashStrategy"];
            };
        };
        responses: {
            /** @description With dryRun, what the request would do. Nothing was written. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clashes": [
                     *         {
                     *           "entity": "text",
                     *           "id": "text",
                     *           "fields": [
                     *             "text"
                     *           ],
                     *           "base": null,
                     *           "ours": null,
                     *           "theirs": null
                     *         }
                     *       ],
                     *       "counts": {},
                     *       "diffs": [
                     *         {
                     *           "entity": "text",
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "action": "created",
                     *           "before": null,
                     *           "after": null,
                     *           "changed": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "score": {
                     *         "before": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "after": {
                     *           "total": 0,
                     *           "conflicts": 0,
                     *           "unassigned": 0,
                     *           "reassigned": 0,
                     *           "delay": 0,
                     *           "rules": 0
                     *         },
                     *         "delta": -990
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergePreview"];
                };
            };
            /** @description Publish a workspace to the mainline as one changeset */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "planning": "demo",
                     *       "workspace": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "status": "committed",
                     *       "source": "api",
                     *       "author": "user-1",
                     *       "message": "is required",
                     *       "counts": {},
                     *       "diffs": [
                     *         {
                     *           "entity": "text",
                     *           "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *           "action": "created",
                     *           "before": null,
                     *           "after": null,
                     *           "changed": [
                     *             "text"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesetDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postWorkspacesByIdRebase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resolutions": [
                 *         {
                 *           "entity": "operation",
                 *           "id": "op-1",
                 *           "strategy": "ours"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ClashStrategy"];
            };
        };
        responses: {
            /** @description Bring the changes of the mainline into a workspace */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "state": "DRAFT",
                     *       "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z",
                     *       "errors": [
                     *         {
                     *           "path": "inboundTask.expectedTime",
                     *           "code": "not_found",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RebasedWorkspace"] | components["schemas"]["MergePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    postWorkspacesByIdRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Limits look-ups to one organization. Needed when an id exists in two organizations of the user. */
                "X-Organization-Id"?: components["parameters"]["Organization"];
                /** @description The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bring an archived workspace back */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Change-Id": components["headers"]["Change"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "versionId": "0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77",
                     *       "planning": "demo",
                     *       "name": "A12",
                     *       "description": "Turnaround",
                     *       "state": "DRAFT",
                     *       "baseChange": "0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44",
                     *       "createdBy": "user-1",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["BodyIncomplete"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
}
