-- What the ledger booked in a period is added up for each group without the rows.
drop index fish_entries_by_kind;
create index fish_entries_by_kind on fish_entries (company_id, kind, at, operation_id)
  include (count_delta, mass_delta, deviation, cage_id, group_id);
