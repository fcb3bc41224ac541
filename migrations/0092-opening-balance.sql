-- What warehouses lack for a past is received on its first day, where somebody wants it.
alter table imports add column opening boolean not null default false;
