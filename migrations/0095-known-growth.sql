-- What a feeding of a past is known to have grown its fish by, mg: a book has it, and no norm of this farm says it.
alter table operations add column gain bigint check (gain >= 0);
