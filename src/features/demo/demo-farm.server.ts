/** The demo farm: a trout farm on Ladoga with two years behind it, made through the ledger's own code. */
import { sql } from 'kysely'
import { db, openDatabase, type Tx } from '../../server/db/client'
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../server/db/demo-login'
import { addDays, dayOf, wallClock } from '../../shared/dates'
import { createCompany } from '../../core/lists/new-company.server'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { milestonesUpTo } from './demo-calendar.server'
import { runEngines } from './demo-engines.server'
import { assignFeeds } from './feeding/demo-calcs.server'
import { planHarvest } from './feeding/demo-harvest.server'
import { planFeeding } from './feeding/demo-plan.server'
import { BY_WEIGHT, rangeCategories } from './feeding/demo-categories.server'
import { GROWING, growLastYear } from './feeding/demo-growth.server'
import type { Draft } from './demo-life.server'
import { CATEGORY_FROM } from './demo-moves.server'
import { hangNets } from './demo-nets.server'
import { layNorms } from './demo-norms.server'
import { layPlace } from './demo-place.server'
import { postAll } from './demo-post.server'
import { takePhotos } from './photos/demo-photos.server'
import { spendingOf } from './demo-spending.server'
import { withDeliveries } from './demo-supply.server'
import { planFarm } from './feeding/demo-farm-plan.server'
import { planTasks } from './demo-tasks.server'
import { measureWater, ringAlarms } from './demo-water.server'
import { layWorkshop, withWorkshop } from './demo-workshop.server'
import { liveTwoYears } from './demo-years.server'

const TIME_ZONE = 'Europe/Moscow'
const OWNER = {
  company_name: 'Ладожская форель',
  name: 'Анна Вересова',
  email: DEMO_EMAIL,
  time_zone: TIME_ZONE,
}

interface Seeding {
  /** the farm's wall clock, 'YYYY-MM-DDTHH:mm'; the same now gives the same farm */
  now?: string
  /** of its administrator */
  password?: string
  /** told how much is done, from 0 to 1 */
  progress?(share: number): void
}

/** Fills a database, in one transaction: an interrupted start leaves nothing behind. */
export async function seedDemoFarm(
  databaseUrl: string,
  log: (line: string) => void,
  { now = wallClock(TIME_ZONE), password = DEMO_PASSWORD, progress = () => undefined }: Seeding = {},
): Promise<void> {
  const database = openDatabase(databaseUrl, 1, { patient: true })
  const milestones = milestonesUpTo(dayOf(now))
  const { start, today } = milestones
  try {
    const count = await createCompany(database, { ...OWNER, password }, async (tx, company, owner) => {
      const place = await layPlace(tx, company, owner, milestones)
      await layNorms(tx, company, place.feeds, place.people.zootechnician, start)
      const nets = await hangNets(tx, company, place, start)
      const goods = await layWorkshop(tx, company)
      const spent = await spendingOf(tx, company, place, milestones)
      const days = [...spent, ...liveTwoYears(place, now), ...runEngines(place, nets.engines, milestones, now)]
      const life = withDeliveries(place, days, milestones)
      const drafts = [...nets.drafts, ...withWorkshop(place, goods, life, start, now)]
      await nameCauses(tx, company, drafts)
      progress(0.1)
      await postAll(tx, company, TIME_ZONE, drafts, (share) => progress(0.1 + 0.65 * share))
      await takePhotos(tx, company)
      await measureWater(tx, company, TIME_ZONE, place, now)
      await assignFeeds(tx, company, place, milestones)
      await growLastYear(tx, company, today, (share) => progress(0.75 + 0.2 * share))
      await rangeCategories(tx, company, place.categories, CATEGORY_FROM)
      await planFeeding(tx, { company, user: place.people.zootechnician, now })
      await planHarvest(tx, { company, place, now })
      await planFarm(tx, company, today)
      await planTasks(tx, { company, place, now })
      await ringAlarms(tx, company, TIME_ZONE, place, now)
      await open(tx, company, start, today)
      return drafts.length
    })
    // the planner knows nothing yet of tables that were empty a moment ago
    await database.plain(sql`analyze`)
    log(`Операций / operations: ${count}`)
  } finally {
    await database.close()
  }
}

/** What an ordinary loss is said to be of; of many nobody knows it. In a hot summer many die of the water. */
const CAUSES = ['Травма', null, 'Болезнь', null, 'Хищники', 'Травма', null]
const HEAT = { months: ['07', '08'], pieces: 15, cause: 'Нехватка кислорода' }

async function nameCauses(tx: Tx, company: number, drafts: readonly Draft[]): Promise<void> {
  const known = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from loss_causes where company_id = ${company}`,
  )
  const losses = drafts.filter(({ kind }) => kind === kinds.retreat.kind)
  for (const [index, loss] of losses.entries()) {
    const hot = HEAT.months.includes(loss.at.slice(5, 7)) && (loss.count ?? 0) >= HEAT.pieces
    const name = hot ? HEAT.cause : CAUSES[index % CAUSES.length]
    loss.loss_cause_id = known.find((cause) => cause.name === name)?.id ?? null
  }
}

const paid = (tx: Tx, company_id: number, start: string, today: string) =>
  tx.run(
    db
      .insertInto('subscriptions')
      .values({ company_id, type: 'paid', start_date: start, end_date: addDays(today, 365) }),
  )

/** What its papers say; and its password is known to all, so a second factor would protect nothing. */
const SETTINGS = {
  ...GROWING,
  ...BY_WEIGHT,
  'second-factor': 'off',
  'legal-name': 'ООО «Ладожская форель»',
  inn: '1004001230',
  kpp: '100401001',
  'legal-address': '186870, Республика Карелия, г. Сортавала, Береговая ул., 1',
  'legal-phone': '+7 000 000-00-00',
  director: 'Вересова А. С.',
}

async function open(tx: Tx, company: number, start: string, today: string): Promise<void> {
  await paid(tx, company, start, today)
  await tx.run(
    sql`update companies set settings = settings || ${JSON.stringify(SETTINGS)}::jsonb, factor_from = null
      where company_id = ${company}`,
  )
}
