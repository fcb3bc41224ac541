-- Letters of saved reports are counted as those of invitations are, of all processes together: so many a day of the farm, few while it is
-- young, and of one address whoever sends them. A letter that may not leave is counted nowhere, so that asking again takes nothing from others.
create function may_send_report(company int, address text) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
declare
  young boolean := (select created_at > now() - interval '7 days' from companies where company_id = company);
  most int := case when young then 10 else 500 end;
  of_farm text := 'reports of company ' || company;
  of_address text := 'report to ' || address;
  may boolean;
begin
  perform set_config('app.company_id', '0', true);
  may := not exists (
      select from guesses
      where last_at > clock_timestamp() - interval '1 day'
        and ((key = of_farm and failures >= most) or (key = of_address and failures >= 20)))
    and count_request(of_farm, most, interval '1 day')
    and count_request(of_address, 20, interval '1 day');
  perform set_config('app.company_id', company::text, true);
  return may;
end $$;
