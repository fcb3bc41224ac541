-- What tells how heavy fish are, group by group and cage by cage, with all that is read of it: a forecast of a farm reads tens of thousands of them, which lie
-- far apart in their tables, among losses and feedings.
create index fish_entries_telling on fish_entries (company_id, group_id, at, operation_id)
  include (count_delta, mass_delta, deviation, count_after, mass_after)
  where kind in ('weighing', 'stocking', 'transfer', 'withdrawal', 'category_change');
create index operations_telling on operations (company_id, cage_id, kind, at, id)
  include (count, weight, avg_weight, selection)
  where kind in ('weighing', 'stocking', 'transfer', 'withdrawal', 'category_change') and (kind <> 'withdrawal' or weight is not null);
