-- Secrets that a rotation replaced, and until when (epoch milliseconds) they still sign: [{"secret", "until"}].
alter table webhooks add column previous_secrets jsonb not null default '[]';
