-- A connection that plans a lookup while its table is empty takes any index that begins with the company, and keeps to it: a retry key
-- was then looked for among all that were kept. These begin with what they are for.
drop index idempotency_keys_company_id_created_at_idx;
create index idempotency_keys_by_age on idempotency_keys (created_at);
drop index sessions_company_id_user_id_idx;
create index sessions_by_user on sessions (user_id);
