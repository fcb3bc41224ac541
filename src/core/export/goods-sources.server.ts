/**
 * Goods and items. Each entry of the goods ledger is in exactly one part, an increase or a decrease, whatever its
 * document.
 */
import { type RawBuilder, sql } from 'kysely'
import {
  type ExportQuery,
  documentFields,
  goodFields,
  joinGood,
  joinAuthor,
  ofPeriod,
  openModule,
  openStock,
  type Source,
} from './export-source.server'

const LINES = 'o.at, o.id, l.line'
const waybill = {
  counterparty: 'cp.name',
  waybill_number: `o.extra ->> 'waybill_number'`,
  waybill_date: `o.extra ->> 'waybill_date'`,
}

/** SQL: what documents of these kinds brought into warehouses (+) or took from them (−). */
const entries = (kinds: readonly string[], sign: '+' | '-', more: Record<string, string>): Source => ({
  fields: {
    ...documentFields,
    kind: 'o.kind',
    ...goodFields,
    amount: `${sign}e.amount`,
    price: 'l.price',
    ...waybill,
    ...more,
  },
  from: (asked) => sql`
    from operations o
    join stock_entries e on e.company_id = ${asked.company} and e.operation_id = o.id
      and ${sql.raw(`${sign}e.amount`)} > 0
    left join operation_lines l on l.company_id = ${asked.company} and l.operation_id = o.id and l.line = e.line
    left join counterparties cp on cp.company_id = ${asked.company} and cp.id = o.counterparty_id
    ${joinGood(asked, 'e')} ${joinAuthor(asked)}
    where ${ofPeriod(asked, kinds)} ${openStock(asked, 'e.stock_id')}`,
  order: 'o.at, o.id, e.line',
})

const lines = (
  kinds: readonly string[],
  fields: Record<string, string>,
  more?: (asked: ExportQuery) => RawBuilder<unknown>,
) =>
  ({
    fields: { ...documentFields, ...goodFields, amount: 'l.amount', ...fields },
    from: (asked) => sql`
      from operations o join operation_lines l on l.company_id = ${asked.company} and l.operation_id = o.id
      ${joinGood(asked, 'l')} ${joinAuthor(asked)} ${more?.(asked) ?? sql``}
      where ${ofPeriod(asked, kinds)} ${openStock(asked, 'l.stock_id')}`,
    order: LINES,
  }) satisfies Source

/** The outgoing line of a move, joined with its incoming line. */
const moves: Source = {
  fields: { ...documentFields, ...goodFields, to_stock: 'ts.name', amount: 'l.amount' },
  from: (asked) => sql`
    from operations o
    join operation_lines l on l.company_id = ${asked.company} and l.operation_id = o.id and l.role = 'out'
    join operation_lines t on t.company_id = ${asked.company} and t.operation_id = o.id and t.line = l.line + 1
    join stocks ts on ts.company_id = ${asked.company} and ts.id = t.stock_id
    ${joinGood(asked, 'l')} ${joinAuthor(asked)}
    where ${ofPeriod(asked, ['good_move', 'workshop_good_move'])} ${openStock(asked, 'l.stock_id')}
      ${openStock(asked, 't.stock_id')}`,
  order: LINES,
}

/** A feeding belongs to its cage: the name of a closed warehouse is left out. */
const feedings: Source = {
  fields: {
    ...documentFields,
    module: 'm.name',
    cage: 'c.number',
    good: 'g.name',
    good_code: 'g.code',
    measure: 'g.measure',
    stock: 's.name',
    amount: 'o.volume',
    appetite: 'o.appetite',
  },
  from: (asked) => sql`
    from operations o
    join cages c on c.company_id = ${asked.company} and c.id = o.cage_id
    join locations m on m.company_id = ${asked.company} and m.id = c.location_id
    join goods g on g.company_id = ${asked.company} and g.id = o.good_id
    left join stocks s on s.company_id = ${asked.company} and s.id = o.stock_id ${openStock(asked, 's.id')}
    ${joinAuthor(asked)}
    where ${ofPeriod(asked, ['feeding'])} ${openModule(asked, 'c.location_id')}`,
  order: 'o.at, o.id',
}

const itemFields = { item_id: 'i.id', item: 'i.name', item_type: 'i.type', item_code: 'i.code', stock: 's.name' }

const items = (kinds: readonly string[], roles: readonly string[], fields: Record<string, string> = {}): Source => ({
  fields: { ...documentFields, ...itemFields, ...fields },
  from: (asked) => sql`
    from operations o
    join operation_lines l on l.company_id = ${asked.company} and l.operation_id = o.id
      and l.role = any(${roles}::text[])
    join items i on i.company_id = ${asked.company} and i.id = l.item_id
    left join stocks s on s.company_id = ${asked.company} and s.id = l.stock_id
    left join cages c on c.company_id = ${asked.company} and c.id = l.cage_id ${openModule(asked, 'c.location_id')}
    ${joinAuthor(asked)}
    where ${ofPeriod(asked, kinds)} ${openStock(asked, 'l.stock_id')}`,
  order: LINES,
})

const refills: Source = {
  fields: { ...documentFields, ...itemFields, ...goodFields, amount: 'o.volume' },
  from: (asked) => sql`
    from operations o
    join operation_lines l on l.company_id = ${asked.company} and l.operation_id = o.id and l.role = 'refill'
    join items i on i.company_id = ${asked.company} and i.id = l.item_id
    ${joinGood(asked, 'o')} ${joinAuthor(asked)}
    where ${ofPeriod(asked, ['refill'])} ${openStock(asked, 'o.stock_id')}`,
  order: LINES,
}

/** An item is removed by archiving; a deleted one counts as never having existed. */
const removedItems: Source = {
  fields: { time: 'i.gone_at', ...itemFields },
  from: (asked) => sql`
    from (select *, date_trunc('minute', archived_at at time zone ${asked.time_zone}) as gone_at from items
      where company_id = ${asked.company} and archived_at is not null) i
    left join stocks s on s.company_id = ${asked.company} and s.id = i.stock_id
    where i.gone_at between ${asked.start}::timestamp and ${asked.end}::timestamp ${openStock(asked, 'i.stock_id')}`,
  order: 'i.gone_at, i.id',
}

/** Amounts in warehouses at the end of the period. */
const goodRemains: Source = {
  fields: { ...goodFields, amount: 'e.amount' },
  from: (asked) => sql`
    from (
      select good_id, stock_id, sum(amount)::bigint as amount from stock_entries
      where company_id = ${asked.company} and at <= ${asked.end}::timestamp ${openStock(asked, 'stock_id')}
      group by good_id, stock_id having sum(amount) <> 0) e
    ${joinGood(asked, 'e')} where true`,
  order: 'e.good_id, e.stock_id',
}

export const goodsSources = {
  itemsAdding: items(['item_adding'], ['in']),
  itemsRemoving: removedItems,
  itemsTransactions: items(['item_move', 'tying'], ['in', 'tied', 'untied'], { action: 'l.role', cage: 'c.number' }),
  itemsRefilling: refills,
  goodsAdding: entries(['good_adding', 'workshop_good_adding', 'stocktake'], '+', {
    lot: 'l.lot',
    best_before: 'l.best_before',
  }),
  goodsRemoving: entries(
    ['good_subtracting', 'workshop_good_subtracting', 'workshop_good_shipping', 'treatment', 'stocktake'],
    '-',
    {},
  ),
  goodsTransactions: moves,
  feedings,
  batchesTransform: lines(
    ['batch_transform'],
    { role: 'l.role', batch: 'b.number' },
    ({ company }) => sql`join batches b on b.company_id = ${company} and b.id = o.batch_id`,
  ),
  workshopGoodsTransform: lines(['goods_transform'], { role: 'l.role' }),
  goodRemains,
}
