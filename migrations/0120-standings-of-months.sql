-- How each good stood at the end of a month that is kept: what had come of it with its cost, and what was left of that with its worth. Made by the job
-- that keeps the amounts, after them; a text a good, which only the code reads. It goes with its row.
alter table stock_months add column standings text[];
