-- What somebody recorded who can no longer sign in, sent by an administrator: they stay its author, and who sent it is told. Whoever was
-- deleted since has no row among users, and is the author by name.
-- The owner is bound by the policies too, and has no company here.
alter table users no force row level security;
alter table operations no force row level security;
alter table measurements no force row level security;

alter table operations
  add column sent_by int,
  add column recorded_by text,
  add foreign key (company_id, sent_by) references users;
alter table measurements
  add column sent_by int,
  add column recorded_by text,
  add foreign key (company_id, sent_by) references users;

alter table users force row level security;
alter table operations force row level security;
alter table measurements force row level security;

create index operations_by_sender on operations (company_id, sent_by) where sent_by is not null;
create index measurements_by_sender on measurements (company_id, sent_by) where sent_by is not null;
