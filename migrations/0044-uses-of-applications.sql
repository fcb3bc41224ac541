-- How often an application outside came on a day of the farm, and for what.
create table external_uses (
  company_id int not null,
  external_user_id int not null,
  day date not null,
  use text not null check (use in ('readings', 'export')),
  calls int not null check (calls > 0),
  primary key (company_id, external_user_id, day, use),
  foreign key (company_id, external_user_id) references external_users on delete cascade
);
select protect_tenant('external_uses');
