-- What lay of goods at the end of months that are over, in each warehouse and in all of them. A job keeps it, of farms with very many entries; it is
-- right or not there: an entry in the past takes away its month and all that follow.
create table stock_months (
  company_id int not null references companies,
  month date not null,
  -- a warehouse each, without the empty ones
  goods int[] not null,
  stocks int[] not null,
  amounts bigint[] not null,
  -- in all warehouses
  all_goods int[] not null,
  all_amounts bigint[] not null,
  primary key (company_id, month)
);
select protect_tenant('stock_months');

-- As before, and the amounts with the costs: a document of many lines takes them away once.
create or replace function costs_of_past_changed() returns trigger language plpgsql as $$
declare
  company int := coalesce(new.company_id, old.company_id);
  since timestamp := least(new.at, old.at);
  month text := to_char(since, 'YYYY-MM-01');
  gone text := current_setting(case tg_table_name when 'operations' then 'app.facts_gone' else 'app.amounts_gone' end, true);
  known boolean := (split_part(gone, ':', 1) = company::text and split_part(gone, ':', 2) <= month) is true;
begin
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', company::text, true);
  end if;
  perform pg_advisory_xact_lock_shared(43, company);
  delete from fish_cost_months where company_id = company
    and fish_cost_months.month >= date_trunc(case when basis like 'avg%' then 'year' else 'month' end, since)::date;
  if known then
    return null;
  end if;
  if tg_table_name = 'stock_entries' then
    delete from stock_months s where s.company_id = company and s.month >= date_trunc('month', since)::date;
    perform set_config('app.amounts_gone', company || ':' || month, true);
  elsif tg_table_name = 'operations' then
    if coalesce(new.cage_id, old.cage_id) is not null then
      delete from month_facts f where f.company_id = company and f.month >= date_trunc('month', since)::date;
      perform set_config('app.facts_gone', company || ':' || month, true);
    end if;
  end if;
  return null;
end $$;
