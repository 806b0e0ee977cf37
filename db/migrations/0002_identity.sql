alter table users add column disabled_at bigint;

-- Throttling of logins that holds across nodes. Keys are hashes of addresses and accounts.
create table login_attempts (
  key text primary key,
  count integer not null,
  since bigint not null,
  blocked_until bigint not null,
  expires_at bigint not null
);
create index login_attempts_expiry on login_attempts (expires_at);

-- What may count once: states of single sign-ons that came back.
create table used_once (
  hash text primary key,
  expires_at bigint not null
);
