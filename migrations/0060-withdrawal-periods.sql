-- How long fish may not be sold after a treatment with a medicine: whole days, whole degree-days. The later counts.
alter table goods add column withdrawal_days int;
alter table goods add column withdrawal_degree_days int;
