-- How much of a good should lie in one warehouse, in millionths of its unit, beside the minimum of all warehouses together (goods.min_amount).
create table good_minimums (
  company_id int not null references companies,
  good_id int not null,
  stock_id int not null,
  amount bigint not null check (amount > 0),
  primary key (company_id, good_id, stock_id),
  foreign key (company_id, good_id) references goods on delete cascade,
  foreign key (company_id, stock_id) references stocks on delete cascade
);
create index good_minimums_by_stock on good_minimums (company_id, stock_id);

select protect_tenant('good_minimums');
