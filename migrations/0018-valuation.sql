-- What goods are worth follows from what came into warehouses last: read backwards, good by good, over all warehouses.
create index stock_entries_entering on stock_entries (company_id, good_id, at, operation_id, line) where amount > 0;
