/** Calls about goods: those of both kinds, and those about all of them. */
import * as z from 'zod'
import type { Ability } from '../../shared/abilities'
import { endpoint, nothing, ok } from '../../shared/contract'
import * as f from '../../shared/fields'
import { archiveCalls } from '../lists/kit/library-kit.contract'
import { importCalls } from '../lists/kit/list-import.contract'
import {
  type GoodKind,
  goodRow,
  goodType,
  goodTypeFilter,
  measure,
  pelletSize,
  withdrawalFields,
} from './good.contract'
import { itemRow } from './item.contract'

/** good id → warehouse id → amount */
const amounts = z.record(z.string(), z.record(z.string(), z.number()))
const idName = z.array(z.object({ id: z.string(), name: z.string() }))

/** A move (`stock_from`, `stock`), a write-off or shipment (`stock_from`), or a receipt (`stock`). */
const transact = {
  stock: f.optionalId(),
  stock_from: f.optionalId(),
  count: f.amount(),
  date: f.day(),
  time: f.time(),
  /**
   * for goods that leave: `ship` makes a shipment, only for products of the workshop; otherwise they are written off
   */
  reason: f.optional(f.oneOf(['ship', 'write-off'])),
  /** the waybill of a receipt or shipment. Absent: given fields of it are used; false: none are */
  use_counterparty: f.optional(f.flag()),
  counterparty_id: f.optionalId(),
  waybill_number: f.optionalText(100),
  waybill_date: f.optional(f.day()),
  /** for one unit */
  price: f.optional(f.roubles()),
  note: f.optionalText(2000),
  /** the adding that is changed */
  transaction_id: f.optionalId(),
}

interface GoodsArea<K extends GoodKind> {
  kind: K
  title: string
  /** what one call does */
  transacting: string
  area: string
  writing: Ability
  paths: Record<'list' | 'create' | 'update' | 'transact' | 'types' | 'amounts', string>
}

const fields = {
  name: f.name(200),
  type: goodType,
  measure,
  weight: f.optional(f.kilograms()),
  code: f.optionalText(50),
  /** of a feed: its brand, mm of a pellet, the counterparty who usually delivers it */
  feed_brand_id: f.optionalId(),
  pellet_size: f.optional(pelletSize()),
  supplier_id: f.optionalId(),
  /** of a medicine: the later of the two counts */
  ...withdrawalFields,
  /** of all warehouses together */
  min_amount: f.optional(f.amount()),
  /** of single warehouses: id → amount, null for none. Warehouses left out keep theirs */
  min_amounts: z.record(z.string(), f.optional(f.amount())).optional(),
}
/** As many as a document has lines. */
const MAX_AT_ONCE = 200
const byId = { id: f.id() }

/** at the end of this day; left out, now */
const day = { date: f.optional(f.day()) }

const common = (area: string) => ({ method: 'GET', area }) as const

/** The list is a map by id, as the specification gives it. */
const readsOf = <K extends GoodKind>({ title, area, paths }: GoodsArea<K>) => ({
  list: endpoint({
    path: paths.list,
    reads: ['goods', 'lists'],
    ability: 'signed-in',
    ...common(area),
    summary: `${title}: список с остатками`,
    input: z.object({ type: goodTypeFilter(), ...day }),
    answer: z.record(z.string(), goodRow),
  }),
  types: endpoint({
    path: paths.types,
    reads: [],
    ability: 'signed-in',
    ...common(area),
    summary: `${title}: виды`,
    input: nothing,
    answer: idName,
  }),
  amounts: endpoint({
    path: paths.amounts,
    reads: ['goods'],
    ability: 'signed-in',
    ...common(area),
    summary: `${title}: остатки`,
    input: z.object(day),
    answer: amounts,
  }),
})

const writesOf = <K extends GoodKind>({ kind, title, transacting, area, writing, paths }: GoodsArea<K>) => {
  const common = { ability: writing, area }
  return {
    create: endpoint({
      ...common,
      method: 'POST',
      path: paths.create,
      summary: `${title}: создать`,
      input: z.object(fields),
      answer: goodRow,
    }),
    update: endpoint({
      ...common,
      method: 'PUT',
      path: paths.update,
      summary: `${title}: изменить`,
      input: z.object({ ...byId, ...fields }),
      answer: goodRow,
    }),
    remove: endpoint({
      ...common,
      method: 'DELETE',
      path: `/crud/${kind}/{id}`,
      summary: `${title}: удалить`,
      input: z.object(byId),
      answer: ok,
    }),
    transact: endpoint({
      ...common,
      method: 'POST',
      path: paths.transact,
      summary: `${title}: ${transacting}`,
      input: z.object({ ...byId, ...transact }),
      answer: z.object({ id: z.number(), good: goodRow }),
    }),
  }
}

const severalOf = <K extends GoodKind>({ title, area, writing, paths }: GoodsArea<K>) =>
  endpoint({
    ability: writing,
    area,
    method: 'POST',
    path: `${paths.create}/several`,
    summary: `${title}: создать несколько сразу, все или ни одного`,
    input: z.object({ rows: z.array(z.object(fields)).min(1).max(MAX_AT_ONCE) }),
    answer: z.object({ goods: z.array(goodRow) }),
  })

/** The calls of one kind of goods. */
const callsOf = <K extends GoodKind>(place: GoodsArea<K>) => ({
  ...readsOf(place),
  ...writesOf(place),
  createSeveral: severalOf(place),
  importing: importCalls({ model: place.kind, title: place.title, ability: place.writing, area: place.area }),
  archiving: archiveCalls({ model: place.kind, title: place.title, ability: place.writing, area: place.area }, goodRow),
})

const area = 'warehouse'

const consumables = callsOf({
  kind: 'good',
  title: 'Расходники',
  transacting: 'внести, списать или переместить',
  area,
  writing: 'write stocks',
  paths: {
    list: '/crud/good',
    create: '/goods',
    update: '/goods/{id}',
    transact: '/transact-good/{id}',
    types: '/good-types',
    amounts: '/all-goods-amounts',
  },
})

export const workshopGoodCalls = callsOf({
  kind: 'workshop_good',
  title: 'Продукция цеха',
  transacting: 'внести, списать, отгрузить или переместить',
  area: 'workshop',
  writing: 'access workshop',
  paths: {
    list: '/crud/workshop_good',
    create: '/workshop-goods',
    update: '/crud/workshop_good/{id}',
    transact: '/transact-workshop-good/{id}',
    types: '/workshop-good-types',
    amounts: '/all-workshop-goods-amounts',
  },
})

const measures = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Единицы измерения',
    input: nothing,
    answer: idName,
  })

export const goodCalls = {
  ...consumables,
  /** deletes a movement that may be cancelled */
  removeTransaction: endpoint({
    method: 'DELETE',
    path: '/transactions/{id}',
    ability: 'signed-in',
    area,
    summary: 'Отменить движение',
    input: z.object({ id: f.id() }),
    answer: z.object({
      good: goodRow.optional(),
      goods: z.record(z.string(), goodRow),
      /** the item that it was about */
      item: itemRow.optional(),
    }),
  }),
  /** the same under the spelling of the general lists */
  typesAlias: endpoint({ ...consumables.types, path: '/good/good_type' }),
  measures: measures('/good-measures'),
  measuresAlias: measures('/good/good_measure'),
  fuels: endpoint({
    method: 'GET',
    path: '/gasoline-goods',
    reads: ['goods', 'lists'],
    ability: 'signed-in',
    area,
    summary: 'Топливо с остатками; with_nulls — и то, которого нет ни на одном складе',
    input: z.object({ with_nulls: f.flag() }),
    answer: z.record(z.string(), goodRow),
  }),
  feedAmounts: endpoint({ ...consumables.amounts, path: '/all-feeds-amounts', summary: 'Остатки кормов' }),
  allStocks: endpoint({
    method: 'GET',
    path: '/all-stocks',
    reads: ['lists'],
    ability: 'signed-in',
    area,
    summary: 'Склады, доступные пользователю',
    input: nothing,
    answer: z.array(z.object({ id: z.number(), name: z.string(), archived: z.boolean() })),
  }),
}

export const callsOfKind = { good: goodCalls, workshop_good: workshopGoodCalls }
