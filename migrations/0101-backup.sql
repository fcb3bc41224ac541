-- A copy of the whole database: two hours, because another one may be made on a slow disk; a day without one is made up for at the start.
select pgboss.create_queue('backup', '{"policy": "short", "retryLimit": 3, "retryDelay": 600, "expireInSeconds": 7200}');
