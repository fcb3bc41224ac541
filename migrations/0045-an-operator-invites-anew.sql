-- The administrator whom a company is still waiting for: made first, and neither this one nor another has a password. Asked inside the company.
create function awaited_administrator(target int) returns int language sql stable set search_path = public, pg_temp as $$
  select u.id from users u
  where u.company_id = target and u.is_admin and u.archived_at is null and u.password_hash is null
    and not exists (select from users o where o.company_id = target and o.is_admin and o.password_hash is not null)
  order by u.id limit 1
$$;

-- Whom one company or each of them is waiting for.
create function operator_awaited(asking int, token text, only_id int default null)
  returns table (farm int, person int, name text, email text)
  language plpgsql set search_path = public, pg_temp as $$
declare
  one int;
begin
  perform operator_only(asking, token);
  for one in select n from generate_series(coalesce(only_id, 1),
    coalesce(only_id, pg_sequence_last_value(pg_get_serial_sequence('companies', 'company_id')::regclass)::int, 0)) as n
  loop
    perform set_config('app.company_id', one::text, true);
    return query
      select u.company_id, u.id, u.name::text, u.email from users u
      where u.company_id = one and u.id = awaited_administrator(one);
  end loop;
  perform set_config('app.company_id', asking::text, true);
end $$;

-- A link in the place of the one before, for whom the company is waiting. Null when that is not this person any more, else the end of the link by the
-- company's clock.
create function operator_invite(asking int, token text, target int, person int, link_hash text, days int) returns timestamp
  language plpgsql set search_path = public, pg_temp as $$
declare
  until timestamptz := now() + make_interval(days => days);
  told timestamp;
begin
  perform operator_only(asking, token);
  perform set_config('app.company_id', target::text, true);
  perform 1 from users u where u.company_id = target and u.id = person for update;
  if person = awaited_administrator(target) then
    delete from invitations i where i.company_id = target and i.user_id = person;
    insert into invitations (company_id, token_hash, user_id, expires_at) values (target, link_hash, person, until);
    insert into security_events (company_id, kind, user_id, details)
      select target, 'user-invited', person, jsonb_build_object('email', u.email) from users u where u.company_id = target and u.id = person;
    told := (select until at time zone c.time_zone from companies c where c.company_id = target);
  end if;
  perform set_config('app.company_id', asking::text, true);
  return told;
end $$;

revoke execute on function awaited_administrator(int), operator_awaited(int, text, int),
  operator_invite(int, text, int, int, text, int) from public;
grant execute on function awaited_administrator(int), operator_awaited(int, text, int),
  operator_invite(int, text, int, int, text, int) to sadok_app;
