-- Reports add up a year of entries of goods: they find the amounts in the index of the primary key, without the rows.
-- Its columns are those it had.
create unique index stock_entries_key on stock_entries (company_id, good_id, stock_id, at, operation_id, line) include (amount);
alter table stock_entries drop constraint stock_entries_pkey, add constraint stock_entries_pkey primary key using index stock_entries_key;
