-- How a feeding is divided between groups of fish by their biomass: each takes its share of what is left, rounded half up, so the shares add up.
-- It is the rule by which the ledger divides growth (`grow` of shared/ledger/fold.ts). Where nothing swims all of it is nobody's: one share, of no group.
create function feed_shares(volume bigint, masses bigint[]) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  rest numeric := volume;
  biomass numeric := (select sum(mass) from unnest(masses) as mass);
  share numeric;
  shares bigint[] := '{}';
  mass bigint;
begin
  if coalesce(biomass, 0) = 0 then return array_fill(0::bigint, array[cardinality(masses)]) || volume; end if;
  foreach mass in array masses loop
    share := case when mass = 0 then 0 else div(2 * rest * mass + biomass, 2 * biomass) end;
    shares := shares || share::bigint;
    rest := rest - share;
    biomass := biomass - mass;
  end loop;
  return shares;
end $$;

-- Reports add up years of feed by feed, and of withdrawals by reason, without the rows.
drop index operations_by_kind;
create index operations_by_kind on operations (company_id, kind, at, id)
  include (count, weight, volume, user_id, cage_id, to_cage_id, good_id, reason);
