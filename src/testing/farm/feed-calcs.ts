/** Calculations as stored, of whatever day, without what the form would refuse. */
import type { Farm } from './farm'
import type { Session } from '../session'

interface CalcOptions {
  starts_on: string
  ends_on?: string | null
  good_id?: number
  location_ids?: number[]
  age_category_ids?: number[]
  cage_ids?: number[]
  measure_parameter_id?: number
  strategy?: string
  fixed_temperature?: number
  archived?: boolean
  as?: Session
}

export type FeedCalcs = Awaited<ReturnType<typeof feedCalcs>>

export async function feedCalcs(farm: Farm) {
  const good = (await farm.good()).id
  const names = new Map<number, string>()
  const company = farm.session.user.company.id
  return {
    /** the feed of those that name none */
    good,
    nameOf: (id: number) => names.get(id)!,
    /** answers its id */
    async add({ as, archived = false, ...rest }: CalcOptions): Promise<number> {
      const row = {
        company_id: as?.user.company.id ?? company,
        name: `Расчёт ${names.size + 1}`,
        good_id: as ? (await farm.good({ as })).id : good,
        strategy: 'PreviousStrategy',
        ...rest,
        archived_at: archived ? '2026-01-01' : null,
      }
      const columns = Object.keys(row)
      const [added] = await farm.sql<{ id: number }>(
        `insert into feed_calcs (${columns.join()}) values (${columns.map((_, index) => `$${index + 1}`).join()})
        returning id`,
        Object.values(row),
      )
      names.set(added!.id, row.name)
      return added!.id
    },
    /** millionths */
    coefficient: (calc: number, day: string, coefficient: number) =>
      farm.sql('insert into feed_calc_coefficients values ($1, $2, $3, $4)', [company, calc, day, coefficient]),
  }
}
