-- A journal sorted by the number of fish, or by the weight of feed, takes its page out of an index.
create index operations_by_count on operations (company_id, kind, count, at, id) where count is not null;
create index operations_by_volume on operations (company_id, kind, volume, at, id) where volume is not null;

-- What stands under a journal of many months is added up from sums of those that are over, made by a job for kinds and months with very many
-- operations: a sum for each cage. They are whole or not there: whatever is entered, changed or deleted in such a month takes them away.
create table month_sums (
  company_id int not null references companies,
  kind text not null,
  month date not null,
  cages int[] not null,
  totals int[] not null,
  counts numeric[] not null,
  weights numeric[] not null,
  volumes numeric[] not null,
  primary key (company_id, kind, month)
);
select protect_tenant('month_sums');

-- The owner has no company of its own, and the policies bind it too: it works in that of the row.
-- The lock is shared among those who write; the job holds it alone while it adds up, so that it misses nobody who has not committed yet.
create function month_of_operation_changed() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', coalesce(new.company_id, old.company_id)::text, true);
  end if;
  perform pg_advisory_xact_lock_shared(42, coalesce(new.company_id, old.company_id));
  delete from month_sums where company_id = old.company_id and kind = old.kind and month = date_trunc('month', old.at)::date;
  delete from month_sums where company_id = new.company_id and kind = new.kind and month = date_trunc('month', new.at)::date;
  return null;
end $$;

-- What is entered for the current month asks nothing. The job leaves a month alone until a day after its end.
create trigger month_of_operation_began after insert on operations for each row
  when (new.at < date_trunc('month', now() at time zone 'UTC')) execute function month_of_operation_changed();
create trigger month_of_operation_went after delete on operations for each row
  when (old.at < date_trunc('month', now() at time zone 'UTC')) execute function month_of_operation_changed();
create trigger month_of_operation_changed after update on operations for each row
  when (least(old.at, new.at) < date_trunc('month', now() at time zone 'UTC')
    and (old.kind, old.at, old.cage_id, old.count, old.weight, old.volume)
      is distinct from (new.kind, new.at, new.cage_id, new.count, new.weight, new.volume))
  execute function month_of_operation_changed();

select pgboss.create_queue('month-sums', '{"policy": "short", "retryLimit": 3, "retryDelay": 600, "expireInSeconds": 3600}');
