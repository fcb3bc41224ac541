-- What goods are worth follows from what came into warehouses, and at what price. An entry that brings something keeps the price of its line,
-- kopecks a unit, and whether it only came from another warehouse: to look both up for every receipt of two thousand goods took longer than
-- all the rest.
-- the owner is bound by the policies too, and has no company here
alter table stock_entries no force row level security;
alter table operations no force row level security;
alter table operation_lines no force row level security;
alter table stock_entries
  add column price bigint,
  add column moved boolean;
update stock_entries e set moved = o.kind in ('good_move', 'workshop_good_move'), price = (
  select l.price from operation_lines l
  where l.company_id = e.company_id and l.operation_id = e.operation_id and l.line = e.line)
from operations o
where e.amount > 0 and o.company_id = e.company_id and o.id = e.operation_id;
alter table stock_entries force row level security;
alter table operations force row level security;
alter table operation_lines force row level security;

drop index stock_entries_entering;
create index stock_entries_entering on stock_entries (company_id, good_id, at, operation_id, line) include (amount, price, moved)
  where amount > 0;

-- A version that knows nothing of this does not say whether it moved: it is told from the document, until that version is gone.
create function stock_entry_entered() returns trigger language plpgsql as $$
begin
  select o.kind in ('good_move', 'workshop_good_move'), l.price into new.moved, new.price
  from operations o
  left join operation_lines l on l.company_id = o.company_id and l.operation_id = o.id and l.line = new.line
  where o.company_id = new.company_id and o.id = new.operation_id;
  return new;
end $$;
create trigger stock_entry_entered before insert on stock_entries for each row
  when (new.amount > 0 and new.moved is null) execute function stock_entry_entered();
