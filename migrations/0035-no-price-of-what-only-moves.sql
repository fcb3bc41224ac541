-- A move and a write-off have no price. One that was given with them stood in their lines, and that of a move was taken for
-- the price of a receipt.

-- The owner is bound by the policies too, and has no company here: they are lifted from it for what follows.
alter table operations no force row level security;
alter table operation_lines no force row level security;

update operation_lines l set price = null from operations o
where o.company_id = l.company_id and o.id = l.operation_id and l.price is not null
  and o.kind in ('good_move', 'good_subtracting', 'workshop_good_move', 'workshop_good_subtracting');

alter table operations force row level security;
alter table operation_lines force row level security;
