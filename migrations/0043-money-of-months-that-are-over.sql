-- Kinds whose documents have lines keep what stands under their own columns of the journal too: money, with VAT. It goes when a line changes.
alter table month_sums add column own jsonb;

create function month_of_lines_changed() returns trigger language plpgsql as $$
declare
  company int;
begin
  -- lines that go with a document without any fire it too
  if not exists (select from changed) then return null; end if;
  if coalesce(current_setting('app.company_id', true), '') = '' then
    perform set_config('app.company_id', (select min(company_id) from changed)::text, true);
  end if;
  select min(l.company_id) into company from changed l
    join operations o on o.company_id = l.company_id and o.id = l.operation_id
    where o.at < date_trunc('month', now() at time zone 'UTC');
  if company is null then return null; end if;
  perform pg_advisory_xact_lock_shared(42, company);
  delete from month_sums m using changed l join operations o on o.company_id = l.company_id and o.id = l.operation_id
    where m.company_id = o.company_id and m.kind = o.kind and m.month = date_trunc('month', o.at)::date;
  return null;
end $$;

-- Lines that go with their document need nobody: it takes its month away itself.
create trigger month_of_lines_began after insert on operation_lines referencing new table as changed
  for each statement execute function month_of_lines_changed();
create trigger month_of_lines_moved after update on operation_lines referencing new table as changed
  for each statement execute function month_of_lines_changed();
create trigger month_of_lines_went after delete on operation_lines referencing old table as changed
  for each statement execute function month_of_lines_changed();

-- The rate of VAT is among the other facts of a document.
create or replace trigger month_of_operation_changed after update on operations for each row
  when (least(old.at, new.at) < date_trunc('month', now() at time zone 'UTC')
    and (old.kind, old.at, old.cage_id, old.count, old.weight, old.volume, old.extra)
      is distinct from (new.kind, new.at, new.cage_id, new.count, new.weight, new.volume, new.extra))
  execute function month_of_operation_changed();
