-- Who was invited has an account without a password until they choose one.
alter table users alter column password_hash drop not null;

create table invitations (
  company_id int not null references companies,
  token_hash text not null,
  user_id int not null,
  expires_at timestamptz not null,
  primary key (company_id, token_hash),
  -- the newest takes the place of the one before
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
select protect_tenant('invitations');

-- When someone last recorded anything, and whether they ever did.
create index operations_by_user on operations (company_id, user_id, at) where user_id is not null;
