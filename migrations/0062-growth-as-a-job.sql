-- «Пересчитать прирост» is ordered by a call and done by a job: what stands here of the version before is done. Of a farm one
-- goes at a time. `refusal` is a phrase, told to whoever looks.
alter table growth_recalculations
  add column state text not null default 'done' check (state in ('waiting', 'done', 'refused')),
  add column cage_ids int[],
  add column digest text,
  add column refusal jsonb;
select pgboss.create_queue('growth', '{"policy": "standard", "retryLimit": 3, "retryDelay": 5, "expireInSeconds": 600}');
