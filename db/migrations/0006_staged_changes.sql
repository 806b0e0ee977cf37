-- Changes of which rows are written already, piece by piece, though the planning is not there yet: what a start finds here is taken back.
create table staged_changes (
  planning integer primary key,
  organization text not null,
  change bigint not null
);
