import { useEffect, useMemo } from 'react'
import { NBSP, NOTHING, showAmount, showCount, showKg } from '../../../web/format'
import { useConnectivity } from '../../../web/connectivity'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { cleanDecimal, toShown } from '../../../web/ui/fields/decimal-text'
import { CellDecimal, CellSelect } from '../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn, type RowState } from '../../../web/ui/grid-edit/edit-grid'
import type { CageRow } from '../../cages/cage.contract'
import type { GoodRow } from '../../goods/good.contract'
import { toKg, toMg } from '../../../shared/numbers'
import { readMg } from '../fields/fish-math.web'
import { recall, useGoods } from '../fields/goods.web'
import { feedLines, feedTotals, guiltyRows, type BatchRow, type BodyProps, type Faults } from './batch-model.web'
import { withRate, withVolume } from '../fields/feed-rate.web'
import styles from './batch.module.css'
import { APPETITES, goodById, stockChoices, withFeed } from './feed-choices.web'
import { FeedLines } from './feed-lines.web'
import { FeedTools } from './feed-tools.web'
import { cellOf, pasteInto } from './batch-grid.web'

const NO_FAULTS: Faults = {}
const SHORT: Faults = { volume: 'На складе не хватает корма' }
const NONE: ReadonlySet<number> = new Set()

/** Fills in what was last given to these cages. */
function useRemembered({ cages, form, change }: BodyProps, goods: readonly GoodRow[], known: boolean): void {
  useEffect(() => {
    if (!known) return
    for (const { id } of cages) {
      if (form.getValues().batch[id]) continue
      const { good, stock } = recall('feeding', id)
      change(id, { volume: '', rate: '', appetite: '', ...withFeed(goodById(goods, good), stock) })
    }
  }, [cages, form, change, goods, known])
}

/** A row for each cage: feed, warehouse, amount or rate, appetite. */
export function FeedingRows(props: BodyProps) {
  const { form, cages, change, faults, block } = props
  const { t } = useTranslation()
  const { goods, stocks, known } = useGoods('feed')
  useRemembered(props, goods, known)
  const { batch } = form.values
  const lines = useMemo(() => feedLines(batch, goods), [batch, goods])
  // without a network amounts are old: the server decides when it gets the record
  const sure = useConnectivity() === 'online' && known
  const short = sure && lines.some(({ shortage }) => shortage > 0)
  const guilty = useMemo(() => (sure ? guiltyRows(batch, cages, goods) : NONE), [sure, batch, cages, goods])
  useEffect(() => block(short ? t('Исправьте количество: корма не хватает') : null), [short, block, t])
  const columns = useMemo(
    () => [...cageColumns(t), ...feedColumns(goods, stocks, change, t), ...amountColumns(change, t)],
    [goods, stocks, change, t],
  )
  const state = useMemo(
    () =>
      ({ typed, faults }: Row): RowState => ({
        typed: readMg(typed.volume) !== null,
        faults: namedFaults(faults, t),
      }),
    [t],
  )
  const rows = cages.map((cage): Row => {
    const own = faults.get(cage.id) ?? (guilty.has(cage.id) ? SHORT : NO_FAULTS)
    return { cage, typed: batch[cage.id] ?? {}, faults: own }
  })
  const paste = pasteInto(form, cages, change, (column, text, cage, row) => {
    const byName = <T,>(all: Iterable<T>, nameOf: (one: T) => string) =>
      [...all].find((one) => nameOf(one).toLowerCase() === text.toLowerCase())
    if (column === 'feed_type_id') {
      const good = byName(goods, ({ name }) => name)
      return good ? withFeed(good, row.stock_id) : {}
    }
    if (column === 'stock_id') {
      const stock = byName(stocks, ([, name]) => name)
      return stock ? { stock_id: stock[0] } : {}
    }
    if (column === 'appetite') return APPETITES.includes(text) ? { appetite: text } : {}
    const amount = cleanDecimal(text, 6)
    return column === 'rate' ? withRate(amount, cage.weight) : withVolume(amount, cage.weight)
  })
  return (
    <>
      <FeedTools {...props} goods={goods} stocks={stocks} />
      <EditGrid
        className={styles.grid}
        label={t('Групповое кормление')}
        rows={rows}
        rowKey={({ cage }) => cage.id}
        columns={columns}
        state={state}
        totals={totalsOf(cages, batch, t)}
        onPaste={paste}
      />
      <FeedLines lines={lines} goods={goods} stocks={stocks} />
    </>
  )
}

function totalsOf(cages: readonly CageRow[], batch: Record<string, BatchRow>, t: TFunction) {
  const totals = feedTotals(batch, cages)
  return {
    cage: t('Итого'),
    fish: showCount(cages.reduce((sum, cage) => sum + cage.count, 0)),
    biomass: showKg(cages.reduce((sum, cage) => sum + cage.weight, 0)),
    today: '',
    feed_type_id: t('{{rows}} из {{all}} садков', { rows: totals.rows, all: cages.length }),
    volume: totals.rows > 0 ? showAmount(toKg(totals.volume)) : NOTHING,
    rate: totals.rate ? toShown(totals.rate) : NOTHING,
    appetite: '',
  }
}

interface Row {
  cage: CageRow
  typed: BatchRow
  faults: Faults
}

/** 1 and 5 have texts, those between are numbers. */
const appetiteOptions = (t: TFunction) =>
  APPETITES.map((value) => ({
    value,
    label: value === '1' ? t('1 — не берёт') : value === '5' ? t('5 — жадно') : value,
  }))

const FIELDS: Readonly<Record<string, string>> = {
  feed_type_id: 'Корм',
  stock_id: 'Склад',
  volume: 'Количество',
  rate: '% биомассы',
  appetite: 'Аппетит',
}

/** «Корм: выберите значение»: names the field where several in a row have errors. */
const namedFaults = (faults: Faults, t: TFunction): string[] =>
  Object.entries(faults).map(([field, text]) => {
    const told = t(text)
    const name = FIELDS[field]
    return name ? `${t(name)}: ${told.charAt(0).toLowerCase()}${told.slice(1)}` : told
  })

/** What the cage was given today, also including the typed amount. */
function fedText({ cage, typed }: Row, t: TFunction): string | null {
  const before = cage.fed_today ?? 0
  const more = readMg(typed.volume)
  if (more !== null)
    return t('сегодня {{before}} → {{after}} кг', {
      before: showAmount(before),
      after: showAmount(toKg(toMg(before) + more)),
    })
  return before > 0 ? t('сегодня {{amount}} кг', { amount: showAmount(before) }) : null
}

/** What is known of the cage. */
const cageColumns = (t: TFunction): EditColumn<Row>[] => [
  {
    key: 'cage',
    title: t('Садок'),
    cell: ({ cage }) => <CagePill number={cage.number} color={cage.color} />,
    card: 'head',
  },
  {
    key: 'fish',
    title: t('Рыба'),
    unit: t('шт'),
    number: true,
    cell: ({ cage }) => showCount(cage.count),
    card: 'head',
    cardCell: ({ cage }) => [showCount(cage.count), t('шт'), '·', showKg(cage.weight), t('кг')].join(NBSP),
  },
  { key: 'biomass', title: t('Биомасса'), unit: t('кг'), number: true, cell: ({ cage }) => showKg(cage.weight) },
  {
    key: 'today',
    title: t('Сегодня'),
    unit: t('кг'),
    number: true,
    cell: ({ cage }) => <span className={styles.quiet}>{cage.fed_today ? showAmount(cage.fed_today) : NOTHING}</span>,
    card: 'head',
    cardCell: (row) => <span className={styles.quiet}>{fedText(row, t)}</span>,
  },
]

function feedColumns(
  goods: readonly GoodRow[],
  stocks: Map<string, string>,
  change: BodyProps['change'],
  t: TFunction,
): EditColumn<Row>[] {
  const feeds = goods.map(({ id, name }) => ({ value: String(id), label: name }))
  const goodOf = ({ typed }: Row) => goodById(goods, typed.feed_type_id)
  return [
    {
      key: 'feed_type_id',
      title: t('Корм'),
      width: '21%',
      card: 'half',
      cell: (row) => (
        <CellSelect
          {...cellOf(row, 'feed_type_id', t('Корм'), t)}
          options={feeds}
          empty={t('Корм')}
          onChange={(id) => change(row.cage.id, withFeed(goodById(goods, id), row.typed.stock_id))}
        />
      ),
    },
    {
      key: 'stock_id',
      title: t('Склад'),
      width: '21%',
      card: 'half',
      cell: (row) => (
        <CellSelect
          {...cellOf(row, 'stock_id', t('Склад'), t)}
          options={stockChoices(goodOf(row), stocks, t(goodOf(row)?.measure_name ?? 'кг'))}
          empty={t('Склад')}
          onChange={(stock_id) => change(row.cage.id, { stock_id })}
        />
      ),
    },
  ]
}

function amountColumns(change: BodyProps['change'], t: TFunction): EditColumn<Row>[] {
  const options = appetiteOptions(t)
  const appetite = (row: Row) => cellOf(row, 'appetite', t('Аппетит'), t)
  return [
    {
      key: 'volume',
      title: t('Количество'),
      unit: t('кг'),
      number: true,
      width: 112,
      card: 'third',
      cell: (row) => (
        <CellDecimal
          {...cellOf(row, 'volume', t('Количество, кг'), t)}
          onChange={(volume) => change(row.cage.id, withVolume(volume, row.cage.weight))}
        />
      ),
    },
    {
      key: 'rate',
      title: t('% биомассы'),
      number: true,
      width: 96,
      card: 'third',
      cell: (row) => (
        <CellDecimal
          {...cellOf(row, 'rate', t('Норма, % биомассы'), t)}
          onChange={(rate) => change(row.cage.id, withRate(rate, row.cage.weight))}
        />
      ),
    },
    {
      key: 'appetite',
      title: t('Аппетит'),
      width: 84,
      card: 'third',
      titled: true,
      cell: (row) => (
        <CellSelect
          {...appetite(row)}
          options={options}
          empty={NOTHING}
          onChange={(chosen) => change(row.cage.id, { appetite: chosen })}
        />
      ),
    },
  ]
}
