/** A fault that a bad restore, a failing disk or a bug could leave in the planning that the verification's test uses. */
export interface PlantedFault {
  readonly name: string;
  /** The check that must find it, and the problem it must report. */
  readonly check: string;
  readonly problem: RegExp;
  /** SQL that produces the fault; no write of the store does this. */
  readonly statements: readonly string[];
}

/** The state of the embedded database while change 10 is being written in pieces: the change has a new version of location a and a new location e. */
export const HALF_WRITTEN: readonly string[] = [
  'insert into staged_changes select key, organization, 10 from plannings',
  `update locations set to_change = 10, valid_to = 1 where id in ('a', 'b') and workspace = 0 and to_change is null`,
  `insert into locations
   select (jsonb_populate_record(l, jsonb_build_object('id', n.id, 'version_id', gen_random_uuid(), 'from_change', 10, 'to_change', null, 'valid_from', 1, 'valid_to', null))).*
   from locations l, (values ('a'), ('e')) as n (id) where l.to_change = 10 and l.id = 'a'`,
];

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an index that was not restored',
    check: 'schema',
    problem: /tasks_current is missing/,
    statements: ['drop index tasks_current'],
  },
  {
    name: 'a migration that is missing',
    check: 'schema',
    problem: /0003_kept_history is not applied/,
    statements: [`delete from schema_migrations where name = '0003_kept_history'`],
  },
  {
    name: 'a database of a later version',
    check: 'schema',
    problem: /0099_later belongs to a later version/,
    statements: [`insert into schema_migrations (name, checksum) values ('0099_later', '')`],
  },
  {
    name: 'a lost version',
    check: 'chains',
    problem: /location a has a hole in its history, from change 3 to 4/,
    statements: ['delete from locations where from_change = 3'],
  },
  {
    name: 'a lost last version',
    check: 'chains',
    problem: /location a ended at change 4, and nothing followed/,
    statements: ['delete from locations where from_change = 4'],
  },
  {
    name: 'two versions at once',
    check: 'chains',
    problem: /location a has two versions at once: of change 1 until 4/,
    statements: [`update locations set to_change = 4 where id = 'a' and from_change = 1`],
  },
  {
    name: 'two current versions',
    check: 'chains',
    problem: /location a of change 3 has no end/,
    statements: [
      'drop index locations_current',
      `update locations set to_change = null, valid_to = null where id = 'a' and from_change = 3`,
    ],
  },
  {
    name: 'a version that ends before it begins',
    check: 'chains',
    problem: /begins at change 3 and ends at 2/,
    statements: ['drop index locations_closed', 'update locations set to_change = 2 where from_change = 3'],
  },
  {
    name: 'times that do not meet',
    check: 'chains',
    problem: /location a ends at another time than its successor begins/,
    statements: ['update locations set valid_to = valid_to + 5 where from_change = 3'],
  },
  {
    name: 'one version twice',
    check: 'chains',
    problem: /occurs 2 times/,
    statements: [
      `insert into locations select planning, workspace, 'twin', version_id, base_version, from_change, to_change, tombstone, released, valid_from, valid_to, created_at, name, external_id, ordering, parent, metadata from locations where id = 'b'`,
    ],
  },
  {
    name: 'a lost changeset',
    check: 'changes',
    problem: /at change 9 and keeps those after 0, but has 8 changesets/,
    statements: ['delete from changesets where change = 4'],
  },
  {
    name: 'a counter that went back',
    check: 'changes',
    problem: /at change 7 .* but has 9 changesets/,
    statements: ['update plannings set head = 7'],
  },
  {
    name: 'time that ran backwards',
    check: 'changes',
    problem: /Change 4 is of an earlier time than change 3/,
    statements: ['update changesets set at = 1 where change = 4'],
  },
  {
    name: 'a changeset of no planning',
    check: 'changes',
    problem: /Change 1 belongs to no planning/,
    statements: [
      'insert into changesets select planning + 1000, change, gen_random_uuid(), workspace, at, source, author, message, details, counts, kinds from changesets where change = 1',
    ],
  },
  {
    name: 'a change that is there, and is said to be half written',
    check: 'changes',
    problem: /Change 9 is said to be half written, which is not the one after its last, 9/,
    statements: ['insert into staged_changes select key, organization, 9 from plannings'],
  },
  {
    name: 'a lost version, of a record that a change is writing anew',
    check: 'chains',
    problem: /location a has a hole in its history, from change 3 to 4/,
    statements: [...HALF_WRITTEN, 'delete from locations where from_change = 3'],
  },
  {
    name: 'a version of a change that comes after one that is being written',
    check: 'changesets',
    problem: /location a refers to change 11, which does not exist/,
    statements: [...HALF_WRITTEN, 'update locations set from_change = 11 where from_change = 10'],
  },
  {
    name: 'a record that is gone, though only what is being written ends it',
    check: 'references',
    problem: /The location b of resource r does not exist/,
    statements: [...HALF_WRITTEN, `update locations set tombstone = true where id = 'b'`],
  },
  {
    name: 'a version of no changeset',
    check: 'changesets',
    problem: /location a begins at change 3, which has no changeset/,
    statements: ['delete from changesets where change = 3'],
  },
  {
    name: 'a version of the future',
    check: 'changesets',
    problem: /refers to change 77, which does not exist/,
    statements: [`update locations set from_change = 77, valid_from = valid_from where id = 'b'`],
  },
  {
    name: 'a version of another time',
    check: 'changesets',
    problem: /location b begins at another time than its change/,
    statements: [`update locations set valid_from = valid_from - 1 where id = 'b'`],
  },
  {
    name: 'a version in another layer',
    check: 'changesets',
    problem: /location d was written by change 6, which is of workspace 1/,
    statements: [`update locations set workspace = 0 where id = 'd'`],
  },
  {
    name: 'a lost created record',
    check: 'changesets',
    problem: /Change 1 counts more rows of location than the 1/,
    statements: [`delete from locations where id = 'b'`],
  },
  {
    name: 'kinds that were not written',
    check: 'changesets',
    problem: /Change 4 lists other kinds of records/,
    statements: ['update changesets set kinds = kinds | 4 where change = 4'],
  },
  {
    name: 'a draft of nothing',
    check: 'layers',
    problem: /location a of workspace 1 of change 6 branched from a version/,
    statements: [`update locations set base_version = gen_random_uuid() where workspace = 1 and id = 'a'`],
  },
  {
    name: 'a mainline that says it is a draft',
    check: 'layers',
    problem: /location b is on the mainline but is marked/,
    statements: [`update locations set released = true where id = 'b'`],
  },
  {
    name: 'a draft that nobody knows',
    check: 'layers',
    problem: /belongs to an unknown workspace/,
    statements: ['delete from workspace_keys'],
  },
  {
    name: 'a workspace without a record',
    check: 'layers',
    problem: /The workspace w has a key and no record/,
    statements: ['delete from workspaces'],
  },
  {
    name: 'a workspace that is half published',
    check: 'layers',
    problem: /The workspace w is PUBLISHED, and says that it was published as change none/,
    statements: [`update workspaces set state = 'PUBLISHED'`],
  },
  {
    name: 'an id that is free again',
    check: 'identities',
    problem: /The id of location a is not registered/,
    statements: [`delete from identities where id = 'a'`],
  },
  {
    name: 'a planning without its record',
    check: 'identities',
    problem: /The planning has no record of itself/,
    statements: ['update planning_versions set tombstone = true'],
  },
  {
    name: 'an assignment of two operations',
    check: 'assignments',
    problem: /Assignment x belongs to operations o and q/,
    statements: [`update assignments set id = 'x' where workspace = 0`],
  },
  {
    name: 'two assignments of an operation',
    check: 'assignments',
    problem: /Operation o has 2 assignments at once/,
    statements: [
      'drop index assignments_current',
      `update assignments set operation = 'o', from_change = from_change - 1 where operation = 'q'`,
    ],
  },
  {
    name: 'an assignment to nothing',
    check: 'assignments',
    problem: /operation o has no parts/,
    statements: [`update assignments set parts = '[]' where operation = 'o'`],
  },
  {
    name: 'a resource whose location is gone',
    check: 'references',
    problem: /The location b of resource r does not exist/,
    statements: [`update locations set tombstone = true where id = 'b'`],
  },
  {
    name: 'a part whose resource is gone',
    check: 'references',
    problem: /The resource r of assignment .* does not exist/,
    statements: [`update resources set tombstone = true where id = 'r'`],
  },
  {
    name: 'a task whose operation is gone',
    check: 'references',
    problem: /The operation o of task in does not exist/,
    statements: [`update operations set tombstone = true where id = 'o'`],
  },
  {
    name: 'a location below itself',
    check: 'references',
    problem: /The location a is its own ancestor/,
    statements: [`update locations set parent = 'a' where id = 'a'`],
  },
  {
    name: 'two inbound tasks',
    check: 'references',
    problem: /Operation o has 2 inbound tasks/,
    statements: [`update tasks set role = 'inbound' where id = 'out'`],
  },
  {
    name: 'two equal tags',
    check: 'references',
    problem: /2 tags have the category size and the value wide/,
    statements: [`update tags set value = 'wide'`],
  },
  {
    name: 'an operation that is found by old times',
    check: 'windows',
    problem: /Operation o is indexed by times/,
    statements: [`update operations set expected_in = expected_in - 1 where id = 'o' and to_change is null`],
  },
  {
    name: 'a run that never ended',
    check: 'runs',
    problem: /The optimization run is SUCCEEDED, and says that it has not ended/,
    statements: ['update runs set finished_at = null'],
  },
  {
    name: 'a run that applied something else',
    check: 'runs',
    problem: /The optimization run was applied as changeset/,
    statements: [`update changesets set details = '{"task": "other"}' where source = 'solver'`],
  },
  {
    name: 'a run that forgot what it applied',
    check: 'runs',
    problem: /Change 9 applied the optimization run, which says/,
    statements: ['update runs set changeset = null'],
  },
  {
    name: 'a proposal whose changeset is gone',
    check: 'runs',
    problem: /The proposal p was applied as changeset/,
    statements: ['update proposals set changeset = gen_random_uuid()::text'],
  },
  {
    name: 'an answer that names another change',
    check: 'answers',
    problem: /The answer to the Idempotency-Key k calls changeset .* change 5, which is change 4/,
    statements: [`update idempotency_records set body = replace(body, '[4]', '[5]')`],
  },
  {
    name: 'an answer that was cut off',
    check: 'answers',
    problem: /The stored answer for the Idempotency-Key k is invalid/,
    statements: ['update idempotency_records set body = left(body, 20)'],
  },
  {
    name: 'counts that are no numbers',
    check: 'changesets',
    problem: /This check failed: invalid input syntax/,
    statements: [`update changesets set counts = '{"task": {"created": "many"}}' where change = 4`],
  },
];
