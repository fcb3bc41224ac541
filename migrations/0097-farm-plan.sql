-- What a farm means to reach, month by month; a measure without a row is not planned.
create table farm_plan (
  company_id int not null references companies,
  -- its first day
  month date not null check (extract(day from month) = 1),
  measure text not null,
  -- millionths of a kilogram, a piece or a rouble
  value bigint not null check (value >= 0),
  primary key (company_id, month, measure)
);
select protect_tenant('farm_plan');
