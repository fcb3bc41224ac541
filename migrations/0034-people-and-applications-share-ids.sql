-- An id names either a person or an application outside, never both: a program that deletes the one must not reach the other. Both take theirs
-- from one sequence. An application that has the number of a person of its farm gets another, wherever it is named.

-- The owner is bound by the policies too, and has no company here.
alter table users no force row level security;
alter table external_users no force row level security;
alter table measurements no force row level security;
alter table audit_log no force row level security;
alter table security_events no force row level security;

select setval('users_id_seq', greatest((select last_value from users_id_seq), (select max(id) from external_users)));

with renumbered as materialized (
  select e.company_id, e.id as before, nextval('users_id_seq')::int as after
  from external_users e join users u on u.company_id = e.company_id and u.id = e.id
), readings as (
  update measurements m set external_user_id = r.after
  from renumbered r where m.company_id = r.company_id and m.external_user_id = r.before
), audited as (
  update audit_log a set entity_id = r.after
  from renumbered r where a.company_id = r.company_id and a.entity = 'external_user' and a.entity_id = r.before
), noted as (
  update security_events s set details = jsonb_set(details, '{id}', to_jsonb(r.after))
  from renumbered r where s.company_id = r.company_id and s.kind like 'token-%' and s.details -> 'id' = to_jsonb(r.before)
)
update external_users e set id = r.after from renumbered r where e.company_id = r.company_id and e.id = r.before;

alter table external_users alter column id drop identity;
alter table external_users alter column id set default nextval('users_id_seq');

alter table users force row level security;
alter table external_users force row level security;
alter table measurements force row level security;
alter table audit_log force row level security;
alter table security_events force row level security;
