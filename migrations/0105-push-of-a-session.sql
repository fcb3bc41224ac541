-- A browser is told of alarms for as long as its session lasts: whoever signed out on it is told nothing there. Of the
-- browsers known so far nobody knows the session; they subscribe anew.
truncate push_devices;
alter table push_devices drop column user_id, add column session_id int not null,
  add foreign key (company_id, session_id) references sessions (company_id, id) on delete cascade;
create index push_devices_by_session on push_devices (company_id, session_id);
