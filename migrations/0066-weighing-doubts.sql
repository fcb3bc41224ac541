-- How well the weight of each cage was known when a job looked: the bell tells which to weigh. Percent in millionths, mass in milligrams.
create table weighing_doubts (
  company_id int not null references companies,
  cage_id int not null,
  day date not null,
  place int not null,
  percent int not null,
  mass bigint not null,
  primary key (company_id, cage_id),
  foreign key (company_id, cage_id) references cages on delete cascade
);
select protect_tenant('weighing_doubts');
select pgboss.create_queue('weighing-doubts', '{"policy": "short", "retryLimit": 2, "retryDelay": 600, "expireInSeconds": 3600}');

-- Version of norms → the feed that it is of, as it was called when a recalculation left that version.
alter table growth_recalculations add column feeds jsonb not null default '{}';
