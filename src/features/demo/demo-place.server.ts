/**
 * Where the demo farm's fish live and who cares for them: people, modules, cages, warehouses, goods, species,
 * generations.
 */
import { sql } from 'kysely'
import { db, type Tx } from '../../server/db/client'
import type { Ability } from '../../shared/abilities'
import { addDays } from '../../shared/dates'
import { type Milestones, seasonOf } from './demo-calendar.server'

interface Person {
  key: 'zootechnician' | 'feeder' | 'keeper'
  name: string
  email: string
  role: string
  permissions: Ability[]
}

const OPERATIONS: Ability[] = [
  'create feedings',
  'create treatments',
  'create retreats',
  'create weights',
  'create notes',
]
const WORKER: Ability[] = ['delete own from journals', 'view tasks', 'update tasks']
const HEAD: Ability[] = ['read stocks', 'view users', 'view tasks', 'create tasks', 'update tasks', 'delete tasks']
const PEOPLE: Person[] = [
  {
    key: 'zootechnician',
    name: 'Пётр Лаптев',
    email: 'laptev@example.com',
    role: 'Зоотехник',
    permissions: [
      ...OPERATIONS,
      'create transfers',
      'create withdrawals',
      'create stockings',
      'create corrections',
      'create measurements',
      'delete from journals',
      'update cages',
      'view feed calcs',
      'create feed calcs',
      'update feed calcs',
      'access reports',
      'access library',
      ...HEAD,
    ],
  },
  {
    key: 'feeder',
    name: 'Илья Савельев',
    email: 'savelev@example.com',
    role: 'Оператор',
    permissions: [...OPERATIONS, ...WORKER, 'create measurements', 'view feed calcs', 'read stocks'],
  },
  {
    key: 'keeper',
    name: 'Елена Корхонен',
    email: 'korhonen@example.com',
    role: 'Кладовщик',
    permissions: [...WORKER, 'read stocks', 'write stocks', 'create notes', 'access reports'],
  },
]

const MODULES = ['Северный', 'Южный', 'Мальковый'] as const
export const CAGES_PER_MODULE = 12
const PER_ROW = 6
const RECTANGLE = 2

/** m³ of a cage, and its density limit where it is not the company's. */
export interface CagePlan {
  module: number
  number: string
  type: number
  color: number
  volume: number
  limit: number | null
}

/** Round cages of the two sea modules hold 1 600 m³; the fry module has smaller and rectangular ones. */
export const CAGES: CagePlan[] = MODULES.flatMap((_, module) =>
  Array.from({ length: CAGES_PER_MODULE }, (_, index) => {
    const rectangular = module === 2 ? index % PER_ROW > 3 : index % PER_ROW === 5
    return {
      module,
      number: String(module * CAGES_PER_MODULE + index + 1),
      type: rectangular ? RECTANGLE : 1,
      color: module === 0 ? 1 + (index % 3) : module === 1 ? 4 + (index % 4) : 8 + (index % 5),
      volume: module === 2 ? (rectangular ? 320 : 480) : rectangular ? 1440 : 1600,
      limit: null,
    }
  }),
)

const MM = 1_000_000
const FEEDS = [3, 4, 6, 8].map((size) => ({
  name: `Корм форелевый ${size} мм`,
  code: `K-${size}`,
  pellet_size: size * MM,
}))
const MEDICINES = [
  { name: 'Флорфеникол 50 %', measure: 'kg', code: 'ФЛ-50', withdrawal_days: 12, withdrawal_degree_days: 50 },
  { name: 'Формалин 37 %', measure: 'liter', code: 'ФМ-37', withdrawal_days: 0, withdrawal_degree_days: null },
]

const FUELS = [{ name: 'Бензин АИ-92', measure: 'liter', code: 'АИ-92' }]

const COUNTERPARTIES = [
  {
    name: 'ООО «Балтийский улов»',
    note: 'Самовывоз, вторник и четверг',
    inn: '7805123456',
    kpp: '780501001',
    address: 'Санкт-Петербург, Портовая ул., 12',
  },
  { name: 'АО «Рыбный двор»', note: null },
  { name: 'Сеть «Северный прилавок»', note: 'Только рыба от 1,5 кг' },
  { name: 'Kalatukku Saimaa Oy', note: 'Финляндия', foreign_company: true },
]
/** Who brings feed and medicines: nobody sells fish to him. */
const SUPPLIER = {
  name: 'ООО «Карельские корма»',
  note: 'Корма и препараты',
  inn: '7812345675',
  kpp: '781201001',
  lead_days: 10,
  safety_days: 4,
  // a pallet, milligrams
  lot: 1000 * MM,
  no_delivery: 'сб, вс',
}
const EMPLOYEES = ['Вересова Анна Сергеевна', 'Рантала Олег Викторович']

/** Ids of what stands, by the order of the lists above. */
export interface DemoFarm {
  people: Record<Person['key'] | 'owner', number>
  cages: number[]
  /** the warehouse of each module */
  stocks: number[]
  /** the warehouse ashore, where medicines lie */
  shore: number
  /** the warehouse where fish is processed */
  workshop: number
  counterparties: number[]
  supplier: number
  employees: number[]
  feeds: number[]
  medicines: number[]
  fuels: number[]
  categories: number[]
  generations: number[]
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

async function addPeople(tx: Tx, company_id: number, owner: number): Promise<DemoFarm['people']> {
  const { password_hash } = await tx.one<{ password_hash: string }>(
    sql`select password_hash from users where company_id = ${company_id} and id = ${owner}`,
  )
  const { last } = await tx.one<{ last: number }>(
    sql`select max(id) as last from roles where company_id = ${company_id}`,
  )
  const roleOf = (index: number) => last + 1 + index
  const roles = PEOPLE.map(({ role, permissions }, index) => ({
    company_id,
    id: roleOf(index),
    name: role,
    permissions,
  }))
  await tx.run(db.insertInto('roles').values(roles))
  const people = PEOPLE.map(({ name, email }, index) => ({
    company_id,
    name,
    email,
    password_hash,
    role_id: roleOf(index),
  }))
  const users = ids(await tx.rows(db.insertInto('users').values(people).returning('id')))
  await tx.run(
    db.insertInto('logins').values(PEOPLE.map(({ email }, index) => ({ email, company_id, user_id: users[index]! }))),
  )
  const id = (key: Person['key']) => users[PEOPLE.findIndex((person) => person.key === key)]!
  return { owner, zootechnician: id('zootechnician'), feeder: id('feeder'), keeper: id('keeper') }
}

async function addCages(tx: Tx, company_id: number, modules: number[]): Promise<number[]> {
  const rows = CAGES.map(({ module, number, type, color, volume, limit }, index) => ({
    company_id,
    location_id: modules[module]!,
    number,
    cage_type_id: type,
    color,
    volume: volume * 10,
    density_limit: limit && limit * 10,
    x: 236 + 164 * (index % PER_ROW),
    y: 112 + 222 * Math.floor((index % CAGES_PER_MODULE) / PER_ROW),
  }))
  return ids(await tx.rows(db.insertInto('cages').values(rows).returning('id')))
}

async function addStocks(tx: Tx, company_id: number, modules: number[]): Promise<number[]> {
  const barges = [0, 1].map((index) => ({
    company_id,
    name: `Баржа «${index ? 'Южная' : 'Северная'}»`,
    location_id: modules[index]!,
    code: `Б${index + 1}`,
  }))
  const shore = { company_id, name: 'Береговой склад', location_id: null, code: 'БС' }
  const workshop = { company_id, name: 'Цех переработки', location_id: null, code: 'ЦП' }
  return ids(
    await tx.rows(
      db
        .insertInto('stocks')
        .values([...barges, shore, workshop])
        .returning('id'),
    ),
  )
}

async function addGoods(tx: Tx, company_id: number, supplier_id: number): Promise<number[]> {
  const feeds = FEEDS.map((feed) => ({ company_id, type: 'feed', measure: 'kg', supplier_id, ...feed }))
  const medicines = MEDICINES.map((medicine) => ({ company_id, type: 'medicine', ...medicine }))
  const fuels = FUELS.map((fuel) => ({ company_id, type: 'gasoline', ...fuel }))
  return ids(
    await tx.rows(
      db
        .insertInto('goods')
        .values([...feeds, ...medicines, ...fuels])
        .returning('id'),
    ),
  )
}

const addCounterparties = async (tx: Tx, company_id: number) =>
  ids(
    await tx.rows(
      db
        .insertInto('counterparties')
        .values([...COUNTERPARTIES, SUPPLIER].map((one) => ({ company_id, ...one })))
        .returning('id'),
    ),
  )

const addEmployees = async (tx: Tx, company_id: number) =>
  ids(
    await tx.rows(
      db
        .insertInto('employees')
        .values(EMPLOYEES.map((fio) => ({ company_id, fio })))
        .returning('id'),
    ),
  )

/** Named after the season in which they hatched; the second is of the other breed. */
async function addGenerations(tx: Tx, company_id: number, { start, third }: Milestones): Promise<number[]> {
  const species = ['Радужная форель', 'Форель камлоопс'].map((name) => ({ company_id, name }))
  const [rainbow, kamloops] = ids(await tx.rows(db.insertInto('species').values(species).returning('id')))
  const hatched = [addDays(start, -456), addDays(start, -213), addDays(third, -190)]
  const generations = hatched.map((date, index) => ({
    company_id,
    name: seasonOf(date),
    species_id: index === 1 ? kamloops! : rainbow!,
    date,
    code: `${seasonOf(date).slice(0, 1)}${date.slice(2, 4)}`,
  }))
  return ids(await tx.rows(db.insertInto('generations').values(generations).returning('id')))
}

/** Lays out everything that operations point to. */
export async function layPlace(tx: Tx, company_id: number, owner: number, milestones: Milestones): Promise<DemoFarm> {
  const names = MODULES.map((name, index) => ({ company_id, name, code: `М${index + 1}` }))
  const modules = ids(await tx.rows(db.insertInto('locations').values(names).returning('id')))
  const counterparties = await addCounterparties(tx, company_id)
  const [people, cages, stocks, goods, generations, employees, categories] = await Promise.all([
    addPeople(tx, company_id, owner),
    addCages(tx, company_id, modules),
    addStocks(tx, company_id, modules),
    addGoods(tx, company_id, counterparties.at(-1)!),
    addGenerations(tx, company_id, milestones),
    addEmployees(tx, company_id),
    tx.rows<{ id: number }>(sql`select id from age_categories where company_id = ${company_id} order by id`),
  ])
  return {
    people,
    cages,
    stocks: stocks.slice(0, -1),
    shore: stocks.at(-2)!,
    workshop: stocks.at(-1)!,
    counterparties: counterparties.slice(0, -1),
    supplier: counterparties.at(-1)!,
    employees,
    feeds: goods.slice(0, FEEDS.length),
    medicines: goods.slice(FEEDS.length, FEEDS.length + MEDICINES.length),
    fuels: goods.slice(FEEDS.length + MEDICINES.length),
    categories: ids(categories),
    generations,
  }
}
