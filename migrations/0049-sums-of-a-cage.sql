-- The footer of a journal of some cages, and the last operation of each kind in a cage, are found in one index without the rows. It takes
-- the place of the one that left out feedings and losses.
drop index operations_seldom;
create index operations_by_cage_and_kind on operations (company_id, cage_id, kind, at, id) include (count, weight, volume);
-- So are the sums of what the ledger booked in some cages.
drop index fish_entries_by_kind;
create index fish_entries_by_kind on fish_entries (company_id, kind, at, operation_id) include (count_delta, mass_delta, deviation, cage_id);
-- Where the fish of a generation went: into which batches, and the last that went elsewhere.
create index operations_into_batches on operations (company_id, generation_id, batch_id) where batch_id is not null;
create index operations_lifted on operations (company_id, generation_id, at, id) include (cage_id)
  where kind = 'withdrawal' and batch_id is null;
-- Goods that expire are few among all lines.
create index operation_lines_dated on operation_lines (company_id, good_id, best_before) where best_before is not null;
