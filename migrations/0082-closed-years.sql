-- Years whose annual report somebody closed: a mark with the digest of its numbers, which forbids nothing.
create table closed_years (
  company_id int not null references companies,
  year smallint not null,
  closed_at timestamptz not null default now(),
  -- null when they were deleted
  user_id int,
  -- SHA-256 of the numbers as they were
  digest text not null,
  primary key (company_id, year),
  foreign key (company_id, user_id) references users on delete set null (user_id)
);
select protect_tenant('closed_years');
