-- A group may hold a thousand million fish and nine million tonnes, so that each of its numbers is read exactly. Entries beyond it, written
-- before the ledger knew the bound, stay until their operations are corrected; the bound holds for everything written from now on.
alter table fish_entries
  add constraint fish_entries_bounded check (count_after <= 1000000000 and mass_after <= 9000000000000000) not valid;

do $$
begin
  alter table fish_entries validate constraint fish_entries_bounded;
exception when check_violation then
  raise warning 'some entries hold more fish or mass than a group may; npm run check:ledger names them';
end $$;
