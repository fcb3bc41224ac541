-- What the fish of a month were given, by good, and what its sold fish had cost stand apart from what fish cost at its end: most who read a month ask
-- for neither, and on a farm of many feeds they are most of it. As texts that only the code reads.
alter table fish_cost_months
  -- good, amount and kopecks of each, of all fish
  add column goods text,
  -- groups, and the same of each of them
  add column group_ids int[],
  add column group_goods text[],
  -- withdrawals and kopecks
  add column sold text;
