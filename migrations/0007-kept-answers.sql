-- A kept answer of a few kilobytes was packed in the midst of a write, to be dropped a month later.
alter table idempotency_keys set (toast_tuple_target = 8160);
