-- Modules without cages, and what is no longer measured, go into the archive as the other lists do.

alter table locations add column archived_at timestamptz;
alter table measure_parameters add column archived_at timestamptz;
