-- Which device entered a document, and which documents do the same thing, entered by devices that could not know of
-- each other. A pair stands in both orders, so that a document finds its own by the key.
alter table operations add column device uuid;

create table operation_twins (
  company_id int not null references companies,
  operation_id bigint not null,
  twin_id bigint not null check (twin_id <> operation_id),
  noted_at timestamptz not null default now(),
  primary key (company_id, operation_id, twin_id),
  foreign key (company_id, operation_id) references operations on delete cascade,
  foreign key (company_id, twin_id) references operations on delete cascade
);
create index operation_twins_of on operation_twins (company_id, twin_id);
select protect_tenant('operation_twins');
