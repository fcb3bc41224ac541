/** The past of one farm, as its book, makes the same farm of an empty one: every entry of both ledgers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../../core/cages/cage.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { ledgerReading } from '../../../core/documents/kinds/kinds.server'
import { ageCategoryLibrary } from '../../../core/lists/libraries/age-category.contract'
import { generationLibrary } from '../../../core/lists/libraries/generation.contract'
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../../server/db/demo-login'
import { openDatabase } from '../../../server/db/client'
import { checkLedger } from '../../../server/db/ledger/check'
import { inEachLanguage } from '../../../server/language'
import { plain } from '../../../server/sheets/cells'
import { addDays, showDay } from '../../../shared/dates'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { pastOf } from '../../../testing/farm/past'
import { send, type Session } from '../../../testing/session'
import { chanceFrom } from '../../demo/demo-chance.server'
import { seedDemoFarm } from '../../demo/demo-farm.server'
import { accessCalls } from '../../access/sign-in/access.contract'
import { pastCalls } from '../calls/past.contract'
import { PAST_FIELDS, PAST_KINDS } from '../calls/past-words.contract'

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
  return { fish, goods }
}

const LISTS = {
  generations: `select n.name, n.date, n.code, s.name as species from generations n
    join species s on s.company_id = n.company_id and s.id = n.species_id where n.company_id = $1 order by n.id`,
  cages: `select c.number, m.name as module, c.volume, c.code from cages c
    join locations m on m.company_id = c.company_id and m.id = c.location_id where c.company_id = $1 order by c.id`,
  categories: `select name, code, avg_weight_from, avg_weight_to from age_categories where company_id = $1 order by name`,
  goods: `select name, code, type, measure, weight from goods where company_id = $1 and kind = 'good' order by name`,
  stocks: `select s.name, s.code, m.name as module from stocks s
    left join locations m on m.company_id = s.company_id and m.id = s.location_id where s.company_id = $1 order by s.name`,
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
  expect(ledgers.fish.length).toBeGreaterThan(0)
  expect(ledgers.goods.length).toBeGreaterThan(0)
  expect(await ledgersOf(idOf(other))).toEqual(ledgers)
  const others = await listsOf(idOf(other))
  expect({ ...others, categories: [] }).toEqual({ ...lists, categories: [] })
  // a new farm has some of these names already, and what is there stays as it is
  expect(others.categories).toEqual(expect.arrayContaining(made(lists.categories!)))
  for (const day of days) expect(await farmOn(other, day)).toEqual(await farmOn(one, day))
  expect(await isSound(idOf(other))).toEqual([])
}

const DAYS = 40
const on = (day: number) => farm.daysAgo(DAYS - day)

/** Names that are nearly one, cages of one number, and goods that are counted in pieces. */
async function layFarm() {
  const modules = [await farm.module('Залив'), await farm.module('Мыс')]
  const numbers = [
    ['1', '01', '2'],
    ['1', '=7', 'Б-2'],
  ]
  const cages: number[] = []
  for (const [place, module] of modules.entries())
    for (const number of numbers[place]!)
      cages.push((await farm.cage({ location: module.id, number, volume: 100.5 + cages.length })).id)
  const species = await farm.species('Голец')
  const generations: number[] = []
  for (const name of ['Весна, 2024', 'Весна 2024', '7'])
    generations.push(
      (
        await farm.call(generationLibrary.create, {
          name,
          species_id: species.id,
          date: '03.04.2024',
          code: `г${generations.length}`,
        })
      ).id,
    )
  const category = { name: 'Крупная', code: 'К', avg_weight_from: '0,000001', avg_weight_to: 2.5 }
  const categories = [(await farm.category()).id, (await farm.call(ageCategoryLibrary.create, category)).id]
  const goods = [await farm.good({ name: 'Корм 4,5 мм' }), await farm.good({ name: 'Корм 4.5 мм' })]
  const others = [
    await farm.good({ name: 'Соль', type: 'medicine' }),
    await farm.good({ name: 'Мешки', type: 'workshop', measure: 'piece' }),
  ]
  const stocks = [await farm.stock('Причал', { location_id: modules[0]!.id }), await farm.stock('Баржа')]
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return { cages, generations, categories, feeds: ids(goods), goods: ids([...goods, ...others]), stocks: ids(stocks) }
}

/** A life by chance, of which the farm refuses what cannot be. */
async function live(place: Awaited<ReturnType<typeof layFarm>>, operations: number, seed: number) {
  const chance = chanceFrom(seed)
  const { pick, whole, happens } = chance
  const mg = (most: number) => whole(1, most * 1e6) / 1e6
  let day = 0
  const moment = () => ({ date: on(day), time: pick(['00:00', '08:00', '08:00', '17:35', '23:59']) })
  const group = () => ({
    generation_id: pick(place.generations.slice(0, happens(0.7) ? 1 : 3)),
    age_category_id: pick(place.categories),
  })
  const cage = () => pick(place.cages.slice(0, happens(0.7) ? 2 : 6))
  const fish = (weight: number) => ({ count: whole(1, 40), ...(happens(0.5) && { weight: mg(weight) }) })
  const selection = () => pick([undefined, 'graded', 'representative'] as const)
  const line = () => ({ good_id: pick(place.goods), amount: whole(1, 30) })
  const calls = [
    () =>
      farm.call(kinds.stocking.create, {
        ...moment(),
        to_id: cage(),
        ...group(),
        count: whole(50, 300),
        weight: mg(90),
      }),
    () =>
      farm.call(kinds.transfer.create, {
        ...moment(),
        from_id: cage(),
        to_id: cage(),
        ...group(),
        ...fish(20),
        selection: selection(),
      }),
    () =>
      farm.call(kinds.withdrawal.create, {
        ...moment(),
        from_id: cage(),
        ...group(),
        ...fish(20),
        selection: selection(),
        reason: pick(['sale', 'culling']),
      }),
    () =>
      farm.call(kinds.retreat.create, {
        ...moment(),
        from_id: cage(),
        ...group(),
        ...fish(2),
        note: 'под сеткой\nи 3 < 4 & "5"',
      }),
    () =>
      farm.call(kinds.weighing.create, {
        ...moment(),
        cage_id: cage(),
        generations: place.generations.slice(0, whole(0, 3)),
        count: whole(1, 30),
        weight: mg(9),
      }),
    () => farm.call(kinds.weighing.create, { ...moment(), cage_id: cage(), avg_weight: mg(1) }),
    () => farm.call(kinds.correction.create, { ...moment(), cage_id: cage(), ...group(), count: pick([0, 7, 120]) }),
    () => farm.call(kinds.closeOut.create, { ...moment(), cage_id: cage(), ...group(), count: pick([0, 0, 3]) }),
    () => {
      const { generation_id: generationId, age_category_id: category_id } = group()
      return farm.call(cageCalls.changeCategory, { cageId: cage(), generationId, category_id, ...moment() })
    },
    () =>
      farm.call(kinds.feeding.create, {
        ...moment(),
        cage_id: cage(),
        feed_type_id: pick(place.feeds),
        stock_id: pick(place.stocks),
        volume: mg(9),
      }),
    () =>
      farm.call(kinds.receipt.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        lines: [
          { ...line(), price: whole(0, 99_999) / 100, lot: pick([undefined, 'L-1']), best_before: '2030-01-31' },
          line(),
        ],
      }),
    () =>
      farm.call(kinds.writeOff.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        lines: [line(), line()],
        note: 'мыши',
      }),
    () =>
      farm.call(kinds.move.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        to_stock_id: pick(place.stocks),
        lines: [line(), line()],
      }),
    () =>
      farm.call(kinds.stocktake.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        lines: [{ good_id: pick(place.goods), amount: pick([0, 5, 40]) }],
      }),
    () =>
      farm.call(kinds.treatment.create, {
        ...moment(),
        cage_id: cage(),
        good_id: place.goods[2]!,
        stock_id: pick(place.stocks),
        volume: mg(9),
      }),
  ]
  let done = 0
  for (let turn = 0; turn < operations; turn++) {
    day = Math.floor((turn * DAYS) / operations)
    const first = turn < 12
    const call = first ? pick([calls[0]!, calls[10]!]) : pick(calls)
    await call().then(
      () => done++,
      () => undefined,
    )
  }
  return done
}

test('a farm of every kind of document, lived by chance', async () => {
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
  const done = await live(await layFarm(), 320, 7)
  expect(done).toBeGreaterThan(120)
  const kindsLived = await farm.sql<{ kind: string }>('select distinct kind from operations where company_id = $1', [
    idOf(farm.session),
  ])
  expect(kindsLived.length).toBeGreaterThan(12)
  const empty = await farm.company('Пустая')
  await moveTo(empty, farm.session)
  await expectTheSame(
    farm.session,
    empty,
    [5, 20, DAYS].map((day) => addDays(farm.session.user.now.slice(0, 10), day - DAYS)),
  )
  const english = await farm.company('Empty')
  await moveTo(english, empty, 'en')
  await expectTheSame(empty, english, [])
}, 120_000)

test('the demo farm, whose feed grows fish by norms that no book has', async () => {
  await seedDemoFarm(farm.database.url, () => undefined)
  const answer = await send(farm.app, {
    method: 'POST',
    path: '/login',
    body: { email: DEMO_EMAIL, password: DEMO_PASSWORD },
  })
  const demo = { cookie: answer.cookie!, email: DEMO_EMAIL, user: answer.body } as Session
  const empty = await farm.company('Новая')
  const books = await moveTo(empty, demo)
  expect(books.length).toBeGreaterThan(1)
  const today = demo.user.now.slice(0, 10)
  await expectTheSame(
    demo,
    empty,
    [600, 300, 100, 0].map((ago) => addDays(today, -ago)),
  )
}, 300_000)

test('every kind and column is told apart by its own words, in each language', () => {
  for (const words of [PAST_KINDS, PAST_FIELDS])
    for (const told of inEachLanguage((speak) => Object.values(words).map((word) => plain(speak(word)))))
      expect(new Set(told).size).toBe(told.length)
})
