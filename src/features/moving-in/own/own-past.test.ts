/**
 * The past of one farm, as its book, makes the same farm of an empty one: every entry of both ledgers, every reading
 * and all that was paid.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../../core/cages/cage.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { keepFacts } from '../../../core/reports/facts/month-facts.server'
import { ledgerReading } from '../../../core/documents/kinds/kinds.server'
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../../server/db/demo-login'
import { openDatabase } from '../../../server/db/client'
import { checkLedger } from '../../../server/db/ledger/check'
import { addDays, showDay } from '../../../shared/dates'
import { factories } from '../../../testing/farm/factories'
import { type CallOptions, type Farm, openFarm } from '../../../testing/farm/farm'
import { DAYS, layFarm, live } from '../../../testing/ledger/lived-farm'
import { pastOf } from '../../../testing/farm/past'
import { send, type Session } from '../../../testing/session'
import { seedDemoFarm } from '../../demo/demo-farm.server'
import { accessCalls } from '../../access/sign-in/access.contract'
import { pastCalls } from '../calls/past.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const idOf = ({ user }: Session) => user.company.id

/** Every entry of both ledgers under the names of what it is about, in the order of the fold. */
async function ledgersOf(company: number) {
  const fish = await farm.sql(
    `select concat_ws(' / ', m.name, c.number, n.name, a.name) as of,
       json_agg(json_build_array(e.at, e.kind, e.count_delta, e.mass_delta, e.deviation, e.count_after, e.mass_after)
         order by e.at, e.operation_id) as entries
     from fish_entries e join fish_groups g on g.company_id = e.company_id and g.id = e.group_id
     join cages c on c.company_id = e.company_id and c.id = g.cage_id
     join locations m on m.company_id = e.company_id and m.id = c.location_id
     join generations n on n.company_id = e.company_id and n.id = g.generation_id
     join age_categories a on a.company_id = e.company_id and a.id = g.age_category_id
     where e.company_id = $1 group by 1 order by 1`,
    [company],
  )
  const goods = await farm.sql(
    `select concat_ws(' / ', g.name, g.type, g.measure, s.name) as of,
       json_agg(json_build_array(e.at, e.amount, e.counted, e.price, e.moved) order by e.at, e.operation_id, e.line)
         as entries
     from stock_entries e join goods g on g.company_id = e.company_id and g.id = e.good_id
     join stocks s on s.company_id = e.company_id and s.id = e.stock_id
     where e.company_id = $1 and g.kind = 'good' group by 1 order by 1`,
    [company],
  )
  return { fish, goods, ...(await besidesOf(company)) }
}

/** What was measured, spent and paid, under the names of what it is about. */
async function besidesOf(company: number) {
  const water = await farm.sql(
    `select p.name, m.name as module, c.number as cage, r.at, r.depth, r.value, r.external_input
     from measurements r
     join measure_parameters p on p.company_id = r.company_id and p.id = r.measure_parameter_id
     join locations m on m.company_id = r.company_id and m.id = r.location_id
     left join cages c on c.company_id = r.company_id and c.id = r.cage_id
     where r.company_id = $1 order by r.at, m.id, p.id, r.depth, c.id nulls first`,
    [company],
  )
  const money = await farm.sql(
    `select o.kind, o.at, o.name, s.name as article, o.payment, o.price, t.name as counterparty, n.name as generation,
       m.name as module, c.number as cage, o.count, o.note, e.fio, o.extra ->> 'origin' as origin,
       o.extra ->> 'condition' as condition
     from operations o
     left join spending_categories s on s.company_id = o.company_id and s.id = o.spending_category_id
     left join counterparties t on t.company_id = o.company_id and t.id = o.counterparty_id
     left join employees e on e.company_id = o.company_id and e.id = o.employee_id
     left join generations n on n.company_id = o.company_id and n.id = o.generation_id
     left join cages c on c.company_id = o.company_id and c.id = coalesce(o.for_cage_id, o.cage_id)
     left join locations m on m.company_id = o.company_id and m.id = coalesce(o.for_location_id, c.location_id)
     where o.company_id = $1 and o.kind in ('spending', 'stocking', 'withdrawal')
     order by o.at, o.id`,
    [company],
  )
  const suppliers = await farm.sql(
    `select o.at, g.name as good, l.amount, t.name, o.extra - 'act_number' as extra from operations o
     join operation_lines l on l.company_id = o.company_id and l.operation_id = o.id
     join goods g on g.company_id = l.company_id and g.id = l.good_id and g.kind = 'good'
     left join counterparties t on t.company_id = o.company_id and t.id = o.counterparty_id
     where o.company_id = $1 and o.kind = 'good_adding' order by o.at, o.id, l.line`,
    [company],
  )
  return { water, money, suppliers }
}

/** Receipts of each act; the demo farm's have none. */
const actsOf = (company: number) =>
  farm.sql(
    `select o.extra ->> 'act_number' as act, count(*)::int as lines from operations o
     join operation_lines l on l.company_id = o.company_id and l.operation_id = o.id
     join goods g on g.company_id = l.company_id and g.id = l.good_id and g.kind = 'good'
     where o.company_id = $1 and o.kind = 'good_adding' group by 1 order by 1`,
    [company],
  )

const LISTS = {
  generations: `select n.name, n.date, n.code, s.name as species from generations n
    join species s on s.company_id = n.company_id and s.id = n.species_id where n.company_id = $1 order by n.id`,
  cages: `select c.number, m.name as module, c.volume, c.code from cages c
    join locations m on m.company_id = c.company_id and m.id = c.location_id where c.company_id = $1 order by c.id`,
  categories: `select name, code, avg_weight_from, avg_weight_to from age_categories where company_id = $1 order by name`,
  goods: `select name, code, type, measure, weight from goods where company_id = $1 and kind = 'good' order by name`,
  stocks: `select s.name, s.code, m.name as module from stocks s
    left join locations m on m.company_id = s.company_id and m.id = s.location_id where s.company_id = $1 order by s.name`,
  parameters: `select p.name, m.name as module, p.measure_type, p.symbol, p.depth from measure_parameters p
    join locations m on m.company_id = p.company_id and m.id = p.location_id where p.company_id = $1 order by p.id`,
  articles: `select name, code from spending_categories where company_id = $1 order by name`,
  partners: `select name, foreign_company, inn, kpp, address, note, lead_days, safety_days, lot, no_delivery
    from counterparties where company_id = $1 order by id`,
  people: 'select fio from employees where company_id = $1 order by id',
}
const listsOf = async (company: number) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(LISTS).map(async ([list, text]) => [list, await farm.sql(text, [company])] as const),
    ),
  )

/** The farm as people see it at the end of a day. */
async function farmOn(session: Session, day: string) {
  const { cages } = await farm.call(cageCalls.onDate, { date: showDay(day) }, { as: session })
  const modules = await farm.sql<{ id: number; name: string }>('select id, name from locations')
  const moduleOf = new Map(modules.map(({ id, name }) => [id, name]))
  return cages
    .map(({ number, location_id, count, weight, avg_weight, groups }) => ({
      cage: `${moduleOf.get(location_id)} ${number}`,
      ...{ count, weight, avg_weight },
      groups: groups.map((group) => [group.count, group.weight, group.avg_weight].join(' ')).sort(),
    }))
    .sort((a, b) => (a.cage < b.cage ? -1 : 1))
}

/** Many register from one address. */
async function newCompany(name: string): Promise<Session> {
  await farm.sql('delete from guesses')
  return farm.company(name)
}

/** The farm of another company. */
function farmOf(session: Session): Farm {
  const call = ((endpoint, input, options) =>
    farm.call(endpoint, input, { ...options, as: options?.as ?? session } as CallOptions)) as Farm['call']
  return { ...farm, session, call, ...factories(call) }
}

/** All books of a farm, in their order, brought into an empty one that was never asked anything. */
async function moveTo(empty: Session, from: Session, language = 'ru') {
  const past = pastOf(farm, empty)
  const books = await farm.call(pastCalls.ownBooks, {}, { as: from })
  for (const { start, end, rows } of books) {
    const { bytes } = await farm.get(
      pastCalls.ownBook.path,
      { start, end },
      {
        as: from,
        headers: { 'accept-language': language },
      },
    )
    const seen = await past.sendBytes(bytes)
    expect(await past.rows(seen.id, 'wrong')).toEqual([])
    expect(seen).toMatchObject({ questions: [], lacking: [] })
    expect(seen.sheets.map(({ kind }) => kind)).toEqual(['lists', 'column'])
    expect(seen.counts!.ready).toBeGreaterThanOrEqual(rows)
    expect(await past.bring(seen.id)).toMatchObject({ state: 'brought', reason: null })
    const again = await past.sendBytes(bytes)
    expect(again.counts).toMatchObject({ ready: 0, wrong: 0 })
  }
  return books
}

async function isSound(company: number) {
  const database = openDatabase(farm.database.webUrl, 1)
  const wrong = await database.transaction(company, (tx) => checkLedger(tx, company, ledgerReading))
  await database.close()
  return wrong
}

const STANDARD = ['Двухлетки', 'Мальки', 'Подращивание', 'Производители', 'Товарная']
const made = (categories: Record<string, unknown>[]) =>
  categories.filter(({ name }) => !STANDARD.includes(String(name)))

async function expectTheSame(one: Session, other: Session, days: string[]) {
  const [ledgers, lists] = [await ledgersOf(idOf(one)), await listsOf(idOf(one))]
  for (const rows of Object.values(ledgers)) expect(rows.length).toBeGreaterThan(0)
  expect(await ledgersOf(idOf(other))).toEqual(ledgers)
  const others = await listsOf(idOf(other))
  expect({ ...others, categories: [] }).toEqual({ ...lists, categories: [] })
  // a new farm has some of these names already, and what is there stays as it is
  expect(others.categories).toEqual(expect.arrayContaining(made(lists.categories!)))
  for (const day of days) expect(await farmOn(other, day)).toEqual(await farmOn(one, day))
  expect(await isSound(idOf(other))).toEqual([])
}

test('a farm of every kind of document, lived by chance', async () => {
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
  const done = await live(farm, await layFarm(farm), 320, 7)
  expect(done).toBeGreaterThan(120)
  const kindsLived = await farm.sql<{ kind: string }>('select distinct kind from operations where company_id = $1', [
    idOf(farm.session),
  ])
  expect(kindsLived.length).toBeGreaterThan(12)
  const empty = await newCompany('Пустая')
  await moveTo(empty, farm.session)
  await expectTheSame(
    farm.session,
    empty,
    [5, 20, DAYS].map((day) => addDays(farm.session.user.now.slice(0, 10), day - DAYS)),
  )
  expect(await actsOf(idOf(empty))).toEqual(await actsOf(idOf(farm.session)))
  const books = await farm.call(pastCalls.ownBooks, {})
  const tools = openDatabase(farm.database.webUrl, 1)
  await keepFacts(tools, idOf(farm.session), { all: true }).finally(() => tools.close())
  expect(await farm.call(pastCalls.ownBooks, {})).toEqual(books)
  const english = await newCompany('Empty')
  await moveTo(english, empty, 'en')
  await expectTheSame(empty, english, [])
}, 120_000)

test('a surplus is counted by a weighing that a later correction has left without fish', async () => {
  const lived = await newCompany('Пересчёт')
  const there = farmOf(lived)
  const [module, species] = [await there.module('Залив'), await there.species('Голец')]
  const generation = await there.generation({ species: species.id, name: 'Весна' })
  const { id } = await there.cage({ location: module.id, number: '1' })
  const group = { generation_id: generation.id, age_category_id: (await there.category()).id }
  const on = (daysAgo: number) => ({ date: farm.daysAgo(daysAgo), time: '08:00' })
  await there.call(kinds.stocking.create, { ...on(5), to_id: id, ...group, count: 10, weight: 10 })
  // a third of seven kilograms is no whole number of milligrams
  await there.call(kinds.weighing.create, { ...on(3), cage_id: id, count: 3, weight: 7 })
  await there.call(kinds.correction.create, { ...on(4), cage_id: id, ...group, count: 0 })
  await there.call(kinds.correction.create, { ...on(2), cage_id: id, ...group, count: 6 })
  const empty = await newCompany('Пересчитанная')
  await moveTo(empty, lived)
  const [cage] = await farm.call(cageCalls.list, {}, { as: empty })
  expect(cage).toMatchObject({ count: 6, weight: 14 })
  expect((await ledgersOf(idOf(empty))).fish).toEqual((await ledgersOf(idOf(lived))).fish)
})

/** Both count a surplus where a weighing had found no fish. */
test.each([6, 11])(
  'a farm of another life, %i',
  async (seed) => {
    const lived = await newCompany(`Жизнь ${seed}`)
    const there = farmOf(lived)
    await there.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
    expect(await live(there, await layFarm(there), 320, seed)).toBeGreaterThan(120)
    const empty = await newCompany(`Пустая ${seed}`)
    await moveTo(empty, lived)
    await expectTheSame(lived, empty, [])
  },
  60_000,
)

test('the demo farm, whose feed grows fish by norms that no book has', async () => {
  await seedDemoFarm(farm.database.url, () => undefined)
  const answer = await send(farm.app, {
    method: 'POST',
    path: '/login',
    body: { email: DEMO_EMAIL, password: DEMO_PASSWORD },
  })
  const demo = { cookie: answer.cookie!, email: DEMO_EMAIL, user: answer.body } as Session
  const empty = await newCompany('Новая')
  const books = await moveTo(empty, demo)
  expect(books.length).toBeGreaterThan(1)
  const today = demo.user.now.slice(0, 10)
  await expectTheSame(
    demo,
    empty,
    [600, 300, 100, 0].map((ago) => addDays(today, -ago)),
  )
}, 300_000)

test('the sample is brought in without a question, in each language', async () => {
  for (const language of ['ru', 'en']) {
    const empty = await newCompany(`Образец ${language}`)
    const past = pastOf(farm, empty)
    const { bytes } = await farm.get(pastCalls.sample.path, {}, { as: empty, headers: { 'accept-language': language } })
    const seen = await past.sendBytes(bytes)
    expect(seen).toMatchObject({ questions: [], lacking: [] })
    expect(seen.sheets.map(({ kind }) => kind)).toEqual([
      'lists',
      ...['receipt', 'stocking', 'weighing', 'feeding', 'treatment', 'retreat', 'transfer', 'withdrawal'],
      ...['measurement', 'spending'],
    ])
    expect(await past.rows(seen.id, 'wrong')).toEqual([])
    expect(await past.bring(seen.id)).toMatchObject({ state: 'brought', reason: null })
    const cages = await farm.call(cageCalls.list, {}, { as: empty })
    expect(cages.map(({ number, count }) => [number, count])).toEqual([
      ['1', 12_000 - 12 - 1_500 - 400],
      ['2', 9_500 - 31 + 1_500],
    ])
    expect(await isSound(idOf(empty))).toEqual([])
  }
})
