-- The footer of a journal sums a month of operations or entries: it finds what it sums in the index, without the rows.
drop index operations_by_kind;
create index operations_by_kind on operations (company_id, kind, at, id) include (count, weight, volume, user_id);
drop index fish_entries_by_kind;
create index fish_entries_by_kind on fish_entries (company_id, kind, at, operation_id) include (count_delta, mass_delta, deviation);
-- So does the question when the fish of a cage were last weighed.
drop index operations_measured;
create index operations_measured on operations (company_id, cage_id, at, id) where kind in ('weighing', 'stocking');
-- That holds for pages which vacuum has seen; by default it would come after a fifth of all rows, a year or two of a farm.
alter table operations set (autovacuum_vacuum_insert_scale_factor = 0.01);
alter table fish_entries set (autovacuum_vacuum_insert_scale_factor = 0.01);

-- Every operation locked the one row of its company, so that all writers of a farm met there. An operation names a cage or a good, and
-- these name the company.
alter table operations drop constraint operations_company_id_fkey;
