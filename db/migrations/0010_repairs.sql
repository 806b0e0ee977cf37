-- The standing repair: each planning's policy is versioned with it, repairs are kept with the proposals, and one node at a time works on a planning.
alter table planning_versions add column repair_policy jsonb;

alter table proposals add column source text not null default 'agent';
alter table proposals add column state text;
alter table proposals add column reason text;
alter table proposals add column decided_by text;
alter table proposals add column decided_at bigint;
alter table proposals add column details jsonb;
create index proposals_repairs on proposals (planning, id) where source = 'repair';
create index proposals_open_repairs on proposals (planning) where source = 'repair' and state = 'open';

create table repair_work (
  planning integer primary key references plannings (key) on delete cascade,
  handled bigint not null,
  leased_until bigint not null default 0,
  lease integer not null default 0,
  next_at bigint,
  delayed jsonb not null default '{}'
);
