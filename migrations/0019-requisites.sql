-- What printed papers say of a counterparty: its tax number, the code of why it pays there, and where it is.
alter table counterparties
  add column inn text,
  add column kpp text,
  add column address text;
