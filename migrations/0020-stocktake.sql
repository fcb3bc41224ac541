-- A stocktake says how much there is: its entry keeps what was counted, and its amount is the difference to what the ledger had just before.
alter table stock_entries add column counted bigint check (counted >= 0);
create index stock_entries_counted on stock_entries (company_id, good_id, stock_id, at, operation_id) where counted is not null;

alter table operation_lines
  drop constraint operation_lines_role_check,
  add constraint operation_lines_role_check
    check (role in ('in', 'out', 'made', 'consumed', 'refill', 'tied', 'untied', 'serviced', 'counted')),
  drop constraint operation_lines_amount_check,
  add constraint operation_lines_amount_check check (amount > 0 or amount = 0 and role = 'counted');
