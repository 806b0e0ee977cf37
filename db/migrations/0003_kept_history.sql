-- The first change whose state can still be read; what was over before it may be deleted.
alter table plannings add column kept_from bigint not null default 0;
