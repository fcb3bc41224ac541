-- A page of the audit journal, and how many lines there are, whatever it is filtered by: one walk along the index.
create index audit_log_by_time on audit_log (company_id, at desc, id desc) include (user_id, entity, action, entity_id);
