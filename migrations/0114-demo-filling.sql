-- There while the demo farm is being filled beside the calls: a farm that registers meanwhile makes the database no
-- empty one, and a filling that was killed begins again at the next start.
create table demo_filling (
  one boolean primary key default true check (one)
);
revoke all on demo_filling from sadok_app;
