-- A token of an application outside has an end and a scope, and it is known when it was last used. What a token could do before it still can:
-- send readings of any parameter. The sums of tokens that were replaced stay, so that a device with an old one is told so, and not taken for
-- somebody who guesses. An application that is removed keeps its row: its readings are still its own.
alter table external_users
  -- the last signs of the token, to tell one from another
  add column token_end text,
  add column past_hashes text[] not null default '{}',
  -- the last day it is good on, by the farm's calendar; null is without an end
  add column expires date,
  add column last_used_at timestamptz,
  add column last_address text,
  -- what it may write and which modules and warehouses it sees: null is all, an empty list none
  add column parameter_ids int[],
  add column location_ids int[],
  add column stock_ids int[],
  -- which parts of the export it may read
  add column export_keys text[] not null default '{}',
  add column removed_at timestamptz;

-- The people of a company in the archive cannot sign in; nothing of it is lost.
alter table companies add column archived_at timestamptz;

-- What the operator of an installation does with the companies of others, docs/decisions/0024. Row-level security stays as it is: these functions
-- walk from company to company and see in each what its policy shows. Each begins with the question whether the session that asks is an
-- operator's, and ends with the asking company in its place again; where one fails, the transaction does.
create function operator_only(asking int, token text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('app.company_id', asking::text, true);
  if not exists (
    select from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = asking and s.token_hash = token and s.expires_at > now() and u.is_operator and u.archived_at is null
  ) then
    raise exception using errcode = 'insufficient_privilege', message = 'only an operator of the installation';
  end if;
end $$;

-- One company or all of them: its name, its subscription, how many people it has, when something was last written. Not a number of its books.
create function operator_companies(asking int, token text, only_id int default null)
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
        exists (select from operations o where o.company_id = one)
      from companies c
      left join lateral (
        select p.type, p.start_date, p.end_date from subscriptions p
        where p.company_id = one order by p.end_date desc, p.id desc limit 1) s on true
      where c.company_id = one;
  end loop;
  perform set_config('app.company_id', asking::text, true);
end $$;

-- Who signs in to a company.
create function operator_users(asking int, token text, target int)
  returns table (id int, name text, email text, role text, is_admin boolean, archived boolean)
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform operator_only(asking, token);
  perform set_config('app.company_id', target::text, true);
  return query
    select u.id, u.name::text, u.email, r.name::text, u.is_admin, u.archived_at is not null
    from users u left join roles r on r.company_id = u.company_id and r.id = u.role_id
    where u.company_id = target order by u.archived_at is not null, u.name;
  perform set_config('app.company_id', asking::text, true);
end $$;

-- Its name and its subscription; the company's own journal says so.
create function operator_change(asking int, token text, target int, new_name text, new_type text, new_end date) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  actual int;
begin
  perform operator_only(asking, token);
  perform set_config('app.company_id', target::text, true);
  update companies set name = new_name where company_id = target;
  actual := (select id from subscriptions where company_id = target order by end_date desc, id desc limit 1);
  if actual is null then
    insert into subscriptions (company_id, type, start_date, end_date) values (target, new_type, least(current_date, new_end), new_end);
  else
    update subscriptions set type = new_type, end_date = new_end, start_date = least(start_date, new_end)
    where company_id = target and id = actual;
  end if;
  insert into security_events (company_id, kind, details)
  values (target, 'company-changed', jsonb_build_object('name', new_name, 'type', new_type, 'end_date', new_end));
  perform set_config('app.company_id', asking::text, true);
end $$;

-- Into the archive, which ends its sessions, or back.
create function operator_archive(asking int, token text, target int, away boolean) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform operator_only(asking, token);
  perform set_config('app.company_id', target::text, true);
  update companies set archived_at = case when away then now() end where company_id = target;
  if away then
    delete from sessions where company_id = target;
    delete from download_tickets where company_id = target;
    delete from password_resets where company_id = target;
  end if;
  insert into security_events (company_id, kind, details) values (target, 'company-changed', jsonb_build_object('archived', away));
  perform set_config('app.company_id', asking::text, true);
end $$;

-- A company that nothing was recorded in goes altogether, what is only added to as well: that is why it runs as the owner of the tables. Tables
-- name each other, so what is still named is tried again after the others.
create function operator_remove(asking int, token text, target int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  place regclass;
  kept int;
begin
  perform operator_only(asking, token);
  perform set_config('app.company_id', target::text, true);
  perform 1 from companies where company_id = target for update;
  if exists (select from operations where company_id = target) then
    raise exception using errcode = 'foreign_key_violation', message = 'operations were recorded';
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

revoke execute on function operator_only(int, text), operator_companies(int, text, int), operator_users(int, text, int),
  operator_change(int, text, int, text, text, date), operator_archive(int, text, int, boolean), operator_remove(int, text, int) from public;
grant execute on function operator_only(int, text), operator_companies(int, text, int), operator_users(int, text, int),
  operator_change(int, text, int, text, text, date), operator_archive(int, text, int, boolean), operator_remove(int, text, int) to sadok_app;
