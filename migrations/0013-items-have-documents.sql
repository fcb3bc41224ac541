-- What happens to an item, its coming into a warehouse and the tying of a net, is a document like any other: a row of operations with a line.
-- The cage of a tying stands in the line, so that it neither joins the history of the cage nor keeps the cage from being deleted.

-- The owner is bound by the policies too, and has no company here: they are lifted from it for what follows.
alter table cages no force row level security;
alter table operations no force row level security;
alter table operation_lines no force row level security;
alter table item_entries no force row level security;

alter table operation_lines
  add column cage_id int,
  add foreign key (company_id, cage_id) references cages on delete set null (cage_id),
  drop constraint operation_lines_role_check,
  add constraint operation_lines_role_check
    check (role in ('in', 'out', 'made', 'consumed', 'refill', 'tied', 'untied'));
create index operation_lines_by_cage on operation_lines (company_id, cage_id) where cage_id is not null;

-- The order of ids is the order of what came in one minute.
with entries as (
  select e.*, nextval('operations_id_seq') as operation_id from (select * from item_entries order by company_id, id) e
), documents as (
  insert into operations (company_id, id, kind, at, moves_fish, note, user_id, created_at)
  select company_id, operation_id, case kind when 'adding' then 'item_adding' else 'tying' end, at, false, note, user_id, created_at
  from entries
)
insert into operation_lines (company_id, operation_id, line, role, item_id, stock_id, cage_id, amount)
select company_id, operation_id, 0, case kind when 'adding' then 'in' when 'tying' then 'tied' else 'untied' end, item_id, stock_id,
  cage_id, 1000000
from entries;

drop table item_entries;

alter table cages force row level security;
alter table operations force row level security;
alter table operation_lines force row level security;
