-- What the last search of a planning left for the next one: one row a planning, small, and of no consequence when it is stale or gone.
create table kept_searches (
  planning integer primary key references plannings (key) on delete cascade,
  run text not null,
  data text not null,
  at bigint not null
);
