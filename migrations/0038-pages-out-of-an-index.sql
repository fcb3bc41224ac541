-- A page of a journal is chosen by kind and time, cage or not, without reading the rows.
drop index operations_by_kind;
create index operations_by_kind on operations (company_id, kind, at, id)
  include (count, weight, volume, user_id, cage_id, to_cage_id);
