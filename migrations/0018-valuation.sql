-- What goods are worth follows from what came into warehouses last: read backwards, good by good, over all warehouses.
create index stock_entries_entering on stock_entries (company_id, good_id, at, operation_id, line) where amount > 0;

-- What lies there now, or lay at a date: the days before it tell of nearly all goods, and lie side by side.
create index stock_days_by_day on stock_days (company_id, day);
