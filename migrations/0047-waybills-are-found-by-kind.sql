-- The index of operations by kind is what a search of waybills uses: another one only costs writes.
drop index operations_waybill;
