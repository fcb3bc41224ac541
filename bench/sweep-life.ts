/** What the sweep adds to a farm of fish: warehouses, workshop, water and audit log as large as the fish. */
import type pg from 'pg'
import { makeGoods } from './goods-life'
import { COMPANY } from './load'
import type { Size } from './farm-plan'

const GOODS = 2000
const PRODUCTS = 50
/** first id of the workshop's goods, after those of `goods-life` */
const FIRST_PRODUCT = 9001

const USER = '(select min(id) from users)'

const WATER = `
  insert into measure_parameters (company_id, id, name, measure_type, symbol, depth, location_id)
  select ${COMPANY}, 100 * l.id + p, (array['Температура', 'Кислород'])[p], (array['temperature', 'oxygen'])[p],
    (array['°C', 'мг/л'])[p], '{5}', l.id
  from locations l, generate_series(1, 2) p where l.company_id = ${COMPANY};
  insert into measurements (company_id, measure_parameter_id, location_id, depth, at, value, user_id)
  select ${COMPANY}, p.id, p.location_id, 5, d + time '08:00', 60000 + (extract(doy from d)::int * 100), ${USER}
  from measure_parameters p, generate_series($1::date - 3600, $1::date, interval '1 day') d
  where p.company_id = ${COMPANY} and p.id >= 100`

const SHIPPED = `
  with made as (
    insert into operations (company_id, user_id, kind, at, moves_fish, counterparty_id, extra)
    select ${COMPANY}, ${USER}, k.kind, d + k.at, false,
      (select min(id) from counterparties where company_id = ${COMPANY}),
      case when k.kind = 'workshop_good_shipping' then jsonb_build_object('waybill_number', to_char(d, 'YYMMDD')) end
    from generate_series($1::date - 3600, $1::date - 1, interval '1 day') d,
      (values ('workshop_good_adding', time '07:00'), ('workshop_good_shipping', time '15:00')) k (kind, at)
    returning id, kind, at),
  lines as (
    insert into operation_lines (company_id, operation_id, line, role, good_id, stock_id, amount, price)
    select ${COMPANY}, m.id, n, case when kind = 'workshop_good_shipping' then 'out' else 'in' end,
      ${FIRST_PRODUCT} + (extract(day from at)::int * 7 + n) % ${PRODUCTS}, 1, 50 * 1000000, 45000
    from made m, generate_series(0, 9) n
    returning operation_id, line, role, good_id, stock_id, amount, price),
  entries as (
    insert into stock_entries (company_id, good_id, stock_id, at, operation_id, line, amount, price, moved)
    select ${COMPANY}, good_id, stock_id, m.at, operation_id, line, case when role = 'in' then amount else -amount end,
      case when role = 'in' then price end, false
    from lines l join made m on m.id = l.operation_id
    returning good_id, stock_id, at, amount)
  insert into stock_days (company_id, good_id, stock_id, day, closing, lowest)
  select ${COMPANY}, good_id, stock_id, at::date, 0, 0 from entries group by good_id, stock_id, at::date`

const AUDITED = `
  insert into audit_log (company_id, user_id, entity, entity_id, action, after, at)
  select ${COMPANY}, ${USER}, (array['feeding', 'retreat', 'weight', 'receipt'])[1 + n % 4], n, 'create',
    jsonb_build_object('cage_id', 1 + n % 400, 'volume', n % 900, 'note', 'утром'), now() - n * interval '5 minutes'
  from generate_series(1, 500000) n`

const BATCHES = `
  insert into batches (company_id, number, day, stock_id, user_id)
  select ${COMPANY}, n, $1::date - n % 3600, 1, ${USER} from generate_series(1, 1500) n`

const FORCED = [
  'measure_parameters',
  'measurements',
  'counterparties',
  'operation_lines',
  'audit_log',
  'batches',
  'goods',
]
const LEDGER = ['operations', 'stock_entries', 'stock_days']

async function unforced(admin: pg.Client, work: () => Promise<void>): Promise<void> {
  const all = [...FORCED, ...LEDGER]
  for (const table of all) await admin.query(`alter table ${table} no force row level security`)
  await work()
  for (const table of all) await admin.query(`alter table ${table} force row level security`)
}

export async function makeLife(admin: pg.Client, lastDay: string, { cages }: Size): Promise<void> {
  await makeGoods(admin, lastDay, { goods: GOODS, entries: 2000 * cages })
  await unforced(admin, async () => {
    await admin.query(`insert into counterparties (company_id, name) values (${COMPANY}, 'Рыбный дом')`)
    await admin.query(
      `insert into goods (company_id, id, name, type, measure, kind)
       select ${COMPANY}, i, 'Продукция ' || i, 'fillet', 'kg', 'workshop_good'
       from generate_series(${FIRST_PRODUCT}, ${FIRST_PRODUCT + PRODUCTS - 1}) i`,
    )
    for (const statement of WATER.split(';')) await admin.query(statement, statement.includes('$1') ? [lastDay] : [])
    await admin.query(SHIPPED, [lastDay])
    await admin.query(AUDITED)
    await admin.query(BATCHES, [lastDay])
  })
  await admin.query('vacuum (analyze)')
}
