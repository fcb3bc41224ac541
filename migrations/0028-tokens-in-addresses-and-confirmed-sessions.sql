-- Addresses are kept in histories and logs, so a token comes in one only where an administrator allows it. The applications there are go on as
-- they do; the default of those that are there differs from that of new ones, because row-level security hides rows from an update here.
alter table external_users add column token_in_address boolean not null default true;
alter table external_users alter column token_in_address set default false;

-- When the person of a session last typed their password in it. What is open already has not asked for it lately.
alter table sessions add column confirmed_at timestamptz;
alter table sessions alter column confirmed_at set default now();
