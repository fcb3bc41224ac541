-- What is no longer used but named by documents cannot be deleted: it goes into an archive, is offered nowhere and shown where it stands.
-- Items have had this since 0004.
alter table species add column archived_at timestamptz;
alter table generations add column archived_at timestamptz;
alter table age_categories add column archived_at timestamptz;
alter table stocks add column archived_at timestamptz;
alter table goods add column archived_at timestamptz;
alter table counterparties add column archived_at timestamptz;
alter table employees add column archived_at timestamptz;
