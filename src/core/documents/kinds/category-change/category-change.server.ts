/** All fish of a generation in a cage take another age category from a moment on: an operation without a journal. */
import { sql } from 'kysely'
import { recast, isRefusal } from '../../../../server/db/ledger/fish-ledger'
import type { Effect } from '../../../../server/db/ledger/fold'
import { type LedgerRow, unstored } from '../../../../server/db/ledger/entries'
import { fieldErrors, notFound } from '../../../../server/errors'
import { route } from '../../../../server/http/route'
import type { CurrentCompany } from '../../../../server/session'
import { checkInstant } from '../../../../server/period'
import { cageCalls } from '../../../cages/cage.contract'
import { readCages } from '../../../cages/cage-rows.server'
import { openTo, requireCages } from '../../../cages/cages.server'
import { type Document, EMPTY, insertDocuments } from '../../engine/document.server'
import { groupOf } from '../../engine/journal.server'
import type { JournalRow } from '../../engine/journal-row.server'
import type { Registry } from '../../engine/posting.server'
import { fishRefusal } from '../../engine/rules.server'

export const categoryChange = {
  kind: 'category_change',
  noun: 'смена категории',
  effect: (row: LedgerRow): Effect => ({
    type: 'recategorize',
    cage: row.cage_id!,
    generation: row.generation_id!,
    category: row.age_category_id!,
  }),
  row: (row: JournalRow) => ({
    cage_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...groupOf(row),
  }),
}

/** The given moment, now without one. */
function momentOf(company: CurrentCompany, date: string | null, time: string | null): string {
  if (date === null && time === null) return company.now
  if (date === null) throw fieldErrors({ date: 'Введите дату, например 20.11.2026' })
  if (time === null) throw fieldErrors({ time: 'Введите время, например 08:30' })
  checkInstant(company, `${date}T${time}`)
  return `${date}T${time}`
}

export const categoryRoute = (registry: Registry) =>
  route(cageCalls.changeCategory, async ({ cageId, generationId, category_id, date, time }, context) => {
    const { tx, company, user, audit, changed } = context
    const at = momentOf(company, date, time)
    const [cages, known] = await Promise.all([
      requireCages(context, [cageId]),
      tx.maybe(sql`select 1 from age_categories where company_id = ${company.id} and id = ${category_id}`),
    ])
    if (!cages.has(cageId)) throw notFound('Садок не найден.')
    if (!known) throw fieldErrors({ category_id: 'Категория не найдена' })
    const document: Document = {
      ...EMPTY,
      id: unstored(),
      kind: categoryChange.kind,
      at,
      moves_fish: true,
      user_id: user.id,
      cage_id: cageId,
      generation_id: generationId,
      age_category_id: category_id,
    }
    const generation = await tx.maybe(
      sql`select 1 from generations where company_id = ${company.id} and id = ${generationId}`,
    )
    if (!generation) throw notFound('Генерация не найдена.')
    const store = () => insertDocuments(tx, company.id, [document])
    const change = { before: null, after: document }
    const folded = await recast(tx, company.id, [change], registry.effectOf, { store }).catch(
      async (error: unknown) => {
        throw isRefusal(error) ? await fishRefusal(context, error, registry.nounOf) : error
      },
    )
    const { id } = document
    audit({ action: 'create', entity: document.kind, id, after: document })
    changed('operations', 'cages')
    const rows = await readCages(tx, company, { ids: [cageId, ...folded.cages] })
    return { id, cage: rows.find((row) => row.id === cageId)!, cages: openTo(user, rows) }
  })
