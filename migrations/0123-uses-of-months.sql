-- The entries of a stretch of time, whichever goods they are of: what a farm of two thousand goods used up lately is one range of an index.
create index stock_entries_by_time on stock_entries (company_id, at, operation_id) include (good_id, stock_id, amount);

-- What was used up in a month that is kept: of each good in all and day by day, and of the goods of a kind and unit together day by day, a text each.
-- Made by the job that keeps the amounts, after them. They go with their row.
alter table stock_months
  add column used_goods int[],
  add column used bigint[],
  add column used_days text[],
  add column used_units text[];
