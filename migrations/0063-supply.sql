-- Feed: the size of its pellets, millionths of a millimetre, and who usually delivers it; how a supplier delivers: days, milligrams of a bag or
-- a pallet, days of the week without deliveries («сб, вс»). What is not said of a supplier the company's settings say.
-- the owner is bound by the policies too, and has no company here
alter table goods no force row level security;
alter table counterparties no force row level security;
alter table goods
  add column pellet_size int check (pellet_size > 0),
  add column supplier_id int,
  add foreign key (company_id, supplier_id) references counterparties;
create index on goods (company_id, supplier_id) where supplier_id is not null;
alter table counterparties
  add column lead_days int check (lead_days >= 0),
  add column safety_days int check (safety_days >= 0),
  add column lot bigint check (lot > 0),
  add column no_delivery text;
alter table goods force row level security;
alter table counterparties force row level security;

-- What the cages of a module are to be fed from a day on, milligrams a day: the bell compares it with what lies in the warehouses.
create table feed_needs (
  company_id int not null references companies,
  good_id int not null,
  location_id int not null,
  starts_on date not null,
  amounts bigint[] not null,
  primary key (company_id, good_id, location_id),
  foreign key (company_id, good_id) references goods on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
select protect_tenant('feed_needs');
select pgboss.create_queue('feed-needs', '{"policy": "short", "retryLimit": 2, "retryDelay": 600, "expireInSeconds": 3600}');
