-- A new farm has a week before those who can open other accounts need a second factor. Null: what its settings say holds already.
alter table companies add column factor_from date;
