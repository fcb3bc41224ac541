-- A waybill is looked for by any part of its number, over all years: only the few documents that have one are read.
create index operations_waybill on operations (company_id, (extra ->> 'waybill_number'))
  where extra ->> 'waybill_number' is not null;
