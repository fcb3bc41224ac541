/** What the demo farm pays for beside feed and medicine: two years of bills, wages and repairs. */
import { sql } from 'kysely'
import { addDays } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import { spending } from '../../core/documents/kinds/spending/spending.contract'
import { EMPTY } from '../../shared/ledger/document'
import type { Milestones } from './demo-calendar.server'
import { chanceFrom } from './demo-chance.server'
import type { Draft } from './demo-life.server'
import type { DemoFarm } from './demo-place.server'

const SEED = 20_240_521
/** A year, and how much of its prices the year before it had. */
const DAYS = 365
const BEFORE = 0.92

interface Bill {
  category: string
  name: string
  /** of the month */
  day: number
  /** roubles, more or less by this share */
  amount: number
  spread: number
  /** paid in these months; in all when left out */
  months?: number[]
  /** place of the generation that it was paid for */
  generation?: number
}

const QUARTERS = [1, 4, 7, 10]

const BILLS: readonly Bill[] = [
  { category: 'Зарплата', name: 'Зарплата рыбоводов', day: 10, amount: 412_000, spread: 0.04 },
  { category: 'Зарплата', name: 'Зарплата конторы и сторожей', day: 10, amount: 186_000, spread: 0.02 },
  { category: 'Налоги', name: 'Страховые взносы', day: 28, amount: 179_400, spread: 0.03 },
  { category: 'Налоги', name: 'Водный налог', day: 20, amount: 24_300, spread: 0.05, months: QUARTERS },
  { category: 'Электроэнергия', name: 'Электричество на берегу', day: 20, amount: 46_000, spread: 0.2 },
  { category: 'Топливо', name: 'Бензин для катеров', day: 5, amount: 38_500, spread: 0.3 },
  { category: 'Топливо', name: 'Дизель для баржи', day: 17, amount: 52_000, spread: 0.25 },
  { category: 'Аренда', name: 'Аренда причала', day: 3, amount: 60_000, spread: 0 },
  { category: 'Ремонт', name: 'Ремонт делей', day: 14, amount: 74_000, spread: 0.4, months: [3, 5, 8, 10] },
  { category: 'Ремонт', name: 'Ремонт лебёдки', day: 22, amount: 31_000, spread: 0.4, months: [6, 11] },
  { category: 'Прочее', name: 'Анализы воды и рыбы', day: 23, amount: 18_700, spread: 0.1, months: QUARTERS },
  { category: 'Прочее', name: 'Вакцинация', day: 8, amount: 96_000, spread: 0.1, months: [4], generation: 1 },
  { category: 'Прочее', name: 'Страховка рыбы', day: 12, amount: 143_000, spread: 0, months: [2], generation: 0 },
]

/** Roubles for bringing the youngest fish, paid on the day they come. */
const JUVENILES = 286_000

/** Whole kopecks, tens of roubles where nobody counts finer. */
const kopecks = (roubles: number) => Math.round(roubles / 10) * 1000

export async function spendingOf(
  tx: Tx,
  company: number,
  { people, generations }: DemoFarm,
  { today, third }: Milestones,
): Promise<Draft[]> {
  const known = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from spending_categories where company_id = ${company}`,
  )
  const chance = chanceFrom(SEED)
  const paid = (day: string, bill: Pick<Bill, 'category' | 'name' | 'generation'>, payment: number): Draft => ({
    ...EMPTY,
    kind: spending.kind,
    at: `${day}T00:00`,
    spending_category_id: known.find(({ name }) => name === bill.category)!.id,
    name: bill.name,
    payment,
    generation_id: bill.generation === undefined ? null : generations[bill.generation]!,
    user_id: people.owner,
    created: `${day}T${today === day ? '00:00' : '17:20'}`,
  })
  const yearUpTo = (last: string, share: number) =>
    Array.from({ length: DAYS }, (_, index) => addDays(last, index - DAYS + 1)).flatMap((day) => {
      const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
      return BILLS.filter((bill) => bill.day === date && (bill.months?.includes(month) ?? true)).map((bill) =>
        paid(day, bill, kopecks(share * bill.amount * chance.between(1 - bill.spread, 1 + bill.spread))),
      )
    })
  const regular = [...yearUpTo(today, 1), ...yearUpTo(addDays(today, -DAYS), BEFORE)]
  const juveniles = { category: 'Посадочный материал', name: 'Перевозка малька', generation: 2 }
  return third <= today ? [...regular, paid(third, juveniles, kopecks(JUVENILES))] : regular
}
