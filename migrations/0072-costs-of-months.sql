-- What fish have cost at the end of months that are over, group by group, made by a job: a report folds only what came after the last of them.
-- They are right or not there: whatever changes in the past takes away its month and all that follow. The average is that of a year, so that it takes
-- the whole year. basis is by what settings they were reckoned.
create table fish_cost_months (
  company_id int not null references companies,
  month date not null,
  basis text not null,
  costs jsonb not null,
  primary key (company_id, month)
);
select protect_tenant('fish_cost_months');

-- As those of the sums of months: the owner works in the company of the row, and the job alone holds the lock alone.
create function costs_of_past_changed() returns trigger language plpgsql as $$
declare
  company int := coalesce(new.company_id, old.company_id);
  since timestamp := least(new.at, old.at);
begin
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', company::text, true);
  end if;
  perform pg_advisory_xact_lock_shared(43, company);
  delete from fish_cost_months where company_id = company
    and month >= date_trunc(case when basis like 'avg%' then 'year' else 'month' end, since)::date;
  return null;
end $$;

create trigger costs_of_operation_began after insert on operations for each row
  when (new.at < date_trunc('month', now() at time zone 'UTC')) execute function costs_of_past_changed();
create trigger costs_of_operation_went after delete on operations for each row
  when (old.at < date_trunc('month', now() at time zone 'UTC')) execute function costs_of_past_changed();
create trigger costs_of_operation_changed after update on operations for each row
  when (least(old.at, new.at) < date_trunc('month', now() at time zone 'UTC')) execute function costs_of_past_changed();

-- What goods cost: an entry of the ledger is posted anew when its amount or its price changes.
create trigger costs_of_goods_began after insert on stock_entries for each row
  when (new.at < date_trunc('month', now() at time zone 'UTC')) execute function costs_of_past_changed();
create trigger costs_of_goods_went after delete on stock_entries for each row
  when (old.at < date_trunc('month', now() at time zone 'UTC')) execute function costs_of_past_changed();
create trigger costs_of_goods_changed after update on stock_entries for each row
  when (least(old.at, new.at) < date_trunc('month', now() at time zone 'UTC')) execute function costs_of_past_changed();

-- A cage in another module, a good that becomes feed: all months are others.
create function costs_of_all_changed() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', new.company_id::text, true);
  end if;
  perform pg_advisory_xact_lock_shared(43, new.company_id);
  delete from fish_cost_months where company_id = new.company_id;
  return null;
end $$;
create trigger costs_of_cage_moved after update on cages for each row
  when (old.location_id is distinct from new.location_id) execute function costs_of_all_changed();
create trigger costs_of_good_changed after update on goods for each row
  when (old.type is distinct from new.type) execute function costs_of_all_changed();

select pgboss.create_queue('fish-costs', '{"policy": "short", "retryLimit": 3, "retryDelay": 600, "expireInSeconds": 7200}');
