-- What planners say of a conflict (seen, accepted): of the whole planning, whatever the layer. The score knows nothing of it.
create table conflict_marks (
  planning integer not null references plannings (key) on delete cascade,
  conflict text collate "C" not null,
  state text not null,
  note text,
  until bigint,
  author text not null,
  at bigint not null,
  primary key (planning, conflict)
);
