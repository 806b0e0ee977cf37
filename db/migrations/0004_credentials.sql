-- A key that was made with a key ends with it.
alter table api_keys add column made_by text collate "C" references api_keys (id) on delete cascade;
create index api_keys_made_by on api_keys (made_by) where made_by is not null;

-- A refresh token that was just used may be used once more (reused_at); its two successors know what they were made of.
alter table refresh_tokens add column predecessor text;
alter table refresh_tokens add column reused_at bigint;
create index refresh_tokens_predecessor on refresh_tokens (predecessor) where predecessor is not null;
