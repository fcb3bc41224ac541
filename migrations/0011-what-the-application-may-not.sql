-- What is on record of a change stays as it was written.
revoke update, delete on audit_log from sadok_app;

-- Addresses that someone tried to sign in with are nobody's business inside a company: attempts are counted before one is known. An
-- application outside is counted in its company, and sees its own counter.
alter table guesses enable row level security;
alter table guesses force row level security;
create policy before_sign_in on guesses using (
  current_setting('app.company_id', true) = '0' or starts_with(key, 'outside ' || current_setting('app.company_id', true) || '.'));

-- What nobody counts any more is found by its age.
create index guesses_by_age on guesses (last_at);
