-- When each webhook, and each planning of the standing repair, was last taken by a node (epoch milliseconds): what is always due takes turns with the rest.
alter table webhooks add column taken_at bigint not null default 0;
alter table repair_work add column taken_at bigint not null default 0;
