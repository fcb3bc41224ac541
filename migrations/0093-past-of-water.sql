-- Readings of water that a past brought carry where they stood, as its operations do.
alter table measurements add column import_id int, add column source_row text;
create index measurements_imported on measurements (company_id, import_id) where import_id is not null;
-- A running balance in a book says otherwise than the ledger.
alter table import_rows add column differs boolean not null default false;
alter table imports no force row level security;
update imports set
  sheets = (
    select coalesce(jsonb_agg('{"readings": [], "cage": null, "opening": false}' || s.sheet order by s.place), '[]')
    from jsonb_array_elements(sheets) with ordinality as s (sheet, place)),
  outcome = case when outcome ? 'counts' then jsonb_set(outcome, '{counts,differs}', '0') else outcome end;
alter table imports force row level security;
