-- Acts of acceptance and waybills that a company makes itself are numbered by it, from 1 in each year. The row of a series is locked until the
-- transaction that took a number ends, so a refused one leaves no gap.
create table paper_numbers (
  company_id int not null references companies on delete cascade,
  series text not null check (series in ('act', 'waybill')),
  year int not null,
  last int not null check (last > 0),
  primary key (company_id, series, year)
);

-- The owner is bound by the policies too, and has no company here.
alter table operations no force row level security;

with numbered as (
  select company_id, id, row_number() over (partition by company_id, extract(year from at) order by at, id) as number
  from operations where kind in ('good_adding', 'workshop_good_adding')
)
update operations o set extra = coalesce(o.extra, '{}') || jsonb_build_object('act_number', n.number::text)
from numbered n where n.company_id = o.company_id and n.id = o.id;

with numbered as (
  select company_id, id, row_number() over (partition by company_id, extract(year from at) order by at, id) as number
  from operations where kind = 'workshop_good_shipping' and extra ->> 'waybill_number' is null
)
update operations o set extra = coalesce(o.extra, '{}') || jsonb_build_object('waybill_number', n.number::text)
from numbered n where n.company_id = o.company_id and n.id = o.id;

insert into paper_numbers (company_id, series, year, last)
select company_id, 'act', extract(year from at), count(*) from operations
where kind in ('good_adding', 'workshop_good_adding') group by 1, 3;
insert into paper_numbers (company_id, series, year, last)
select company_id, 'waybill', extract(year from at), max((extra ->> 'waybill_number')::int) from operations
where kind = 'workshop_good_shipping' and extra ->> 'waybill_number' ~ '^[1-9]\d{0,5}$' group by 1, 3;

alter table operations force row level security;
select protect_tenant('paper_numbers');
