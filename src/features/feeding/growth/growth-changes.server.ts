/** What today's norms and readings change in the feedings of a period. */
import { registry } from '../../../core/documents/kinds/kinds.server'
import { fishRefusal } from '../../../core/documents/engine/rules.server'
import { changeOf, feedingsOf, sameTerms, termsNow } from '../../../core/documents/growth/terms.server'
import { dayOf } from '../../../shared/dates'
import type { Tx } from '../../../server/db/client'
import type { JobCompany } from '../../../server/db/companies'
import { isRefusal } from '../../../server/db/ledger/fish-ledger'
import { fieldErrors } from '../../../server/errors'
import type { Limits } from '../../../server/scope'

/** A year of a large farm is as much as one change takes. */
const MAX_FEEDINGS = 60_000
const tooMany = () => fieldErrors({ end: 'Слишком много кормлений: выберите период короче' })

/** For whom it is done, in a call or in the job that it ordered. */
export interface Growing {
  tx: Tx
  company: JobCompany
  user: Limits
}

export interface GrowthPeriod {
  /** 'YYYY-MM-DD' */
  start: string
  end: string
  cages: readonly number[]
}

/** `locked`: they are to be changed. */
export async function changesIn({ tx, company }: Growing, period: GrowthPeriod, { locked }: { locked: boolean }) {
  const rows = await feedingsOf(tx, company.id, { ...period, locked })
  if (rows.length > MAX_FEEDINGS) throw tooMany()
  const farm = { settings: company.settings, today: dayOf(company.now) }
  const terms = await termsNow(tx, company.id, farm, rows)
  const changes = rows.map((row, index) => changeOf(row, terms[index]!))
  return { rows, changes: changes.filter(({ before, after }) => !sameTerms(before, after)) }
}

/** A fold that the ledger refuses is told by name. */
export async function folded<T>(growing: Growing, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error)) throw await fishRefusal(growing, error, registry.kindInSentence, () => null)
    throw error
  }
}
