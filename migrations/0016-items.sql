-- What was done to an item beside moving and refilling it, an overhaul or a check, is a document too: its line says so, and the history of an
-- item is read from its lines alone.
alter table operation_lines
  drop constraint operation_lines_role_check,
  add constraint operation_lines_role_check
    check (role in ('in', 'out', 'made', 'consumed', 'refill', 'tied', 'untied', 'serviced'));
