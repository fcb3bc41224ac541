-- The last operation of each kind in a cage. Feedings and losses are daily: the index by cage and time finds them at once. The others may
-- lie years back, or nowhere, and only they pay for this index.
create index operations_seldom on operations (company_id, cage_id, kind, at, id) where kind not in ('feeding', 'retreat');
