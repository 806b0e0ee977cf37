/**
 * Guarantee: each sentence about what the board, or any client, needs of the service beyond reading and writing has a test. The list maps each
 * sentence to a file and the titles of the tests there (or their beginnings), and fails when a title no longer exists.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

type Where = readonly [file: string, ...names: readonly string[]];

const SENTENCES: Readonly<Record<string, Readonly<Record<string, readonly Where[]>>>> = {
  'what was written': {
    'Every successful write answers X-Change-Id, the changeset it made (absent where nothing was written).': [
      ['tests/contract/changeIds.test.ts', 'every kind of write returns its changeset'],
      [
        'tests/contract/documents.test.ts',
        'every write names its changeset, and a request that writes nothing names none',
      ],
    ],
    'CORS exposes it with ETag, Link, X-Request-Id.': [
      [
        'tests/contract/documents.test.ts',
        'every write names its changeset, and a request that writes nothing names none',
      ],
    ],
    'Records and events carry the author’s name beside its id.': [
      [
        'tests/contract/events.test.ts',
        'receives an operation whenever it reads differently, with its tasks and the author',
      ],
      [
        'tests/contract/documents.test.ts',
        'an export names the change that it includes, and is not sent again to a client that has it',
      ],
    ],
  },
  'joining without a hole': {
    'An export has ETag and X-Change-Id (the last change visible in that layer) and answers 304; versions=true adds versionId, assignedBy, assignedAt, which an import ignores.':
      [
        [
          'tests/contract/documents.test.ts',
          'an export names the change that it includes, and is not sent again to a client that has it',
        ],
      ],
    'subscribed.change is by the same rule, so that subscribe-then-load joins without a hole.': [
      ['tests/contract/events.test.ts', 'of the mainline receives no draft’s change, nor a reference to one'],
      ['tests/client/following.test.ts', '${CHANGES} changes by others (seed '],
      [
        'tests/client/clients.test.ts',
        'a live planning continues after a lost connection, even one in the middle of its first load',
      ],
    ],
    'Subscribe with batch: true: one message a changeset.': [
      ['tests/contract/events.test.ts', 'may receive each change as one message'],
    ],
    'permessage-deflate above 1 KiB.': [
      [
        'tests/contract/events.test.ts',
        'receives long messages compressed if it offers to, with the same content as uncompressed',
      ],
    ],
  },
  edits: {
    'If-Match holds on POST /v1/assignments/ (the operation’s current assignment; * any; absent: no check).': [
      [
        'tests/contract/freshness.test.ts',
        'refers to the operation’s current assignment; 412 says what that is, and whose',
        '`*` matches any existing assignment, and none if there is none',
      ],
    ],
    'basedOn: versionId | null for each item of a bulk; 412 with { current: { resource, versionId, author } }.': [
      [
        'tests/contract/freshness.test.ts',
        'applies all or none, and names every item that is based on another version',
      ],
      [
        'tests/contract/freshness.test.ts',
        'two clients that drag the same operations at the same time lose nothing silently',
      ],
    ],
    'POST …/edits/ is one changeset, 201 with { change, operations, assignments }.': [
      [
        'tests/contract/edits.test.ts',
        'close a stand and move what must leave it, as one changeset that is undone as one',
        'move with a delay, a tow, and several bars at once; each is undone by its changeset',
        'are checked like single edits: every problem is reported, and nothing is written',
      ],
    ],
  },
  sessions: {
    'Login and exchange take session: true: then the refresh token is an HttpOnly, SameSite=Strict cookie with path /auth/ (Secure on https).':
      [
        [
          'tests/identity/sessions.test.ts',
          'holds the refresh token where no script and no other site can read it; the access token is only in the response',
          'is Secure with https, under a name that http cannot set',
        ],
        ['tests/identity/signOn.test.ts', 'becomes a session of the board, which learns the page to return to'],
      ],
    'Refresh and logout without a body use it.': [
      ['tests/identity/sessions.test.ts', 'refreshes without a body, is replaced, and ends with logout'],
    ],
    'Only that cookie path knows cookies; no /v1 request does.': [
      ['tests/identity/sessions.test.ts', 'authenticates no request', '%j can neither start, extend nor end a session'],
    ],
    'A token just rotated is taken once more within 10 s; later reuse ends the login as before.': [
      [
        'tests/identity/sessions.test.ts',
        'that wake at the same time both continue, again and again',
        'is not accepted a third time, not even immediately',
        'that is used after the grace period ends the session, for the thief and for the browser',
      ],
    ],
    'GET /auth/methods/ → { password: true, signOn: { name } | null }.': [
      ['tests/identity/sessions.test.ts', 'the login methods are listed'],
      ['tests/identity/signOn.test.ts', 'becomes a session of the board, which learns the page to return to'],
    ],
  },
  runs: {
    'incumbent lines have counts; …/result/ of a running task answers the best so far; incumbents that differ in nothing but time are not repeated.':
      [
        [
          'schedule/runs/sharedRuns.test.ts',
          'the best plan so far is the result while a run continues; incumbents have counts, and none is reported twice',
          'also by a worker that continues from an older plan than the dead one reported',
          'also to a reader that joins while an older state is being sent to others',
        ],
      ],
  },
  'the past and the drafts': {
    'GET …/changesets/ takes from, to, author, source, operation, diffs=true (≤ 200).': [
      [
        'tests/contract/past.test.ts',
        'are filtered by author, source, operation and time, all of which must match',
        'of a draft are its own; with diffs, they equal the single changesets',
        'with diffs come at most 200 per page, fewer if they are large',
      ],
    ],
    'GET …/metrics/history/?from&to&points (≤ 200 points, cached).': [
      [
        'tests/contract/past.test.ts',
        'are those of the plan at that time',
        'are computed only once',
        'end now by default, and begin with the oldest stored change',
      ],
    ],
    'Publish and rebase take dryRun (clashes and score, nothing written) and resolutions.': [
      ['tests/contract/drafts.test.ts', 'previews publishing and rebasing without doing it'],
      ['tests/history/history.property.test.ts', 'every read at every change in every workspace'],
    ],
    'bulk-upload?dryRun=true says what it would do.': [
      ['tests/contract/records.test.ts', 'reports in a dry run what it would do, and what is wrong, by row'],
      ['tests/history/history.property.test.ts', 'every read at every change in every workspace'],
    ],
  },
  'marks and presence': {
    'PUT …/conflicts/{conflict_id}/mark/ is shared in the planning, with an event; it changes no score.': [
      ['tests/contract/events.test.ts', 'receives marks of conflicts, which are stored and change no score'],
    ],
    'presence (≤ 5/s) → events to the planning’s others; nothing of it is stored.': [
      ['tests/contract/events.test.ts', 'receives what others look at, but not its own presence, and when they leave'],
      ['schedule/events/events.test.ts', 'presence reaches other sessions on all nodes'],
    ],
  },
  'the page': {
    'X-Tidegate-Build on every answer.': [['api/board/mountBoard.test.ts', 'every response names the build']],
    'GET / and the board’s deep links answer its page to Accept: text/html.': [
      ['api/board/mountBoard.test.ts', 'its page is at %s', 'programs get no page'],
    ],
    '/assets/* are immutable and precompressed.': [
      ['api/board/mountBoard.test.ts', 'a client that accepts %j gets files in the encoding %j'],
    ],
    'CSP of the page, and the socket’s own address.': [
      ['api/board/mountBoard.test.ts', 'its page is at %s', 'an invalid host does not get into the policy'],
    ],
  },
};

/** Matches a call that begins with the title. In these test files, only `test` and `describe` are called like this. */
const titled = (name: string): RegExp =>
  new RegExp(`\\(\\s*['\`]${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);

describe.each(Object.entries(SENTENCES))('%s', (_, sentences) => {
  test.each(Object.entries(sentences))('%s', (_sentence, places) => {
    for (const [file, ...names] of places) {
      const text = readFileSync(path.join(root, file), 'utf8');
      for (const name of names) expect(titled(name).test(text), `${file}: ${name}`).toBe(true);
    }
  });
});
