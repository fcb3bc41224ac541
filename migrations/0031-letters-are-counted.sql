-- Letters that a farm sends to addresses of its choice are counted, of all processes together: so many a day of the farm, fewer while it is
-- young, and a few to one address whoever sends them. Counters are seen before a company is known alone, so this steps out of it and back.
create function count_request(counted text, most int, span interval) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
declare
  made int;
begin
  insert into guesses as known (key, failures, last_at) values (counted, 1, clock_timestamp())
  on conflict (key) do update set
    failures = case when known.last_at > clock_timestamp() - span then known.failures + 1 else 1 end,
    last_at = case when known.last_at > clock_timestamp() - span then known.last_at else clock_timestamp() end
  returning failures into made;
  return made <= most;
end $$;

create function may_send_letter(company int, address text) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
declare
  young boolean := (select created_at > now() - interval '7 days' from companies where company_id = company);
  may boolean;
begin
  perform set_config('app.company_id', '0', true);
  may := count_request('letters of company ' || company, case when young then 10 else 50 end, interval '1 day')
    and count_request('letter to ' || address, 3, interval '1 day');
  perform set_config('app.company_id', company::text, true);
  return may;
end $$;
