-- The forecast asks which days of a cage were fed without growth in the book: of a farm where feed grows fish, none.
create index operations_fed_plain on operations (company_id, cage_id, at)
  where kind = 'feeding' and norm_version_id is null;
