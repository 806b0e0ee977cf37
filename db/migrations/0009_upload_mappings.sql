-- What the columns of an organization's CSV files mean.
create table upload_mappings (
  id text primary key,
  organization text not null references organizations (id) on delete cascade,
  name text not null,
  mapping jsonb not null,
  created_by text not null,
  created_at bigint not null,
  updated_by text not null,
  updated_at bigint not null,
  unique (organization, name)
);
