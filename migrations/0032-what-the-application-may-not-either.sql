-- Who operates the installation is said by its owner alone, on the command line. A column that comes later is granted by its migration.
do $$
declare
  names text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attname <> 'is_operator');
begin
  execute 'revoke insert, update on users from sadok_app';
  execute format('grant insert (%1$s), update (%1$s) on users to sadok_app', names);
end $$;

-- What is on record of the last year stays, but for a company that its operator removes: that function runs as the owner.
create policy only_of_long_ago on security_events as restrictive for delete
  using (current_user <> 'sadok_app' or at < now() - interval '1 year');
