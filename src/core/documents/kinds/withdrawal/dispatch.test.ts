/** Fish sent to the workshop through the API, and the batches they make. */
import { describe, expect, test } from 'vitest'
import { liftingLab } from '../../../../testing/farm/lifting'
import { kinds } from '../kinds.contract'

const { withdrawal } = kinds

const lab = liftingLab()
const { on, lift, rowsOf } = lab

describe('sending to the workshop', () => {
  const send = (day: number, count: number, stock_id: number, rest: object = {}) =>
    lift({ ...on(day, count), reason: 'sending_to_workshop', stock_id, ...rest })

  test('opens the batch of that warehouse and day, and joins it while it is open', async () => {
    const shop = await lab.farm.stock('Цех')
    const first = await send(3, 100, shop.id, { weight: 21, workshop_weight: '20,5' })
    const entity = { name: expect.any(String), type_translation: expect.any(String) }
    expect(first).toMatchObject({ stock: 'Цех', workshop_weight: 20.5, batch_name: first.batch!.name })
    expect(first.batch).toMatchObject({
      date: lab.farm.daysAgo(3),
      stock_name: 'Цех',
      processed_at: null,
      creator_user_name: 'Анна Петрова',
      sum_entities_count: 100,
      sum_entities_weight: 20.5,
      entities: [{ ...entity, withdrawal_id: first.id, count: 100, avg_weight: 0.205, weight: 20.5 }],
    })
    const second = await send(3, 50, shop.id)
    expect(second.batch).toMatchObject({
      id: first.batch!.id,
      sum_entities_count: 150,
      // nobody weighed the second lot: 50 of the 9 900 fish that weigh 1 979 kg are 9.994949 kg
      sum_entities_weight: 30.494949,
    })
    const elsewhere = await send(3, 50, (await lab.farm.stock()).id)
    const later = await send(2, 50, shop.id)
    expect(new Set([first, elsewhere, later].map(({ batch }) => batch!.id)).size).toBe(3)
    // earlier ones carry their share of what was there before: 9.994949 + 9.994950
    expect((await rowsOf()).footer.workshop_weight).toBe(50.484848)
  })

  test('two at once join one batch', async () => {
    const shop = await lab.farm.stock()
    const cages = await Promise.all([1, 2, 3, 4, 5, 6].map(() => lab.pond.cage()))
    for (const { id } of cages) await lab.pond.stock(id, 30)
    const made = await Promise.all(cages.map(({ id }) => send(3, 10, shop.id, { from_id: id })))
    expect(new Set(made.map(({ batch }) => batch!.id)).size).toBe(1)
    expect(Math.max(...made.map(({ batch }) => batch!.sum_entities_count))).toBe(60)
    await Promise.all(made.map(({ id }) => lab.farm.call(withdrawal.remove, { id })))
    expect(await lab.farm.sql('select 1 from batches where stock_id = $1', [shop.id])).toEqual([])
  })

  test('an edit moves the position, and an empty batch goes', async () => {
    const [shop, other] = [await lab.farm.stock(), await lab.farm.stock()]
    const { id, batch } = await send(3, 100, shop.id, { weight: 21 })
    const edit = (rest: object) =>
      lab.farm.call(withdrawal.update, {
        id,
        ...on(3, 120, 25),
        reason: 'sending_to_workshop',
        stock_id: shop.id,
        ...rest,
      })
    expect((await edit({})).batch).toMatchObject({ id: batch!.id, sum_entities_count: 120, sum_entities_weight: 25 })
    const moved = (await edit({ stock_id: other.id })).batch!
    expect(moved).toMatchObject({ stock_id: other.id, sum_entities_count: 120 })
    expect((await edit({ stock_id: other.id, date: lab.farm.daysAgo(2) })).batch).toMatchObject({
      date: lab.farm.daysAgo(2),
    })
    expect(await edit({ reason: 'culling', stock_id: null })).toMatchObject({
      batch: null,
      batch_id: null,
      stock: null,
    })
    expect(await lab.farm.sql('select 1 from batches where stock_id in ($1, $2)', [shop.id, other.id])).toEqual([])
  })

  test('a deleted withdrawal leaves its batch', async () => {
    const shop = await lab.farm.stock()
    const [first, second] = [await send(3, 100, shop.id), await send(3, 50, shop.id)]
    const left = await lab.farm.call(withdrawal.remove, { id: first.id })
    expect(left.batch).toMatchObject({ id: second.batch!.id, sum_entities_count: 50 })
    expect((await lab.farm.call(withdrawal.remove, { id: second.id })).batch).toBeNull()
    expect(await lab.farm.sql('select 1 from batches where stock_id = $1', [shop.id])).toEqual([])
  })

  test('once the batch is processed nothing of it changes, and the next withdrawal opens another', async () => {
    const shop = await lab.farm.stock()
    const { id, batch } = await send(3, 100, shop.id)
    await lab.farm.sql('update batches set processed_at = now()::timestamp where id = $1', [batch!.id])
    const flags = {
      edit_disabled: true,
      edit_disabled_reason: 'Партия уже обработана.',
      delete_disabled: true,
      delete_disabled_reason: 'Партия уже обработана.',
    }
    expect((await rowsOf()).rows).toMatchObject([{ id, ...flags }])
    const refusal = { message: 'Партия уже обработана.', msgShouldBeShown: true }
    expect(await lab.farm.call(withdrawal.update, { id, ...on(3, 1) }, { expect: 403 })).toEqual(refusal)
    expect(await lab.farm.call(withdrawal.remove, { id }, { expect: 403 })).toEqual(refusal)
    const next = await send(3, 7, shop.id)
    expect(next.batch!.id).not.toBe(batch!.id)
    expect(next.batch).toMatchObject({ sum_entities_count: 7 })
  })

  test('needs a warehouse that is the company’s and open to the user', async () => {
    const refused = async (stock_id: number | undefined, as = lab.farm.session) =>
      (
        await lab.farm.call(
          withdrawal.create,
          { ...on(3, 1), reason: 'sending_to_workshop', stock_id },
          { as, expect: 422 },
        )
      ).errors
    expect(await refused(undefined)).toEqual({ stock_id: ['Выберите склад'] })
    const theirs = await lab.farm.stock('Чужой склад', { as: await lab.farm.company() })
    expect(await refused(theirs.id)).toEqual({ stock_id: ['Склад не найден'] })
    const [open, shut] = [await lab.farm.stock(), await lab.farm.stock()]
    const limited = await lab.farm.user({
      permissions: ['create withdrawals', 'delete from journals'],
      stocks: [open.id],
    })
    expect(await refused(shut.id, limited)).toEqual({ stock_id: ['Склад не найден'] })
    expect(await lab.farm.sql('select 1 from batches where stock_id = $1', [shut.id])).toEqual([])
    const { id } = await send(3, 1, shut.id)
    await lab.farm.call(withdrawal.remove, { id }, { as: limited, expect: 403 })
    await lab.farm.call(
      withdrawal.create,
      { ...on(3, 1), reason: 'sending_to_workshop', stock_id: open.id },
      { as: limited },
    )
  })

  test('a fish weighs at most a ton in the workshop as well', async () => {
    const shop = await lab.farm.stock()
    const heavy = { ...on(3, 2), reason: 'sending_to_workshop', stock_id: shop.id, workshop_weight: 2000.5 }
    expect(await lab.farm.call(withdrawal.create, heavy, { expect: 422 })).toMatchObject({
      errors: { workshop_weight: ['Слишком большой вес: рыба не весит больше 1 000 кг'] },
    })
  })

  test('repeated with the same key enters the batch once', async () => {
    const shop = await lab.farm.stock()
    const input = { ...on(3, 10), reason: 'sending_to_workshop', stock_id: shop.id }
    const answers = await Promise.all(
      [1, 2, 3].map(() => lab.farm.call(withdrawal.create, input, { key: 'to-the-workshop' })),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers[0]!.batch).toMatchObject({ sum_entities_count: 10 })
  })

  test('looked at beforehand opens no batch and leaves no line of audit', async () => {
    const shop = await lab.farm.stock()
    const before = await lab.farm.sql('select count(*) from audit_log')
    await lab.farm.call(withdrawal.previewCreate, { ...on(3, 10), reason: 'sending_to_workshop', stock_id: shop.id })
    expect(await lab.farm.sql('select 1 from batches where stock_id = $1', [shop.id])).toEqual([])
    expect(await lab.farm.sql('select count(*) from audit_log')).toEqual(before)
  })

  test('is audited together with the batch', async () => {
    const shop = await lab.farm.stock()
    const { id, batch } = await send(3, 10, shop.id)
    await lab.farm.call(withdrawal.remove, { id })
    const lines = await lab.farm.sql(
      "select action from audit_log where entity = 'batch' and entity_id = $1 order by id",
      [batch!.id],
    )
    expect(lines).toEqual([{ action: 'create' }, { action: 'delete' }])
  })
})
