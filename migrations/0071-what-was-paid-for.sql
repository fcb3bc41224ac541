-- An expense may be for a cage or for a module; without either it is for the whole farm.
-- The owner is bound by the policies too, and has no company here: they are lifted from it for what follows.
alter table operations no force row level security;
alter table cages no force row level security;
alter table locations no force row level security;
alter table operations
  add column for_cage_id int,
  add column for_location_id int,
  add foreign key (company_id, for_cage_id) references cages,
  add foreign key (company_id, for_location_id) references locations;
create index operations_for_cage on operations (company_id, for_cage_id) where for_cage_id is not null;
create index operations_for_location on operations (company_id, for_location_id) where for_location_id is not null;
alter table operations force row level security;
alter table cages force row level security;
alter table locations force row level security;
