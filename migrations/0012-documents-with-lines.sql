-- A document may have lines: goods and items that come into a warehouse, leave it, are made, consumed or refilled. Kinds of one good keep
-- it in their own columns. What both do to the goods ledger are its entries, which now tell the lines of a document apart.
create table operation_lines (
  company_id int not null,
  operation_id bigint not null,
  line smallint not null,
  role text not null check (role in ('in', 'out', 'made', 'consumed', 'refill')),
  good_id int,
  item_id int,
  stock_id int,
  -- millionths of the unit
  amount bigint not null check (amount > 0),
  -- kopecks for one unit
  price bigint check (price >= 0),
  primary key (company_id, operation_id, line),
  foreign key (company_id, operation_id) references operations on delete cascade,
  foreign key (company_id, good_id) references goods,
  foreign key (company_id, item_id) references items,
  foreign key (company_id, stock_id) references stocks,
  check ((good_id is null) <> (item_id is null))
);
create index operation_lines_by_good on operation_lines (company_id, good_id, stock_id);
create index operation_lines_by_item on operation_lines (company_id, item_id) where item_id is not null;
create index operation_lines_by_stock on operation_lines (company_id, stock_id);
select protect_tenant('operation_lines');

alter table stock_entries add column line smallint not null default 0;
alter table stock_entries drop constraint stock_entries_pkey;
alter table stock_entries add primary key (company_id, good_id, stock_id, at, operation_id, line);
