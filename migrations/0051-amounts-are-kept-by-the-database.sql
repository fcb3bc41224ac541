-- What lies in a warehouse now is the closing of its last day, by whichever version of the application that day was
-- written. Days begin seldom, so each by itself; a change of the past moves a year of them, so these a statement.
create function stock_day_began() returns trigger language plpgsql as $$
begin
  insert into stock_amounts as a (company_id, good_id, stock_id, day, amount)
  values (new.company_id, new.good_id, new.stock_id, new.day, new.closing)
  on conflict (company_id, good_id, stock_id) do update set day = excluded.day, amount = excluded.amount
    where a.day <= excluded.day;
  return null;
end $$;

create function stock_days_moved() returns trigger language plpgsql as $$
begin
  update stock_amounts a set amount = m.closing from moved m
  where a.company_id = m.company_id and a.good_id = m.good_id and a.stock_id = m.stock_id and a.day = m.day;
  return null;
end $$;

-- The day before takes the place of a last day that went; where there is none, nothing ever lay there.
create function stock_days_went() returns trigger language plpgsql as $$
begin
  delete from stock_amounts a using gone g
  where a.company_id = g.company_id and a.good_id = g.good_id and a.stock_id = g.stock_id and a.day = g.day;
  insert into stock_amounts (company_id, good_id, stock_id, day, amount)
  select g.company_id, g.good_id, g.stock_id, d.day, d.closing
  from (select distinct company_id, good_id, stock_id from gone) g
  cross join lateral (
    select day, closing from stock_days
    where company_id = g.company_id and good_id = g.good_id and stock_id = g.stock_id order by day desc limit 1) d
  on conflict (company_id, good_id, stock_id) do nothing;
  return null;
end $$;

create trigger stock_day_began after insert on stock_days for each row execute function stock_day_began();
create trigger stock_days_moved after update on stock_days referencing new table as moved
  for each statement execute function stock_days_moved();
create trigger stock_days_went after delete on stock_days referencing old table as gone
  for each statement execute function stock_days_went();

-- From here on nobody else writes days. What a version that knew nothing of amounts wrote since 0050 is among them.
alter table stock_days no force row level security;
alter table stock_amounts no force row level security;
delete from stock_amounts;
insert into stock_amounts (company_id, good_id, stock_id, day, amount)
select distinct on (company_id, good_id, stock_id) company_id, good_id, stock_id, day, closing
from stock_days order by company_id, good_id, stock_id, day desc;
alter table stock_days force row level security;
alter table stock_amounts force row level security;
