-- Pieces of long runs that other workers solve, and the workers that can. Losing them costs only time, so they are not written to the log.
create unlogged table run_helpers (
  worker text primary key,
  version text not null,
  places integer not null,
  beat_at bigint not null
);

create unlogged table run_pieces (
  run text collate "C" not null references runs (id) on delete cascade,
  attempt integer not null,
  piece integer not null,
  version text not null,
  asked text not null,
  asked_at bigint not null,
  helper text,
  beat_at bigint,
  answer text,
  answered_at bigint,
  primary key (run, attempt, piece)
);
