import { describe, expect, it } from 'vitest'
import type { CageRow } from '../cages/cage.contract'
import {
  chosenGroup,
  type CageBalance,
  type Group,
  type OperationRow,
  type Settings,
  type Values,
} from './fields/form-model.web'
import { documentSettings, previewEffect, sentOf } from './fields/preview-effect.web'
import { kinds, type KindName } from './kinds/kinds.contract'
import { kindForms } from './kinds/kinds.web'
import { refusedKind } from './form/refused.web'

const group = (generation_id: number, count: number, avg_weight: number): Group => ({
  id: generation_id,
  generation_id,
  generation_name: `Г${generation_id}`,
  age_category_id: 1,
  age_category_name: 'Товарная',
  species_name: 'Форель',
  count,
  weight: count * avg_weight,
  avg_weight,
})
const book = (...groups: Group[]): CageBalance => ({
  cage: { id: 7, number: '7' } as CageRow,
  groups,
  known: true,
  failed: false,
})
const settings: Settings = { unit: 'kg', setUnit: () => undefined, weightAllowed: false }
const effects = (kind: KindName, values: Values, source: CageBalance, target = book(), { weightAllowed } = settings) =>
  previewEffect(
    kinds[kind],
    sentOf(kindForms[kind], values, weightAllowed),
    [source, target],
    documentSettings(weightAllowed),
  ).changes.map(({ change }) => change && { ...change.after, shortage: change.shortage })
const first = { generation_id: '1', age_category_id: '1' }

describe('the balance of a form', () => {
  it('retreat: the average stays, a typed weight counts only when it may be typed', () => {
    const cage = book(group(1, 10_000, 0.2))
    const values = { ...first, count: '50', weight: '4' }
    expect(effects('retreat', values, cage)).toEqual([{ count: 9_950, mass: 1_990_000_000, shortage: 0 }])
    expect(effects('retreat', values, cage, book(), { ...settings, weightAllowed: true })).toEqual([
      { count: 9_950, mass: 1_996_000_000, shortage: 0 },
    ])
  })
  it('transfer: a weight typed for the last fish is what arrives, as in the ledger', () => {
    const [source, target] = effects(
      'transfer',
      { ...first, to_id: '3', count: '100', weight: '30' },
      book(group(1, 100, 0.5)),
      book(group(1, 10, 0.5)),
    )
    expect(source).toEqual({ count: 0, mass: 0, shortage: 0 })
    expect(target).toEqual({ count: 110, mass: 35_000_000, shortage: 0 })
  })
  it('transfer: a shortage puts nothing into the target', () => {
    const [source, target] = effects('transfer', { ...first, to_id: '3', count: '120' }, book(group(1, 100, 0.5)))
    expect(source?.shortage).toBe(20)
    expect(target).toBeNull()
  })
  it('withdrawal: what nobody weighed carries its exact share of the book', () => {
    // a third of a kilogram has no whole average in milligrams
    const odd = { ...group(1, 3, 0), weight: 1 }
    expect(effects('withdrawal', { ...first, count: '2' }, book(odd))).toEqual([
      { count: 1, mass: 333_333, shortage: 0 },
    ])
  })
  it('withdrawal: representative sets the whole group to the measured average', () => {
    const values = { ...first, count: '50', avg_weight: '0.6', selection: 'representative' }
    expect(effects('withdrawal', values, book(group(1, 100, 0.5)))).toEqual([
      { count: 50, mass: 30_000_000, shortage: 0 },
    ])
  })
  it('weighing: one generation or every fish of the cage', () => {
    const cage = book(group(1, 100, 0.5), group(2, 50, 0.1))
    expect(effects('weighing', { avg_weight: '1' }, cage)[0]?.mass).toBe(150_000_000)
    expect(effects('weighing', { generation_id: '2', count: '10', weight: '3' }, cage)[0]).toMatchObject({
      count: 50,
      mass: 15_000_000,
    })
  })
  it('stocking adds to the same group, correction sets the count', () => {
    const cage = book(group(1, 100, 0.5))
    expect(effects('stocking', { ...first, count: '10', avg_weight: '0.2' }, cage)[0]).toMatchObject({
      count: 110,
      mass: 52_000_000,
    })
    expect(effects('correction', { ...first, count: '0' }, cage)[0]).toMatchObject({ count: 0, mass: 0 })
  })
  it('says nothing while the number is being typed', () => {
    expect(effects('retreat', { ...first, count: '' }, book(group(1, 100, 0.5)))).toEqual([null])
  })
})

describe('which group is meant', () => {
  it('is the only one with fish when none is chosen, as on the server', () => {
    expect(chosenGroup({}, [group(1, 0, 0), group(2, 5, 0.1)])?.generation_id).toBe(2)
    expect(chosenGroup({}, [group(1, 3, 0.1), group(2, 5, 0.1)])).toBeUndefined()
  })
})

describe('the way to the operation that a refusal names', () => {
  const refusal = {
    operation_id: 5,
    kind: 'weighing',
    datetime: '2026-07-14T10:20',
    cage_id: 3,
    cage_number: '3',
    shortage: 120,
    own: false,
  }
  it('is its own form', () => {
    expect(refusedKind(refusal)).toBe('weighing')
  })
  it('is missing for one’s own operation and for records without a journal', () => {
    expect(refusedKind({ ...refusal, own: true })).toBeNull()
    expect(refusedKind({ ...refusal, kind: 'category_change' })).toBeNull()
  })
})

describe('an edited row', () => {
  const row = { id: 1, count: 50, weight: 10, avg_weight: 0.2, reason: 'sale' } as unknown as OperationRow
  it('keeps a weight that nobody typed untyped, so that it goes on following the book', () => {
    for (const kind of ['withdrawal', 'transfer'] as const) {
      const initial = (weight_typed: boolean) => kindForms[kind].initial({ row: { ...row, weight_typed } })
      expect(initial(true)).toMatchObject({ count: '50', weight: '10', avg_weight: '0.2' })
      expect(initial(false)).toMatchObject({ count: '50', weight: '', avg_weight: '' })
    }
  })
  it('sends what its reason asks for, and nothing that was typed for another', () => {
    const typed = { stock_id: '3', workshop_weight: '2', counterparty_id: '4', price_per_kilogram: '650', payment: '' }
    const sent = (values: Values) => kindForms.withdrawal.payload!({ ...typed, ...values }, settings)
    const none = { stock_id: null, workshop_weight: null, show_with_counterparty: null, counterparty_id: null }
    expect(sent({ reason: 'culling', show_with_counterparty: '1' })).toMatchObject({
      ...none,
      price_per_kilogram: null,
    })
    expect(sent({ reason: 'sale', show_with_counterparty: '' })).toMatchObject(none)
    expect(sent({ reason: 'sale', show_with_counterparty: '1' })).toMatchObject({
      stock_id: null,
      show_with_counterparty: '1',
      counterparty_id: '4',
      price_per_kilogram: '650',
      payment: '',
    })
    const workshop = { reason: 'sending_to_workshop', show_with_counterparty: '1' }
    expect(sent(workshop)).toMatchObject({ stock_id: '3', workshop_weight: '2', counterparty_id: null, payment: null })
  })
})
