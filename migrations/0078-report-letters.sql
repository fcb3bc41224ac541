-- A saved view that is sent by itself: when, to whom, and what came of each letter.
create table report_letters (
  company_id int not null references companies,
  view_id int not null,
  -- who ordered it
  user_id int,
  every text not null check (every in ('day', 'week', 'month')),
  -- of the week, Monday is 1, or of the month: the last one of a shorter month
  day smallint not null check (day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  -- of the links
  origin text not null,
  -- farm wall clock: only what is due later is sent
  since timestamp not null,
  primary key (company_id, view_id),
  foreign key (company_id, view_id) references report_views on delete cascade,
  foreign key (company_id, user_id) references users on delete set null (user_id)
);
select protect_tenant('report_letters');

create table report_letter_readers (
  company_id int not null references companies,
  view_id int not null,
  user_id int not null,
  -- farm wall clock: they get what is due later
  since timestamp not null,
  -- they no longer want it
  declined_at timestamptz,
  primary key (company_id, view_id, user_id),
  foreign key (company_id, view_id) references report_letters on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index on report_letter_readers (company_id, user_id);
select protect_tenant('report_letter_readers');

-- One letter to one person for one moment: the key is why none is sent twice.
create table report_letter_sends (
  company_id int not null references companies,
  view_id int not null,
  user_id int not null,
  -- farm wall clock
  due timestamp not null,
  -- of the link
  origin text not null,
  ordered_at timestamptz not null default now(),
  -- it is with the other letters
  posted_at timestamptz,
  letter_id int,
  -- why it was not made: a phrase
  fault jsonb,
  primary key (company_id, view_id, user_id, due),
  foreign key (company_id, view_id) references report_views on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index on report_letter_sends (company_id, ordered_at);
select protect_tenant('report_letter_sends');

select pgboss.create_queue('report-letters', '{"policy": "short", "retryLimit": 2, "retryDelay": 60, "expireInSeconds": 600}');
select pgboss.create_queue('report-letter', '{"policy": "standard", "retryLimit": 5, "retryDelay": 60, "retryBackoff": true, "expireInSeconds": 600}');
