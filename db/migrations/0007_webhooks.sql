-- Who is told of a planning's changes, how far, and what is on its way.
create table webhooks (
  id text primary key,
  planning integer not null references plannings (key) on delete cascade,
  url text not null,
  description text,
  events jsonb not null,
  enabled boolean not null,
  secret text not null,
  cursor bigint not null,
  leased_until bigint not null default 0,
  failures integer not null default 0,
  created_by text not null,
  created_at bigint not null,
  updated_by text not null,
  updated_at bigint not null
);
create index webhooks_planning on webhooks (planning);

create table webhook_deliveries (
  id text primary key,
  webhook text not null references webhooks (id) on delete cascade,
  change bigint not null,
  changeset text not null,
  status text not null,
  attempts integer not null default 0,
  next_at bigint not null,
  created_at bigint not null,
  last_at bigint,
  last_status integer,
  last_error text
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook, next_at, change) where status = 'waiting';
create index webhook_deliveries_listed on webhook_deliveries (webhook, id);
