/** What the series of a report are called. */
import { sql } from 'kysely'
import { NO_CAUSE } from '../../shared/filters'
import type { Definition } from '../../shared/report/report'
import type { Context } from '../../server/http/route'
import { OTHERS } from './facts/fact-rows.server'

const TABLES = { feed: 'goods', module: 'locations', category: 'age_categories', cause: 'loss_causes' } as const

/** What a series is called whose rows have no feed, module, category or reason. */
const UNNAMED = {
  feed: 'Без корма',
  module: 'Без модуля',
  category: 'Без категории',
  reason: 'Без причины',
  cause: NO_CAUSE,
  cage: 'Без садка',
} as const

/** The key of all series together that are not told apart. */
export const OTHERS_KEY = String(OTHERS)

/** The key of what nobody knows the cause of: the filter of the journal finds it too. */
const UNKNOWN = '0'

interface Keyed {
  series: string | number | null
}

/** The key of a row's series; '' for what nothing names. */
export const seriesKey = ({ series }: Keyed): string => (series === null ? '' : String(series))

export interface Named {
  key: string
  name: string
  /** of a cage, its module */
  location?: number
}

/** Names of these keys, in their order. */
async function namesOf(series: keyof typeof UNNAMED, { tx, company, speak }: Context, keys: readonly string[]) {
  if (series === 'reason')
    return tx.rows<Named>(sql`select code as key, name from withdrawal_reasons
      where company_id = ${company.id} and code = any(${keys}::text[]) order by position`)
  if (series === 'cage')
    return tx.rows<Named>(sql`select id::text as key, number as name, location_id as location from cages
      where company_id = ${company.id} and id = any(${keys.filter(Boolean).map(Number)}::int[])
      order by length(number), number, id`)
  const named = await tx.rows<Named>(sql`select id::text as key, name from ${sql.table(TABLES[series])}
    where company_id = ${company.id} and id = any(${keys.filter(Boolean).map(Number)}::int[]) order by name, id`)
  return series === 'cause' && keys.includes(UNKNOWN) ? [...named, { key: UNKNOWN, name: speak(NO_CAUSE) }] : named
}

/** The series of the rows: measures in the order of the report, others by name, last those that nothing names. */
export async function seriesOf(definition: Definition, context: Context, rows: readonly Keyed[]): Promise<Named[]> {
  if (definition.series === 'measures')
    return Object.entries(definition.measures).map(([key, { title }]) => ({ key, name: title }))
  const keys = [...new Set(rows.map(seriesKey))]
  const named = await namesOf(definition.series, context, keys)
  const known = new Set(named.map(({ key }) => key))
  const unnamed = context.speak(UNNAMED[definition.series])
  const others = context.speak('Остальные')
  return [
    ...named,
    ...keys
      .filter((key) => !known.has(key))
      .map((key) => ({ key, name: key === OTHERS_KEY ? others : key || unnamed })),
  ]
}
