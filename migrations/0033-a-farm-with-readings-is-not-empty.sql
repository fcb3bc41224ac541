-- What makes a company worth keeping: operations (spending is one of them), readings, applications outside. Asked inside the company.
create function company_used(target int) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from operations where company_id = target)
    or exists (select from measurements where company_id = target)
    or exists (select from external_users where company_id = target and removed_at is null)
$$;
revoke execute on function company_used(int) from public;
grant execute on function company_used(int) to sadok_app;

create or replace function operator_companies(asking int, token text, only_id int default null)
  returns table (id int, name text, time_zone text, created_at timestamp, archived boolean, type text, start_date date, end_date date,
    days_left int, users int, last_activity timestamp, used boolean)
  language plpgsql set search_path = public, pg_temp as $$
declare
  one int;
  zone text;
begin
  perform operator_only(asking, token);
  zone := (select c.time_zone from companies c where c.company_id = asking);
  for one in select n from generate_series(coalesce(only_id, 1),
    coalesce(only_id, pg_sequence_last_value(pg_get_serial_sequence('companies', 'company_id')::regclass)::int, 0)) as n
  loop
    perform set_config('app.company_id', one::text, true);
    return query
      select c.company_id, c.name::text, c.time_zone, (c.created_at at time zone zone)::timestamp, c.archived_at is not null,
        s.type, s.start_date, s.end_date, s.end_date - (now() at time zone c.time_zone)::date,
        (select count(*)::int from users u where u.company_id = one and u.archived_at is null),
        (select (a.at at time zone zone)::timestamp from audit_log a where a.company_id = one order by a.id desc limit 1),
        company_used(one)
      from companies c
      left join lateral (
        select p.type, p.start_date, p.end_date from subscriptions p
        where p.company_id = one order by p.end_date desc, p.id desc limit 1) s on true
      where c.company_id = one;
  end loop;
  perform set_config('app.company_id', asking::text, true);
end $$;

create or replace function operator_remove(asking int, token text, target int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  place regclass;
  kept int;
begin
  perform operator_only(asking, token);
  perform set_config('app.company_id', target::text, true);
  perform 1 from companies where company_id = target for update;
  if company_used(target) then
    raise exception using errcode = 'foreign_key_violation', message = 'something was recorded';
  end if;
  for pass in 1..20 loop
    kept := 0;
    for place in
      select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id' and not a.attisdropped
        and c.relname <> 'operations'
      order by 1
    loop
      begin
        execute format('delete from %s where company_id = $1', place) using target;
      exception when foreign_key_violation then
        kept := kept + 1;
      end;
    end loop;
    exit when kept = 0;
  end loop;
  if kept > 0 then
    raise exception using errcode = 'foreign_key_violation', message = 'operations were recorded';
  end if;
  perform set_config('app.company_id', asking::text, true);
end $$;
