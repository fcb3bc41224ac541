-- Whoever takes away months that are kept orders them anew: half a minute later, so that a day of corrections is gone through once, and for this company
-- alone. An order that waits is not repeated; by company, so that no farm waits for the writes of another.
create function order_months_of_past(job text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into pgboss.job (name, data, singleton_key, policy, retry_limit, retry_delay, retry_backoff, expire_in, start_after)
  select q.name, jsonb_build_object('company', c.id), c.id::text, q.policy, coalesce(q.retry_limit, 2), coalesce(q.retry_delay, 0),
    coalesce(q.retry_backoff, false), make_interval(secs => coalesce(q.expire_seconds, 900)), now() + interval '30 seconds'
  from pgboss.queue q cross join (select current_setting('app.company_id')::int as id) c
  where q.name = order_months_of_past.job and q.name in ('fish-costs', 'month-facts')
  on conflict do nothing
$$;
revoke execute on function order_months_of_past(text) from public;
grant execute on function order_months_of_past(text) to sadok_app;

-- As before, and what went is ordered.
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
  if found then
    perform order_months_of_past('fish-costs');
  end if;
  if known then
    return null;
  end if;
  if tg_table_name = 'stock_entries' then
    delete from stock_months s where s.company_id = company and s.month >= date_trunc('month', since)::date;
    if found then
      perform order_months_of_past('month-facts');
    end if;
    perform set_config('app.amounts_gone', company || ':' || month, true);
  elsif tg_table_name = 'operations' then
    if coalesce(new.cage_id, old.cage_id) is not null then
      delete from month_facts f where f.company_id = company and f.month >= date_trunc('month', since)::date;
      if found then
        perform order_months_of_past('month-facts');
      end if;
      perform set_config('app.facts_gone', company || ':' || month, true);
    end if;
  end if;
  return null;
end $$;

create or replace function costs_of_all_changed() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', new.company_id::text, true);
  end if;
  perform pg_advisory_xact_lock_shared(43, new.company_id);
  delete from fish_cost_months where company_id = new.company_id;
  if found then
    perform order_months_of_past('fish-costs');
  end if;
  return null;
end $$;
