/** Does a recalculation that was ordered, whole or not at all: run again, it finds that nothing waits. */
import { sql } from 'kysely'
import { applyTerms, digestOf, storedTerms, type TermsChange } from '../../../core/documents/growth/terms.server'
import { dayOf, daysBetween } from '../../../shared/dates'
import type { Tx } from '../../../server/db/client'
import { readCompany } from '../../../server/db/companies'
import { CallError, conflict } from '../../../server/errors'
import type { Job, Progress } from '../../../server/jobs/job'
import type { Limits } from '../../../server/scope'
import { changesIn, folded } from './growth-changes.server'

interface Ordered extends Limits {
  start: string
  end: string
  cages: number[]
  digest: string
  user_id: number | null
}

/** Locked, so that of two processes one does it. */
const readOrdered = (tx: Tx, company: number, id: number) =>
  tx.maybe<Ordered>(sql`
    select r.first_day as start, r.last_day as end, r.cage_ids as cages, r.digest, r.user_id, u.location_ids,
      u.stock_ids
    from growth_recalculations r left join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.company_id = ${company} and r.id = ${id} and r.state = 'waiting' for update of r`)

function store(tx: Tx, company: number, id: number, { start, end, user_id }: Ordered, changes: readonly TermsChange[]) {
  const cages = new Set(changes.map(({ before }) => before.cage_id)).size
  const list = (side: keyof TermsChange) => JSON.stringify(changes.map((one) => storedTerms(one[side].id, one[side])))
  const versions = [...new Set(changes.flatMap(({ before }) => before.norm_version_id ?? []))]
  tx.later(sql`
    update growth_recalculations set feeds = coalesce((
      select jsonb_object_agg(n.id, g.name) from norm_versions n
      join goods g on g.company_id = ${company} and g.id = n.good_id
      where n.company_id = ${company} and n.id = any(${versions}::int[])), '{}')
    where company_id = ${company} and id = ${id}`)
  tx.later(sql`
    update growth_recalculations set state = 'done', cages = ${cages}, before = ${list('before')}::jsonb,
      after = ${list('after')}::jsonb, at = now()
    where company_id = ${company} and id = ${id}`)
  const summary = JSON.stringify({ start, end, cages, feedings: changes.length })
  tx.later(sql`
    insert into audit_log (company_id, user_id, action, entity, entity_id, after)
    values (${company}, ${user_id}, 'create', 'growth', ${id}, ${summary}::jsonb)`)
}

const MEANWHILE = 'С тех пор изменились нормы, замеры или кормления. Посмотрите ещё раз, что изменится.'

/** Feedings are folded in the order of time, so what is done is days; nobody thinks in feedings of a whole farm. */
function byDays({ start, end }: Ordered, changes: readonly TermsChange[], progress: Progress): Progress {
  const days = changes.map(({ after }) => dayOf(after.at)).sort()
  const total = daysBetween(start, end) + 1
  progress(0, total)
  return (done) => progress(done > 0 ? daysBetween(start, days[done - 1]!) + 1 : 0, total)
}

/** Throws why it cannot be done; nothing is stored then. */
async function recalculate(tx: Tx, company: number, id: number, progress: Progress): Promise<void> {
  const ordered = await readOrdered(tx, company, id)
  if (!ordered) return
  const growing = { tx, company: await readCompany(tx, company), user: ordered }
  const { changes } = await changesIn(growing, ordered, { locked: true })
  if (digestOf(changes) !== ordered.digest) throw conflict(MEANWHILE)
  await folded(growing, applyTerms(tx, company, changes, byDays(ordered, changes, progress)))
  store(tx, company, id, ordered, changes)
}

const refuse = (tx: Tx, company: number, id: number, { text }: CallError) =>
  tx.run(sql`
    update growth_recalculations set state = 'refused', refusal = ${JSON.stringify(text)}::jsonb
    where company_id = ${company} and id = ${id} and state = 'waiting'`)

export const growthJob: Job = {
  name: 'growth',
  title: 'Пересчёт прироста',
  run: async ({ database, publish, progress }, { company, input }) => {
    const { id } = input as { id: number }
    await database
      .transaction(company, (tx) => recalculate(tx, company, id, progress), { slow: true })
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
        return database.transaction(company, (tx) => refuse(tx, company, id, error))
      })
    publish(company, ['fish'])
  },
}
