-- What reports add up of months that are over: feed, losses, catches, what is left at the end, by cage, group and key. A job keeps them, of farms with
-- very many records; they are right or not there: whatever happens to fish in the past takes away its month and all that follow.
create table month_facts (
  company_id int not null references companies,
  fact text not null,
  month date not null,
  cages int[] not null,
  groups int[] not null,
  keys text[] not null,
  counts bigint[] not null,
  masses bigint[] not null,
  primary key (company_id, month, fact)
);
select protect_tenant('month_facts');

-- As before, and the facts with the costs: under the same lock, since both follow from the same records. A transaction of many records takes them
-- away once; what a savepoint takes back it takes back with the note of it.
create or replace function costs_of_past_changed() returns trigger language plpgsql as $$
declare
  company int := coalesce(new.company_id, old.company_id);
  since timestamp := least(new.at, old.at);
  month text := to_char(since, 'YYYY-MM-01');
  gone text := current_setting('app.facts_gone', true);
begin
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', company::text, true);
  end if;
  perform pg_advisory_xact_lock_shared(43, company);
  delete from fish_cost_months where company_id = company
    and fish_cost_months.month >= date_trunc(case when basis like 'avg%' then 'year' else 'month' end, since)::date;
  if tg_table_name = 'operations' then
    if coalesce(new.cage_id, old.cage_id) is not null
      and (split_part(gone, ':', 1) = company::text and split_part(gone, ':', 2) <= month) is not true then
      delete from month_facts f where f.company_id = company and f.month >= date_trunc('month', since)::date;
      perform set_config('app.facts_gone', company || ':' || month, true);
    end if;
  end if;
  return null;
end $$;

select pgboss.create_queue('month-facts', '{"policy": "short", "retryLimit": 3, "retryDelay": 600, "expireInSeconds": 7200}');
