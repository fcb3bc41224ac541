/** The chain as steps, each a table: the same on the screen and in print. */
import { hrefOf } from '../../shared/pages'
import { lotText } from '../../core/documents/lots/lots.web'
import type { Column } from '../../shared/columns'
import { dayOf, daysBetween, showDay, showInstant } from '../../shared/dates'
import { NBSP, showAmount } from '../../web/format'
import type { TFunction } from '../../web/i18n'
import type { IconName } from '../../web/icons'
import type { LotUsed, Trace, TracedProduct, TraceOf } from './trace.contract'

export type StepRow = Record<string, unknown>

export interface Step {
  key: string
  icon: IconName
  /** the i18n key, as those of the columns */
  title: string
  /** what has to be known of its numbers; the i18n key */
  note?: string
  columns: Column[]
  rows: StepRow[]
  /** the journal of its documents */
  journal?: string
}

/** From the first to the last day of these documents; undefined of none. */
function periodOf(days: readonly string[]): { start: string; end: string } | undefined {
  const sorted = [...days].sort()
  return sorted.length > 0 ? { start: showDay(sorted[0]!), end: showDay(sorted.at(-1)!) } : undefined
}

/** The list of these documents. */
function listOf(page: 'batches' | 'shipments' | 'transforms', days: readonly string[]): string | undefined {
  const period = periodOf(days)
  return period && hrefOf(page, period)
}

/** The journal of these documents, of their cages alone when they are given. */
function journalOf(path: string, days: readonly string[], cages: readonly number[] = []): string | undefined {
  const period = periodOf(days)
  return period && hrefOf('journal', { path, ...period, cagesId: [...new Set(cages)] })
}

const amountText = ({ amount, measure_name }: { amount: number; measure_name: string }, t: TFunction) =>
  `${showAmount(amount)}${NBSP}${t(measure_name)}`

const good: Column = { key: 'good', title: 'Название', type: 'text' }
const amount: Column = { key: 'quantity', title: 'Количество', type: 'text' }
const time = (title: string): Column => ({ key: 'datetime', title, type: 'datetime' })
const text = (key: string, title: string): Column => ({ key, title, type: 'text' })

const withAmount = <R extends { amount: number; measure_name: string }>(row: R, t: TFunction) => ({
  ...row,
  quantity: amountText(row, t),
})

const shipped = ({ shipped }: Trace, t: TFunction): Step => ({
  key: 'shipped',
  icon: 'lift',
  title: 'Отгружено',
  columns: [time('Время'), text('counterparty', 'Покупатель'), text('waybill_number', 'Накладная'), good, amount],
  rows: shipped.map((row) => ({ ...withAmount(row, t), shipment_id: row.id })),
  journal: listOf(
    'shipments',
    shipped.map(({ datetime }) => datetime),
  ),
})

/** «партия № 5», «Филе 24 кг (от 16.11.2026)», «принята от поставщика» */
function madeOfText(product: TracedProduct, { products, batches }: Trace, t: TFunction): string {
  if (product.batch_id !== null) {
    const batch = batches.find(({ id }) => id === product.batch_id)
    return batch ? t('партия № {{name}}', { name: batch.name }) : t('партия закрытого для вас склада')
  }
  if (product.made_of.length === 0)
    return [t('принято со стороны'), product.supplier, product.lot && t('партия {{lot}}', { lot: product.lot })]
      .filter(Boolean)
      .join(', ')
  return product.made_of
    .map((part) => {
      const source = products.find(({ operation_id, line }) => operation_id === part.operation_id && line === part.line)
      return `${part.good} ${amountText(part, t)}${source ? ` (${showDay(source.datetime)})` : ''}`
    })
    .join(', ')
}

const products = (trace: Trace, t: TFunction): Step => ({
  key: 'products',
  icon: 'knife',
  title: 'Продукция',
  columns: [time('Сделана'), text('how', 'Как'), good, amount, text('of', 'Из чего')],
  rows: trace.products.map((row) => ({
    ...withAmount(row, t),
    how: t(row.source, { context: 'операция' }),
    of: madeOfText(row, trace, t),
  })),
  journal: listOf(
    'transforms',
    trace.products.filter(({ kind }) => kind === 'goods_transform').map(({ datetime }) => datetime),
  ),
})

const lotColumns: Column[] = [
  good,
  text('lot_text', 'Партия'),
  text('supplier', 'Поставщик'),
  text('waybill', 'Накладная'),
  text('period', 'Когда'),
  amount,
]
const lotRow = (row: LotUsed, t: TFunction) => ({
  ...withAmount(row, t),
  // whether it has expired since does not matter for fish that ate it
  lot_text: lotText({ ...row, state: 'good' }, t),
  period: row.first === row.last ? showDay(row.first) : `${showDay(row.first)} – ${showDay(row.last)}`,
})

const used = ({ used }: Trace, t: TFunction): Step => ({
  key: 'used',
  icon: 'box',
  title: 'Расходники в продукции',
  columns: lotColumns,
  rows: used.map((row) => lotRow(row, t)),
})

const batches = ({ batches }: Trace): Step => ({
  key: 'batches',
  icon: 'list',
  title: 'Партии и рыба в них',
  columns: [
    text('batch', 'Партия'),
    time('Подъём'),
    text('cage', 'Садок'),
    text('module', 'Модуль'),
    text('generation', 'Генерация'),
    text('species', 'Вид рыбы'),
    text('category', 'Категория'),
    { key: 'count', title: 'Рыба', type: 'count', unit: 'шт' },
    { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг' },
  ],
  rows: batches.flatMap(({ id, name, positions }) => positions.map((row) => ({ ...row, batch: name, batch_id: id }))),
  journal: listOf(
    'batches',
    batches.map(({ day }) => day),
  ),
})

const places = ({ places }: Trace): Step => ({
  key: 'places',
  icon: 'cages',
  title: 'Где жила рыба',
  columns: [
    text('cage', 'Садок'),
    text('module', 'Модуль'),
    text('generation', 'Генерация'),
    { key: 'since', title: 'С', type: 'datetime' },
    { key: 'until', title: 'По', type: 'datetime' },
  ],
  rows: places,
  journal: journalOf(
    'transfer',
    places.flatMap(({ since, until }) => [since, until]),
    places.map(({ cage_id }) => cage_id),
  ),
})

const feeds = ({ feeds, places }: Trace, t: TFunction): Step => ({
  key: 'feeds',
  icon: 'feed',
  title: 'Корма',
  note: 'Корм указан по садкам за время, пока в них была эта рыба, а не по отдельной рыбе.',
  columns: lotColumns,
  rows: feeds.map((row) => lotRow(row, t)),
  journal: journalOf(
    'feeding',
    feeds.flatMap(({ first, last }) => [first, last]),
    places.map(({ cage_id }) => cage_id),
  ),
})

const treatments = ({ treatments, batches }: Trace, t: TFunction): Step => {
  const lifts = batches.flatMap(({ positions }) => positions.map(({ datetime }) => datetime)).sort()
  return {
    key: 'treatments',
    icon: 'pill',
    title: 'Лечения',
    columns: [
      time('Время'),
      text('cage', 'Садок'),
      good,
      text('lot', 'Партия'),
      amount,
      { key: 'before', title: 'Дней до подъёма', type: 'number' },
    ],
    rows: treatments.map((row) => {
      const lift = lifts.find((datetime) => datetime >= row.datetime)
      return {
        ...withAmount(row, t),
        lot: row.lots.join(', '),
        before: lift ? daysBetween(dayOf(row.datetime), dayOf(lift)) : null,
      }
    }),
    journal: journalOf(
      'treatment',
      treatments.map(({ datetime }) => datetime),
      treatments.map(({ cage_id }) => cage_id),
    ),
  }
}

const sales = ({ sales, more_sales }: Trace, t: TFunction): Step => ({
  key: 'sales',
  icon: 'coin',
  title: 'Рыба, ушедшая без переработки',
  ...(more_sales && { note: 'Здесь последние 100 подъёмов; более ранние — в журнале подъёмов.' }),
  columns: [
    time('Подъём'),
    text('cage', 'Садок'),
    text('reason', 'Причина'),
    text('counterparty', 'Покупатель'),
    { key: 'count', title: 'Рыба', type: 'count', unit: 'шт' },
    { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг' },
  ],
  rows: sales.map((row) => ({ ...row, reason: t(row.reason) })),
  journal: journalOf(
    'withdrawal',
    sales.map(({ datetime }) => datetime),
  ),
})

const rest = ({ left, written_off }: Trace, t: TFunction): Step => ({
  key: 'rest',
  icon: 'stock',
  title: 'Осталось и списано',
  columns: [good, amount, text('where', 'Что с ней')],
  rows: [
    ...left.map((row) => ({ ...withAmount(row, t), where: t('лежит на складах') })),
    ...written_off.map((row) => ({ ...withAmount(row, t), where: t('списана') })),
  ],
})

type MakeStep = (trace: Trace, t: TFunction) => Step

/** From what is asked about to the other end: an inspector goes back from a product, a farmer forward from the fish. */
const ORDER: Record<TraceOf, readonly MakeStep[]> = {
  shipment: [shipped, products, used, batches, places, feeds, treatments],
  batch: [batches, places, feeds, treatments, products, used, shipped, rest],
  generation: [batches, products, shipped, sales, rest],
}

/** Those that have anything. */
export const stepsOf = (trace: Trace, t: TFunction): Step[] =>
  ORDER[trace.what].map((step) => step(trace, t)).filter(({ rows }) => rows.length > 0)

/** «Отгрузка А-17 от 17.11.2026 10:00, Рыбный двор» */
export function titleOf({ what, id, shipped, batches, generation }: Trace, t: TFunction): string {
  const [line] = shipped
  if (what === 'shipment' && line) {
    const title = t('Отгрузка № {{number}} от {{time}}', {
      number: line.waybill_number ?? id,
      time: showInstant(line.datetime),
    })
    return line.counterparty ? `${title}, ${line.counterparty}` : title
  }
  const [batch] = batches
  if (what === 'batch' && batch)
    return t('Партия #{{name}} от {{date}}', { name: batch.name, date: showDay(batch.day) })
  return t('Генерация {{name}}, {{species}}', { name: generation?.name ?? '', species: generation?.species ?? '' })
}
