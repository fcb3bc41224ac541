-- Told again while it goes on and nobody has acknowledged it; null is once.
alter table alarm_rules add column repeat_hours int check (repeat_hours between 1 and 168);
-- 0 is the first time
alter table alarm_tells add column turn int not null default 0, drop constraint alarm_tells_pkey,
  add primary key (company_id, alarm_id, state, user_id, channel, turn);
-- Warehouses all of which have to be open to whoever sees it, where there is more than the one it is named by.
alter table alarms add column stock_ids int[];

select pgboss.create_queue('alarm-look', '{"policy": "standard", "retryLimit": 1, "retryDelay": 60, "expireInSeconds": 600}');
