-- Who looks after a farm or an installation sees how its jobs run, and sends one again. The application still reads no queue: it asks these functions,
-- which never answer what an order holds, nor what an error said.
create view pgboss.run as
select id, name as job, (data ->> 'company')::int as company, state::text, created_on as ordered_at, started_on as started_at,
  completed_on as finished_at, case when state < 'active' then start_after end as next_at,
  case when started_on is null then 0 else retry_count + 1 end as attempts,
  case when state in ('retry', 'failed') and output is not null then coalesce(output ->> 'fault',
    case when output #>> '{value,message}' like '%timeout%' then 'stopped' end, 'other') end as fault,
  case when state = 'active' then (output ->> 'done')::int end as done, case when state = 'active' then (output ->> 'total')::int end as total
from pgboss.job;

create index on pgboss.job (((data ->> 'company')::int), created_on desc);
create index on pgboss.job (created_on desc, id desc);

-- Tries again what failed, now, even though its moment was done meanwhile; false when it did not fail.
create function try_again(run uuid, of_company int) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update pgboss.job set state = 'retry', start_after = now(), completed_on = null, output = null,
    retry_limit = greatest(retry_limit, retry_count + 1), keep_until = now() + interval '14 days',
    data = coalesce(data, '{}') || '{"asked": true}'
  where id = run and state in ('retry', 'failed') and (of_company is null or (data ->> 'company')::int = of_company);
  return found;
end $$;
revoke execute on function try_again(uuid, int) from public;

-- The newest of the company's own, or one of them.
create function company_jobs(most int, run uuid default null) returns setof pgboss.run
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.* from pgboss.run r
  where r.company = current_setting('app.company_id')::int and (company_jobs.run is null or r.id = company_jobs.run)
  order by r.ordered_at desc, r.id desc limit most
$$;

create function company_retry(run uuid) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  select public.try_again(run, current_setting('app.company_id')::int)
$$;

-- Those of all companies and of the clock, with how many there are of them; or one.
create function installation_jobs(asking int, token text, of_job text, of_state text, most int, skipped int, run uuid default null)
  returns table (id uuid, job text, company int, state text, ordered_at timestamptz, started_at timestamptz, finished_at timestamptz,
    next_at timestamptz, attempts int, fault text, done int, total int, company_name text, matching int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one pgboss.run;
begin
  perform operator_only(asking, token);
  matching := (select count(*) from pgboss.job j where (of_job is null or j.name = of_job)
    and (of_state is null or j.state = of_state::pgboss.job_state) and (run is null or j.id = run));
  for one in
    select r.* from pgboss.run r where (of_job is null or r.job = of_job) and (of_state is null or r.state = of_state) and (run is null or r.id = run)
    order by r.ordered_at desc, r.id desc limit most offset skipped
  loop
    id := one.id; job := one.job; company := one.company; state := one.state; ordered_at := one.ordered_at; started_at := one.started_at;
    finished_at := one.finished_at; next_at := one.next_at; attempts := one.attempts; fault := one.fault; done := one.done; total := one.total;
    company_name := null;
    if company is not null then
      perform set_config('app.company_id', company::text, true);
      company_name := (select c.name from companies c where c.company_id = one.company);
    end if;
    return next;
  end loop;
  perform set_config('app.company_id', asking::text, true);
end $$;

-- Each queue: when it was last done, what waits and what failed in it, and how its newest run goes.
create function installation_clock(asking int, token text)
  returns table (job text, done_at timestamptz, waiting int, failed int, state text, fault text, done int, total int)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operator_only(asking, token);
  return query
    select q.name, greatest(j.done_at, n.done_at), n.waiting, n.failed, newest.state, newest.fault, newest.done, newest.total
    from pgboss.queue q left join job_runs j on j.job = q.name
    cross join lateral (
      select max(r.finished_at) filter (where r.state = 'completed') as done_at,
        count(*) filter (where r.state in ('created', 'retry'))::int as waiting, count(*) filter (where r.state = 'failed')::int as failed
      from pgboss.run r where r.job = q.name) n
    left join lateral (
      select r.* from pgboss.run r where r.job = q.name order by (r.state = 'active') desc, r.ordered_at desc limit 1) newest on true
    order by q.name;
end $$;

-- Orders a job of the clock for now, though its moment may be done; false while it is under way.
create function installation_run(asking int, token text, of_job text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operator_only(asking, token);
  if exists (select from pgboss.job j where j.name = of_job and j.state = 'active') then return false; end if;
  update pgboss.job j set start_after = now(), data = coalesce(j.data, '{}') || '{"asked": true}' where j.name = of_job and j.state in ('created', 'retry');
  if not found then
    insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, expire_in)
    select q.name, '{"asked": true}', q.policy, coalesce(q.retry_limit, 2), coalesce(q.retry_delay, 0), coalesce(q.retry_backoff, false),
      make_interval(secs => coalesce(q.expire_seconds, 900))
    from pgboss.queue q where q.name = of_job
    on conflict do nothing;
  end if;
  return true;
end $$;

create function installation_retry(asking int, token text, run uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operator_only(asking, token);
  return try_again(run, null);
end $$;

revoke execute on function company_jobs(int, uuid), company_retry(uuid), installation_jobs(int, text, text, text, int, int, uuid),
  installation_clock(int, text), installation_run(int, text, text), installation_retry(int, text, uuid) from public;
grant execute on function company_jobs(int, uuid), company_retry(uuid), installation_jobs(int, text, text, text, int, int, uuid),
  installation_clock(int, text), installation_run(int, text, text), installation_retry(int, text, uuid) to sadok_app;
