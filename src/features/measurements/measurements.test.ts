import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_RIGHT } from '../../shared/abilities'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageCalls } from '../../core/cages/cage.contract'
import { measureParameterCalls } from '../../core/lists/libraries/measure-parameter.contract'
import { cellKey, measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'

const { create, update, remove, table, byLocation, calendar, chart } = measurementCalls

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

/** A module with two cages, and its water measured at two depths. */
async function water() {
  const module = await farm.module()
  const [one, two, temperature, oxygen] = await Promise.all([
    farm.cage({ location: module.id }),
    farm.cage({ location: module.id }),
    farm.parameter({ location: module.id, name: 'Вода', depth: [0.5, 2] }),
    farm.parameter({ location: module.id, name: 'Кислород', type: 'oxygen' }),
  ])
  return { module, one, two, temperature, oxygen }
}
type Water = Awaited<ReturnType<typeof water>>

const on = (days: number, time = '08:00') => ({ date: farm.daysAgo(days), time })
const measure = ({ temperature }: Water, days: number, value: unknown, rest: object = {}) =>
  farm.call(create, { ...on(days), measure_parameter_id: temperature.id, value, ...rest })
const listOf = async ({ module }: Water, days: number) =>
  (await farm.call(byLocation, {
    locationId: module.id,
    start: farm.daysAgo(days),
    end: farm.today(),
  })) as MeasurementRow[]

describe('a reading', () => {
  it('is stored exactly, and answered with the count of its day', async () => {
    const place = await water()
    await measure(place, 2, '8,4', { depth: 2, cage_id: place.one.id })
    const made = await measure(place, 2, -0.123456, { depth: '0,5' })
    expect(made.count).toBe(2)
    expect(made.measurement).toEqual(await listOf(place, 2).then((rows) => rows.find(({ id }) => id === made.id)))
    expect(made).toMatchObject({ value: -0.123456, depth: 0.5, cage_id: null, external_input: false, time: '08:00' })
    expect(made).toMatchObject({ user_name: 'Анна Петрова', location_id: place.module.id, beautifulSymbol: '°C' })
  })

  it('stands once for its parameter, depth, cage and minute', async () => {
    const place = await water()
    await measure(place, 1, 8.4)
    const again = await farm.call(
      create,
      { ...on(1), measure_parameter_id: place.temperature.id, value: 9 },
      { expect: 422 },
    )
    expect(again.errors).toEqual({ time: ['На это время такой замер уже есть: 8,4'] })
    await measure(place, 1, 9, { depth: 2 })
    await measure(place, 1, 9, { cage_id: place.one.id })
    const later = await measure(place, 1, 9, { time: '09:00' })
    const moved = { id: later.id, ...on(1), measure_parameter_id: place.temperature.id, value: 9 }
    expect((await farm.call(update, moved, { expect: 422 })).errors).toHaveProperty('time')
    expect(await listOf(place, 1)).toHaveLength(4)
  })

  it.each([
    ['value', { value: 150 }, 'Введите число от −5 до 45'],
    ['value', { value: 'тёплая' }, 'Введите число, не более 6 знаков после запятой'],
    ['depth', { depth: 7 }, 'У параметра нет такой глубины, есть 0,5; 2 м'],
    ['measure_parameter_id', { measure_parameter_id: 999_999 }, 'Параметр не найден'],
    ['cage_id', { cage_id: 999_999 }, 'Садок не найден'],
  ])('is refused under its %s: %o', async (field, wrong, text) => {
    const { temperature } = await water()
    const input = { ...on(1), measure_parameter_id: temperature.id, value: 8, ...wrong }
    const refused = await farm.call(create, input, { expect: 422 })
    expect(refused.errors).toEqual({ [field]: [text] })
  })

  it('belongs to a cage of its own module, and not to the future', async () => {
    const place = await water()
    const { one } = await water()
    const input = { ...on(1), measure_parameter_id: place.temperature.id, value: 8 }
    const elsewhere = await farm.call(create, { ...input, cage_id: one.id }, { expect: 422 })
    expect(elsewhere.errors).toEqual({ cage_id: ['Садок другого модуля'] })
    const ahead = await farm.call(create, { ...input, date: farm.daysAgo(-2) }, { expect: 422 })
    expect(ahead.errors?.date?.[0]).toContain('Время ещё не наступило')
  })

  it('is changed and deleted, and who did what is kept', async () => {
    const place = await water()
    const made = await measure(place, 3, 8, { depth: 2 })
    const input = { id: made.id, ...on(3, '09:30'), measure_parameter_id: place.temperature.id, value: '8,5' }
    const changed = await farm.call(update, input)
    expect(changed).toMatchObject({ id: made.id, time: '09:30', value: 8.5, depth: 2 })
    expect(await farm.call(remove, { id: made.id })).toEqual({ ok: true, date: farm.daysAgo(3), count: 0 })
    await farm.call(remove, { id: made.id }, { expect: 404 })
    const lines = await farm.sql<{ action: string; before: { value: number } | null; after: { value: number } | null }>(
      `select action, before, after from audit_log where entity = 'measurement' and entity_id = $1 order by id`,
      [made.id],
    )
    expect(lines.map(({ action, before, after }) => [action, before?.value, after?.value])).toEqual([
      ['create', undefined, 8_000_000],
      ['update', 8_000_000, 8_500_000],
      ['delete', 8_500_000, undefined],
    ])
  })

  it('needs its right to be written, and the module to be open', async () => {
    const place = await water()
    const elsewhere = await farm.module()
    const reader = await farm.user({ permissions: ['create feedings'] })
    const stranger = await farm.user({ permissions: ['create measurements'], locations: [elsewhere.id] })
    const made = await measure(place, 1, 8)
    const input = { ...on(2), measure_parameter_id: place.temperature.id, value: 8 }
    expect((await farm.call(create, input, { as: reader, expect: 403 })).message).toBe(NO_RIGHT)
    await farm.call(create, input, { as: stranger, expect: 422 })
    await farm.call(update, { id: made.id, ...input }, { as: stranger, expect: 404 })
    await farm.call(remove, { id: made.id }, { as: stranger, expect: 404 })
    const period = { locationId: place.module.id, start: farm.daysAgo(5), end: farm.today() }
    await farm.call(byLocation, period, { as: stranger, expect: 403 })
    await farm.call(calendar, { locationId: place.module.id, month: farm.daysAgo(1) }, { as: stranger, expect: 403 })
    const all = { ...period, locationId: -1, paramNames: 'Вода' }
    expect((await farm.call(chart, all, { as: stranger })).datasets).toEqual([])
    expect(await farm.call(measureParameterCalls.list, {}, { as: stranger })).toEqual([])
  })
})

describe('the calendar', () => {
  it('counts each day of the month, its first and last minute too, and no other', async () => {
    const place = await water()
    const when = (date: string, time: string) =>
      farm.call(create, { date, time, measure_parameter_id: place.temperature.id, value: 1 })
    for (const [date, time] of [
      ['31.01.2026', '23:59'],
      ['01.02.2026', '00:00'],
      ['28.02.2026', '12:00'],
      ['28.02.2026', '23:59'],
      ['01.03.2026', '00:00'],
    ] as const)
      await when(date, time)
    for (const month of ['2026-02', '02.2026', '15.02.2026'])
      expect(await farm.call(calendar, { locationId: place.module.id, month })).toEqual([
        { day: '2026-02-01', date: '01.02.2026', count: 1, external_count: 0 },
        { day: '2026-02-28', date: '28.02.2026', count: 2, external_count: 0 },
      ])
  })
})

describe('the table of a day', () => {
  it('creates, changes and deletes what was typed, all in one go', async () => {
    const place = await water()
    const [kept, emptied, changed] = await Promise.all(
      ['08:00', '09:00', '10:00'].map((time) => measure(place, 1, 8, { time, cage_id: place.one.id })),
    )
    const cell = { measure_parameter_id: place.temperature.id, depth: 2 }
    const answer = await farm.call(table, {
      date: farm.daysAgo(1),
      measurements_data: {
        created: [
          { ...cell, cage_id: place.one.id, value: '7,5' },
          { ...cell, cage_id: place.two.id, value: '' },
        ],
        updated: [
          { id: changed!.id, value: '8,1' },
          { id: emptied!.id, value: '' },
        ],
        deleted: [],
      },
    })
    expect(answer.created).toEqual([
      expect.objectContaining({ cage_id: place.one.id, depth: 2, value: 7.5, time: '12:00' }),
    ])
    expect(answer.updated).toEqual([expect.objectContaining({ id: changed!.id, value: 8.1 })])
    expect(answer.deleted).toEqual([emptied!.id])
    const rows = await listOf(place, 1)
    expect(rows.map(({ id }) => id).sort()).toEqual([kept!.id, changed!.id, answer.created[0]!.id].sort())
  })

  it('names each wrong cell by its cage and column, and stores nothing then', async () => {
    const place = await water()
    const { one, two, temperature, oxygen } = place
    const stored = await measure(place, 1, 8, { cage_id: one.id, depth: 2, time: '12:00' })
    const refused = await farm.call(
      table,
      {
        date: farm.daysAgo(1),
        measurements_data: {
          created: [
            { cage_id: one.id, measure_parameter_id: temperature.id, value: 'холодно' },
            { cage_id: two.id, measure_parameter_id: oxygen.id, value: 400 },
            { cage_id: two.id, measure_parameter_id: temperature.id, depth: 2, value: 7 },
          ],
          updated: [{ id: stored.id, value: 99 }],
        },
      },
      { expect: 422 },
    )
    expect(refused.errors).toEqual({
      [`measurements_data.${one.id}.${temperature.id}.value`]: ['Введите число, не более 6 знаков после запятой'],
      [`measurements_data.${two.id}.${oxygen.id}.value`]: ['Введите число от 0 до 40'],
      [cellKey(one.id, temperature, 2)]: ['Введите число от −5 до 45'],
    })
    expect(await listOf(place, 1)).toHaveLength(1)
    const taken = { cage_id: one.id, measure_parameter_id: temperature.id, depth: 2, value: 9 }
    const twice = await farm.call(
      table,
      { date: farm.daysAgo(1), measurements_data: { created: [taken] } },
      { expect: 422 },
    )
    expect(twice.errors).toEqual({ [cellKey(one.id, temperature, 2)]: ['Замер уже есть: 8'] })
  })

  it('refuses a reading that someone has deleted meanwhile', async () => {
    const place = await water()
    const { id } = await measure(place, 1, 8)
    await farm.call(remove, { id })
    const input = { date: farm.daysAgo(1), measurements_data: { updated: [{ id, value: 9 }] } }
    expect((await farm.call(table, input, { expect: 409 })).message).toContain('Обновите страницу')
  })
})

describe('the chart', () => {
  const period = { start: '01.01.2026', end: '31.01.2026' }
  const read = async (place: Water, at: string, value: number, rest: object = {}) => {
    const [date, time] = at.split(' ') as [string, string]
    return measure(place, 0, value, { date, time, ...rest })
  }

  it('has a line for each parameter and depth; readings of one minute are their mean', async () => {
    const place = await water()
    await read(place, '10.01.2026 08:00', 2, { cage_id: place.one.id })
    await read(place, '10.01.2026 08:00', 3, { cage_id: place.two.id })
    await read(place, '11.01.2026 08:00', 4, { depth: 2 })
    await read(place, '11.01.2026 08:00', 9, { measure_parameter_id: place.oxygen.id })
    const asked = { ...period, locationId: place.module.id }
    const { datasets, bucket_minutes } = await farm.call(chart, { ...asked, paramNames: ['Кислород', 'Вода'] })
    expect(bucket_minutes).toBe(0)
    expect(datasets.map(({ label }) => label)).toEqual(['Кислород, 2 м', 'Вода, 0,5 м', 'Вода, 2 м'])
    expect(datasets[1]).toMatchObject({ beautifulSymbol: '°C', depth: 0.5, external_input: false })
    expect(datasets[1]!.points).toEqual([{ datetime: '2026-01-10T08:00', value: 2.5, min: 2, max: 3, count: 2 }])
    const ofCage = await farm.call(chart, { ...asked, paramNames: 'Вода', cage_id: place.two.id })
    expect(ofCage.datasets.map(({ points }) => points.map(({ value }) => value))).toEqual([[3]])
    const three = { ...asked, paramNames: ['а', 'б', 'в'] }
    expect((await farm.call(chart, three, { expect: 422 })).message).toBe('Не более двух параметров')
  })

  it('gathers many readings of a sensor into stretches, and shows it only when asked', async () => {
    const { module, temperature } = await water()
    await farm.sql(
      `insert into measurements (company_id, measure_parameter_id, location_id, at, depth, value, external_input)
       select $1, $2, $3, '2026-01-01'::timestamp + i * interval '5 minutes', 50, 1000000 * (i % 3), true from generate_series(0, 8063) i`,
      [farm.session.user.company.id, temperature.id, module.id],
    )
    const asked = { ...period, locationId: module.id, paramNames: 'Вода' }
    expect((await farm.call(chart, { ...asked, external_input: false })).datasets).toEqual([])
    const { datasets, bucket_minutes } = await farm.call(chart, asked)
    expect(bucket_minutes).toBe(60)
    expect(datasets).toHaveLength(1)
    expect(datasets[0]!.points).toHaveLength(672)
    expect(datasets[0]!.points[1]).toEqual({ datetime: '2026-01-01T01:00', value: 1, min: 0, max: 2, count: 12 })
  })
})

it('a module’s readings come in pages, sorted as asked', async () => {
  const place = await water()
  for (const [days, value] of [
    [3, 7],
    [2, 9],
    [1, 8],
  ] as const)
    await measure(place, days, value)
  const asked = { locationId: place.module.id, start: farm.daysAgo(9), end: farm.today(), page: 1, per_page: 2 }
  const valuesOf = async (sort?: string, page = 1) => {
    const answer = (await farm.call(byLocation, { ...asked, sort, page })) as { rows: MeasurementRow[]; total: number }
    expect(answer.total).toBe(3)
    return answer.rows.map(({ value }) => value)
  }
  expect(await valuesOf()).toEqual([8, 9])
  expect(await valuesOf('value')).toEqual([7, 8])
  expect(await valuesOf('-value', 2)).toEqual([7])
})

it('a cage with readings stays', async () => {
  const place = await water()
  await measure(place, 1, 8, { cage_id: place.one.id })
  await farm.call(cageCalls.remove, { id: place.one.id }, { expect: 409 })
  await farm.call(cageCalls.remove, { id: place.two.id })
})
