import { readFile } from 'node:fs/promises'
import { validateXML } from 'xmllint-wasm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { itemCalls } from '../../core/goods/item.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { EXPORT_KEYS } from '../../core/export/export.contract'
import { libraries } from '../../core/lists/library.contract'
import { decimalText } from '../../core/export/export-row.server'
import { escapeXml, exportSchema } from '../../core/export/xml.server'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { send } from '../../testing/session'
import { outsideCalls } from './outside.contract'

/** stands in every name of the farm */
const MARK = '<b> & "кг" > 5\u0001'

let farm: Farm
let token: string
beforeAll(async () => {
  farm = await openFarm()
  await makeWorld(farm, farm.session, MARK.replace('\u0001', ''))
  token = (await farm.call(outsideCalls.create, { name: 'Учёт', export_keys: EXPORT_KEYS })).token
})
afterAll(() => farm.close())
// an application reads ten times a minute
beforeEach(() => farm.sql(`delete from guesses where key like 'outside %'`))

const read = (query: object = {}, { as = token, inQuery = false, on = farm.app } = {}) =>
  send(on, {
    method: 'GET',
    path: '//external/output/xml',
    query: { start: farm.daysAgo(40), end: farm.today(), ...query, ...(inQuery && { token: as }) },
    headers: inQuery ? {} : { authorization: `Bearer ${as}` },
  })
const refusal = async (query: object, as?: string) => {
  const { status, body } = await read(query, { as })
  return { status, ...(body as { message: string; errors?: object }) }
}

async function faultsOf(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'export.xml', contents: xml }],
    schema: [{ fileName: 'export.xsd', contents: exportSchema() }],
  })
  return errors.map(({ message }) => message)
}

const UNESCAPED: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
/** The rows of a part: field → text. */
function rowsOf(xml: string, key: string): Record<string, string>[] {
  const part = new RegExp(`<${key}>\n([^]*?)</${key}>`).exec(xml)?.[1] ?? ''
  return [...part.matchAll(/<row>(.*?)<\/row>/g)].map(([, row]) =>
    Object.fromEntries(
      [...row!.matchAll(/<(\w+)>(.*?)<\/\1>/g)].map(([, name, text]) => [
        name,
        text!.replace(/&\w+;/g, (sign) => UNESCAPED[sign]!),
      ]),
    ),
  )
}

describe('the schema', () => {
  it('in docs is the one that is served', async () => {
    expect(await readFile('docs/sadok-export.xsd', 'utf8')).toBe(exportSchema())
    const served = await send(farm.app, { method: 'GET', path: '//external/output.xsd' })
    expect(served.text).toBe(exportSchema())
    expect(served.headers['content-type']).toContain('application/xml')
  })

  it('refuses what is none of it: the test below looks at something', async () => {
    const { text } = await read()
    const broken = text.replace(/<count>(\d+)<\/count>/, '<count>много</count>')
    expect(broken).not.toBe(text)
    expect(await faultsOf(broken)).not.toEqual([])
    expect(await faultsOf(text.replace('<retreats>', '<losses>').replace('</retreats>', '</losses>'))).not.toEqual([])
  })
})

describe('the file', () => {
  it('has rows of every part, and holds to the schema', async () => {
    await makeTheRest()
    const { status, text, headers } = await read()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(await faultsOf(text)).toEqual([])
    expect(EXPORT_KEYS.filter((key) => rowsOf(text, key).length === 0)).toEqual([])
    expect(EXPORT_KEYS).toHaveLength(20)
  })

  it.each(EXPORT_KEYS)('of %s alone holds to the schema, and has nothing else', async (key) => {
    const { text } = await read({ 'data[]': [key] })
    expect(await faultsOf(text)).toEqual([])
    expect(EXPORT_KEYS.filter((other) => text.includes(`<${other}>`))).toEqual([key])
  })

  it('says numbers exactly and names as they are', async () => {
    const module = await farm.module('Модуль «1» & Ко')
    const species = await farm.species()
    const [generation, category] = [await farm.generation({ species: species.id }), await farm.category()]
    const group = { generation_id: generation.id, age_category_id: category.id }
    const cage = await farm.cage({ location: module.id, number: '<7>' })
    const on = (day: number) => ({ date: farm.daysAgo(day), time: '10:00' })
    const fish = { ...group, count: 3, weight: '0,100001' }
    await farm.call(kinds.stocking.create, { ...on(5), to_id: cage.id, ...fish, note: 'строка 1\nстрока 2 & ]]>' })
    const [cause] = await farm.call(libraries.loss_cause.list, {})
    const lost = { ...on(2), from_id: cage.id, ...group, count: 1, loss_cause_id: cause!.id }
    const { id } = await farm.call(kinds.retreat.create, lost)
    const { text } = await read({ data: ['stockings', 'retreats', 'cageRemains'] })
    const [stocked] = rowsOf(text, 'stockings').filter(({ module }) => module === 'Модуль «1» & Ко')
    expect(stocked).toMatchObject({ cage: '<7>', count: '3', weight: '0.100001' })
    expect(text).toContain('строка 1&#10;строка 2 &amp; ]]&gt;')
    const found = rowsOf(text, 'retreats').find((row) => row.id === String(id))
    // a third of 100 001 mg, rounded half up
    expect(found).toMatchObject({ count: '1', weight: '0.033334', user: 'Анна Петрова', cause: cause!.name })
    const left = rowsOf(text, 'cageRemains').find((row) => row.cage === '<7>')
    expect(left).toMatchObject({ count: '2', weight: '0.066667' })
  })

  it('is of its period: remains are those at its end', async () => {
    const { text } = await read({ start: farm.daysAgo(40), end: farm.daysAgo(30) })
    expect(rowsOf(text, 'feedings')).toEqual([])
    expect(rowsOf(text, 'cageRemains')).toEqual([])
    const { text: later } = await read({ start: farm.daysAgo(1), end: farm.today() })
    expect(rowsOf(later, 'cageRemains').length).toBeGreaterThan(0)
  })

  it('has what the goods ledger booked in exactly one part: balances follow from it', async () => {
    const { text } = await read({ start: farm.daysAgo(300) })
    const sums = new Map<string, number>()
    const add = (key: string, sign: number, stock = 'stock') => {
      for (const row of rowsOf(text, key)) {
        const place = `${row.good} ${row[stock]}`
        sums.set(place, (sums.get(place) ?? 0) + sign * Math.round(Number(row.amount) * 1e6))
      }
    }
    for (const key of ['goodsAdding']) add(key, 1)
    for (const key of ['goodsRemoving', 'feedings', 'itemsRefilling', 'goodsTransactions']) add(key, -1)
    add('goodsTransactions', 1, 'to_stock')
    for (const key of ['batchesTransform', 'workshopGoodsTransform'])
      for (const row of rowsOf(text, key)) {
        const place = `${row.good} ${row.stock}`
        const sign = row.role === 'made' ? 1 : -1
        sums.set(place, (sums.get(place) ?? 0) + sign * Math.round(Number(row.amount) * 1e6))
      }
    const remains = rowsOf(text, 'goodRemains').map((row) => [
      `${row.good} ${row.stock}`,
      Math.round(Number(row.amount) * 1e6),
    ])
    expect(Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))).toEqual(Object.fromEntries(remains))
  })

  it('reads on past a chunk without losing or repeating a row', async () => {
    const [{ id: cage }] = (await farm.sql<{ id: number }>(`select id from cages order by id limit 1`)) as [
      { id: number },
    ]
    const company = farm.session.user.company.id
    await farm.sql(
      `insert into operations (company_id, kind, at, moves_fish, cage_id, good_id, stock_id, volume)
       select $1, 'feeding', date_trunc('day', now()::timestamp) - interval '8 days' + (n / 3) * interval '1 minute', false, $2,
         (select min(id) from goods where company_id = $1), (select min(id) from stocks where company_id = $1), 1000000
       from generate_series(1, 2500) as n`,
      [company, cage],
    )
    const rows = rowsOf((await read({ data: 'feedings' })).text, 'feedings')
    expect(rows.length).toBeGreaterThan(2500)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    await farm.sql(`delete from operations where kind = 'feeding' and user_id is null`)
  })
})

describe('whoever reads it', () => {
  it('may give the token in the address only where an administrator allows it', async () => {
    const inQuery = async (as: string) => {
      const { status, body } = await read({ data: 'weights' }, { as, inQuery: true })
      return [status, (body as { message?: string } | null)?.message]
    }
    const fields = { name: 'Таблица', export_keys: ['weights' as const] }
    const { id, token: own, token_in_address } = await farm.call(outsideCalls.create, fields)
    expect(token_in_address).toBe(false)
    const refused = await inQuery(own)
    expect(refused).toEqual([
      401,
      expect.stringContaining('нельзя передавать токен в адресе: пришлите его в заголовке'),
    ])
    expect((await read({ data: 'weights' }, { as: own })).status).toBe(200)
    expect(
      await farm.sql(`select details from security_events where kind = 'token-refused' and details ->> 'id' = $1`, [
        id,
      ]),
    ).toEqual([{ details: { id, name: 'Таблица', reason: 'address' } }])
    await farm.call(outsideCalls.update, { ...fields, id, token_in_address: true })
    expect(await inQuery(own)).toEqual([200, undefined])
    const [change] = await farm.sql(
      `select before -> 'token_in_address' as was, after -> 'token_in_address' as is from audit_log
       where entity = 'external_user' and entity_id = $1 and action = 'update'`,
      [id],
    )
    expect(change).toEqual({ was: false, is: true })
  })

  it('gets the parts that are open, and is told of one that is not', async () => {
    const part = await farm.call(outsideCalls.create, { name: 'Часть', export_keys: ['retreats', 'weights'] })
    const { text } = await read({}, { as: part.token })
    expect(EXPORT_KEYS.filter((key) => text.includes(`<${key}>`))).toEqual(['retreats', 'weights'])
    expect(await refusal({ data: ['retreats', 'feedings'] }, part.token)).toMatchObject({
      status: 403,
      message: 'Этому приложению не разрешена выгрузка: Кормления.',
    })
    const none = await farm.call(outsideCalls.create, { name: 'Датчик без выгрузки' })
    expect((await refusal({}, none.token)).status).toBe(403)
    expect((await refusal({}, `${farm.session.user.company.id}.${'x'.repeat(43)}`)).status).toBe(401)
    const [event] = await farm.sql(
      `select details from security_events where kind = 'token-refused' and details ->> 'name' = 'Часть'`,
    )
    expect(event).toEqual({ details: { id: part.id, name: 'Часть', reason: 'scope' } })
  })

  it('sees its modules and warehouses alone', async () => {
    const [module, stock] = [await farm.module('Свой модуль'), await farm.stock('Свой склад')]
    const limited = await farm.call(outsideCalls.create, {
      name: 'Ограниченное',
      export_keys: EXPORT_KEYS,
      location_ids: [module.id],
      stock_ids: [stock.id],
    })
    const { text } = await read({}, { as: limited.token })
    expect(EXPORT_KEYS.filter((key) => rowsOf(text, key).length > 0)).toEqual([])
    expect(text).not.toContain('&lt;b&gt;')
  })

  it('is told which period is too long, the wrong way round or none at all', async () => {
    expect((await refusal({ start: farm.daysAgo(400) })).errors).toEqual({
      end: ['Не более 366 дней за одну выгрузку'],
    })
    expect((await refusal({ start: farm.today(), end: farm.daysAgo(1) })).errors).toHaveProperty('end')
    expect((await refusal({ start: 'вчера' })).errors).toHaveProperty('start')
    expect((await refusal({ data: ['users'] })).status).toBe(422)
  })

  it('reads ten times a minute, whichever process it asks', async () => {
    const eager = await farm.call(outsideCalls.create, { name: 'Торопливое', export_keys: ['weights'] })
    const processes = [farm.app, await farm.process()]
    const answers = []
    for (let turn = 0; turn < 11; turn++)
      answers.push((await read({}, { as: eager.token, on: processes[turn % 2] })).status)
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(200))
    expect(answers[10]).toBe(429)
  })

  it('of another company reads that company', async () => {
    const as = await farm.company('Чужая ферма')
    const app = await farm.call(outsideCalls.create, { name: 'Чужое', export_keys: EXPORT_KEYS }, { as })
    const { text } = await read({}, { as: app.token })
    expect(text).toContain('company="Чужая ферма"')
    expect(text).not.toContain('&lt;b&gt;')
  })
})

describe('text', () => {
  it('loses what XML cannot say, and keeps the rest', () => {
    expect(escapeXml('a\u0000b\u0008\ud800c\ufffe<&>"\t\r\n😀')).toBe('abc&lt;&amp;&gt;&quot;&#9;&#13;&#10;😀')
  })
  it('of a number is exact', () => {
    expect([0, 1, -1, 1_500_000, -20_000_000, 999_999_999_000_001].map((one) => decimalText(one, 6))).toEqual([
      '0',
      '0.000001',
      '-0.000001',
      '1.5',
      '-20',
      '999999999.000001',
    ])
  })
})

/** What the world of the fuzz has not: a change of category, a correction, a net in a cage, an item in the archive. */
async function makeTheRest() {
  const on = (time: string) => ({ date: farm.daysAgo(1), time })
  const species = await farm.species()
  const [generation, category] = [await farm.generation({ species: species.id }), await farm.category()]
  const group = { generation_id: generation.id, age_category_id: category.id }
  const [cage, away] = [
    await farm.cage({ location: (await farm.module()).id }),
    await farm.cage({ location: (await farm.module()).id }),
  ]
  const come = { ...on('08:00'), to_id: cage.id, ...group, count: 100, avg_weight: 1 }
  await farm.call(kinds.stocking.create, come)
  await farm.call(kinds.transfer.create, { ...on('09:00'), from_id: cage.id, to_id: away.id, ...group, count: 1 })
  const other = await farm.category()
  const change = { ...on('10:00'), cageId: cage.id, generationId: generation.id, category_id: other.id }
  await farm.call(cageCalls.changeCategory, change)
  const net = await farm.item({ stock: (await farm.stock()).id, date: farm.daysAgo(3) })
  await farm.call(itemCalls.archiving.archive, { id: net.id })
}
