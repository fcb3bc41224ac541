import { sql } from 'kysely'
import { say } from '../../shared/say'
import { fieldErrors, forbidden, notFound } from '../../server/errors'
import { route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { cageCalls } from './cage.contract'
import { readCages } from './cage-rows.server'

interface CageLocation {
  id: number
  location_id: number
  number: string
  x: number
  y: number
}

/** Stores new places of cages in one statement, audited cage by cage. */
export const saveMoves = route(cageCalls.moves, async ({ list }, context) => {
  const { tx, company, user, audit, changed } = context
  const wanted = new Map(list.map((move) => [move.id, move]))
  if (wanted.size < list.length) throw fieldErrors({ list: 'Садок назван дважды' })
  const ids = [...wanted.keys()]
  const stored = await tx.rows<CageLocation>(sql`
    select id, location_id, number, x, y from cages where company_id = ${company.id} and id = any(${ids}::int[])
    order by id for update`)
  if (stored.length < ids.length) {
    const known = new Set(stored.map(({ id }) => id))
    const gone = list.find(({ id }) => !known.has(id))!
    throw notFound(
      say('Садок {{number}} не найден: возможно, его удалили.', { number: gone.number ?? String(gone.id) }),
    )
  }
  if (stored.some(({ location_id }) => !scope(user).opensModule(location_id))) throw forbidden()
  const moved = stored.filter(({ id, x, y }) => wanted.get(id)!.x !== x || wanted.get(id)!.y !== y)
  await tx.run(sql`
    update cages c set x = m.x, y = m.y
    from unnest(${moved.map(({ id }) => id)}::int[], ${moved.map(({ id }) => wanted.get(id)!.x)}::float8[],
      ${moved.map(({ id }) => wanted.get(id)!.y)}::float8[]) m (id, x, y)
    where c.company_id = ${company.id} and c.id = m.id`)
  for (const { id, x, y } of moved) {
    const to = wanted.get(id)!
    audit({ action: 'update', entity: 'cage', id, before: { x, y }, after: { x: to.x, y: to.y } })
  }
  if (moved.length > 0) changed('places')
  return readCages(context, { ids })
})
