/** A notice of the bell: the average weight of fish has left the age category that they are in. */
import { sql } from 'kysely'
import { categoryByWeight, type WeightCategory } from '../../../../shared/fish/category-by-weight'
import { groupBy } from '../../../../shared/collections'
import { addDays, dayOf } from '../../../../shared/dates'
import { hrefOf } from '../../../../shared/pages'
import { say } from '../../../../shared/say'
import type { Context } from '../../../../server/http/route'
import { type NoticeSource, TOLD_DAYS } from '../../../../server/notices/notices'
import { scope } from '../../../../server/scope'

interface Outgrown {
  cage_id: number
  number: string
  category: number
  count: number
  mass: number
  /** since which day the average is outside */
  day: string
}

type Category = WeightCategory & { name: string }

/** So many cages are named, and so many does the address of the page hold. */
const NAMED = 5
const PICKED = 100

const readCategories = ({ tx, company }: Context) =>
  tx.rows<Category>(sql`
    select id, name, avg_weight_from as "from", avg_weight_to as "to", archived_at is not null as archived
    from age_categories where company_id = ${company.id}`)

/** The average of an entry, which has fish, is outside the range of the category `a`. */
const outside = (entry: string) => {
  const [count, mass] = [sql.ref(`${entry}.count_after`), sql.ref(`${entry}.mass_after`)]
  return sql`(coalesce(${mass} < a.avg_weight_from * ${count}, false)
        or coalesce(${mass} >= a.avg_weight_to * ${count}, false))`
}

/**
 * Fish that are outside since one of the last days, of generations that are in one category of their cage: the days
 * between are walked only for what is outside now.
 */
const readOutgrown = ({ tx, company, user }: Context, since: string) =>
  tx.rows<Outgrown>(sql`
    select g.cage_id, c.number, g.age_category_id as category, e.count_after as count, e.mass_after as mass,
      crossed.at::date::text as day
    from fish_groups g
    join cages c on c.company_id = ${company.id} and c.id = g.cage_id ${scope(user).modules('c.location_id')}
    join age_categories a on a.company_id = ${company.id} and a.id = g.age_category_id
    cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id order by at desc, operation_id desc limit 1
    ) e
    left join lateral (
      select x.at, x.operation_id from (
        (select at, operation_id, count_after, mass_after from fish_entries
        where company_id = ${company.id} and group_id = g.id and at >= ${since}::timestamp)
        union all
        (select at, operation_id, count_after, mass_after from fish_entries
        where company_id = ${company.id} and group_id = g.id and at < ${since}::timestamp
        order by at desc, operation_id desc limit 1)
      ) x
      where x.count_after = 0 or not ${outside('x')} order by x.at desc, x.operation_id desc limit 1
    ) inside on true
    cross join lateral (
      select min(at) as at from fish_entries
      where company_id = ${company.id} and group_id = g.id and at >= ${since}::timestamp
        and (inside.at is null or (at, operation_id) > (inside.at, inside.operation_id))
    ) crossed
    where g.company_id = ${company.id} and g.closed_at is null and e.count_after > 0 and ${outside('e')}
      and (inside.at is not null or g.first_at >= ${since}::timestamp)
      and not exists (
        select from fish_groups other
        where other.company_id = ${company.id} and other.cage_id = g.cage_id
          and other.generation_id = g.generation_id and other.id <> g.id and other.first_at is not null
          and other.closed_at is null)
    order by length(c.number), c.number, c.id`)

function messageOf(category: string, numbers: string[]) {
  const named = { category, cages: numbers.slice(0, NAMED).join(', ') }
  if (numbers.length === 1) return say('По навеске это «{{category}}»: садок {{cages}}', named)
  return numbers.length > NAMED
    ? say('По навеске это «{{category}}»: садки {{cages}} и ещё {{rest}}', { ...named, rest: numbers.length - NAMED })
    : say('По навеске это «{{category}}»: садки {{cages}}', named)
}

async function readMoves(context: Context) {
  if (!context.company.settings['age-categories-by-weight']) return []
  const [categories, outgrown] = await Promise.all([
    readCategories(context),
    readOutgrown(context, addDays(dayOf(context.company.now), -TOLD_DAYS)),
  ])
  const moves = outgrown.flatMap((fish) => {
    const to = categoryByWeight(fish, categories)
    return to === null ? [] : [{ ...fish, to }]
  })
  const named = (id: number) => categories.find((category) => category.id === id)!.name
  return [...groupBy(moves, ({ day, to }) => `${day}.${to}`)].map(([key, rows]) => ({ key, rows, ...rows[0]!, named }))
}

export const outgrownCategories: NoticeSource = {
  kind: 'category-by-weight',
  ability: 'create corrections',
  read: async (context) =>
    (await readMoves(context)).map(({ key, rows, day, to, named }) => ({
      key,
      at: day,
      message: messageOf(named(to), [...new Set(rows.map(({ number }) => number))]),
      href: hrefOf('farm', {
        locationId: -1,
        cagesId: [...new Set(rows.map(({ cage_id }) => cage_id))].slice(0, PICKED),
      }),
    })),
}
