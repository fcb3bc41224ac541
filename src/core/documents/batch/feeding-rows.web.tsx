import { memo, useEffect, useMemo } from 'react'
import { NBSP, NOTHING, showAmount, showCount, showKg } from '../../../web/format'
import { useConnectivity } from '../../../web/connectivity'
import { useTranslation } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { CellDecimal, CellFault, CellSelect, ChoiceButtons, walkColumn } from '../../../web/ui/fields/cells'
import { toShown } from '../../../web/ui/fields/decimal-text'
import { usePhone } from '../../../web/ui/use-phone'
import type { CageRow } from '../../cages/cage.contract'
import type { GoodRow } from '../../goods/good.contract'
import { kgOf, readMg } from '../fields/fish-math.web'
import { recall, useGoods } from '../fields/goods.web'
import { feedLines, feedTotals, guiltyRows, type BatchRow, type BodyProps, type Faults } from './batch-model.web'
import { withRate, withVolume } from '../fields/feed-rate.web'
import styles from './batch.module.css'
import { APPETITES, goodById, stockChoices, withFeed } from './feed-choices.web'
import { FeedLines } from './feed-lines.web'
import { FeedTools } from './feed-tools.web'

const NO_FAULTS: Faults = {}
const SHORT: Faults = { volume: 'На складе не хватает корма' }
const NONE: ReadonlySet<number> = new Set()

/** What was given to these cages last stands there already. */
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
  const phone = usePhone()
  const { goods, stocks, known } = useGoods('feed')
  useRemembered(props, goods, known)
  const { batch } = form.values
  const lines = useMemo(() => feedLines(batch, goods), [batch, goods])
  // without a network the amounts are old: the server decides when the record reaches it
  const sure = useConnectivity() === 'online' && known
  const short = sure && lines.some(({ shortage }) => shortage > 0)
  const guilty = useMemo(() => (sure ? guiltyRows(batch, cages, goods) : NONE), [sure, batch, cages, goods])
  useEffect(() => block(short ? t('Исправьте количество: корма не хватает') : null), [short, block, t])
  const Row = phone ? FeedCard : FeedLine
  const rows = cages.map((cage) => (
    <Row
      key={cage.id}
      cage={cage}
      row={batch[cage.id]}
      goods={goods}
      stocks={stocks}
      faults={faults.get(cage.id) ?? (guilty.has(cage.id) ? SHORT : NO_FAULTS)}
      change={change}
    />
  ))
  return (
    <>
      <FeedTools {...props} goods={goods} stocks={stocks} />
      {phone ? (
        <ul className={styles.cards}>{rows}</ul>
      ) : (
        <div className={styles.scroll} onKeyDown={walkColumn}>
          <table data-styled className={styles.table}>
            <Head />
            <tbody>{rows}</tbody>
            <Foot cages={cages} batch={batch} />
          </table>
        </div>
      )}
      <FeedLines lines={lines} goods={goods} stocks={stocks} />
    </>
  )
}

function Head() {
  const { t } = useTranslation()
  const unit = (text: string) => <small>, {text}</small>
  return (
    <thead>
      <tr>
        <th>{t('Садок')}</th>
        <th className={styles.number}>
          {t('Рыба')}
          {unit(t('шт'))}
        </th>
        <th className={styles.number}>
          {t('Биомасса')}
          {unit(t('кг'))}
        </th>
        <th className={styles.number}>
          {t('Сегодня')}
          {unit(t('кг'))}
        </th>
        <th className={styles.feed}>{t('Корм')}</th>
        <th className={styles.feed}>{t('Склад')}</th>
        <th className={styles.amount}>
          {t('Количество')}
          {unit(t('кг'))}
        </th>
        <th className={styles.rate}>{t('% биомассы')}</th>
        <th className={styles.appetite}>{t('Аппетит')}</th>
      </tr>
    </thead>
  )
}

function Foot({ cages, batch }: { cages: readonly CageRow[]; batch: Record<string, BatchRow> }) {
  const { t } = useTranslation()
  const totals = feedTotals(batch, cages)
  const count = cages.reduce((sum, cage) => sum + cage.count, 0)
  const weight = cages.reduce((sum, cage) => sum + cage.weight, 0)
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('Итого')}</th>
        <td className={styles.number}>{showCount(count)}</td>
        <td className={styles.number}>{showKg(weight)}</td>
        <td />
        <td colSpan={2}>{t('{{rows}} из {{all}} садков', { rows: totals.rows, all: cages.length })}</td>
        <td className={styles.number}>{totals.rows > 0 ? showAmount(kgOf(totals.volume)) : NOTHING}</td>
        <td className={styles.number}>{totals.rate ? toShown(totals.rate) : NOTHING}</td>
        <td />
      </tr>
    </tfoot>
  )
}

interface RowProps {
  cage: CageRow
  row: BatchRow | undefined
  goods: readonly GoodRow[]
  stocks: Map<string, string>
  faults: Faults
  change: BodyProps['change']
}

const sameTexts = (a: BatchRow | undefined, b: BatchRow | undefined) =>
  a === b || (a !== undefined && b !== undefined && Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]))

/** The form copies all rows with every letter: a row is the same while its texts are. */
const sameRow = (a: RowProps, b: RowProps) =>
  a.cage === b.cage &&
  a.goods === b.goods &&
  a.stocks === b.stocks &&
  sameTexts(a.row, b.row) &&
  sameTexts(a.faults, b.faults)

/** The controls of a row, for a line of the table and for a card alike. */
function useCells({ cage, row = {}, goods, stocks, faults, change }: RowProps) {
  const { t } = useTranslation()
  const good = goodById(goods, row.feed_type_id)
  const cell = (field: string, name: string) => ({
    label: t('{{field}}, садок {{number}}', { field: name, number: cage.number }),
    column: field,
    path: `batch.${cage.id}.${field}`,
    value: row[field] ?? '',
    invalid: faults[field] !== undefined,
  })
  const unit = t(good?.measure_name ?? 'кг')
  return {
    feed: (
      <CellSelect
        {...cell('feed_type_id', t('Корм'))}
        options={goods.map(({ id, name }) => ({ value: String(id), label: name }))}
        empty={t('Корм')}
        onChange={(id) => change(cage.id, withFeed(goodById(goods, id), row.stock_id))}
      />
    ),
    stock: (
      <CellSelect
        {...cell('stock_id', t('Склад'))}
        options={stockChoices(good, stocks, unit)}
        empty={t('Склад')}
        onChange={(stock_id) => change(cage.id, { stock_id })}
      />
    ),
    volume: (
      <CellDecimal
        {...cell('volume', t('Количество, кг'))}
        onChange={(volume) => change(cage.id, withVolume(volume, cage.weight))}
      />
    ),
    rate: (
      <CellDecimal
        {...cell('rate', t('Норма, % биомассы'))}
        onChange={(rate) => change(cage.id, withRate(rate, cage.weight))}
      />
    ),
    faults: Object.values(faults),
  }
}

const FeedLine = memo(function FeedLine(props: RowProps) {
  const { cage, row = {}, change } = props
  const { t } = useTranslation()
  const cells = useCells(props)
  const typed = readMg(row.volume) !== null
  return (
    <>
      <tr data-typed={typed || undefined} data-bad={cells.faults.length > 0 || undefined}>
        <th scope="row">
          <CagePill number={cage.number} color={cage.color} />
        </th>
        <td className={styles.number}>{showCount(cage.count)}</td>
        <td className={styles.number}>{showKg(cage.weight)}</td>
        <td className={styles.quiet}>{cage.fed_today ? showAmount(cage.fed_today) : NOTHING}</td>
        <td>{cells.feed}</td>
        <td>{cells.stock}</td>
        <td>{cells.volume}</td>
        <td>{cells.rate}</td>
        <td>
          <CellSelect
            label={t('{{field}}, садок {{number}}', { field: t('Аппетит'), number: cage.number })}
            column="appetite"
            path={`batch.${cage.id}.appetite`}
            value={row.appetite ?? ''}
            options={appetiteOptions}
            empty={NOTHING}
            onChange={(appetite) => change(cage.id, { appetite })}
          />
        </td>
      </tr>
      {cells.faults.length > 0 && (
        <tr className={styles.faults}>
          <td colSpan={9}>
            <CellFault>{cells.faults.map((text) => t(text)).join('. ')}</CellFault>
          </td>
        </tr>
      )}
    </>
  )
}, sameRow)

const appetiteOptions = APPETITES.map((value) => ({ value, label: value }))

const FeedCard = memo(function FeedCard(props: RowProps) {
  const { cage, row = {}, faults, change } = props
  const { t } = useTranslation()
  const cells = useCells(props)
  return (
    <li className={styles.card} data-bad={cells.faults.length > 0 || undefined}>
      <div className={styles.who}>
        <CagePill number={cage.number} color={cage.color} />
        <span>
          {showCount(cage.count)}
          {NBSP}
          {t('шт')} · {showKg(cage.weight)}
          {NBSP}
          {t('кг')}
        </span>
        {cage.fed_today ? (
          <span className={styles.given}>{t('сегодня {{amount}} кг', { amount: showAmount(cage.fed_today) })}</span>
        ) : null}
      </div>
      <div className={styles.pair}>
        {cells.feed}
        {cells.stock}
      </div>
      <div className={styles.pair}>
        <div className={styles.labelled}>
          <span aria-hidden="true">{t('Количество, кг')}</span>
          {cells.volume}
        </div>
        <div className={styles.labelled}>
          <span aria-hidden="true">{t('Норма, % биомассы')}</span>
          {cells.rate}
        </div>
      </div>
      <ChoiceButtons
        label={t('{{field}}, садок {{number}}', { field: t('Аппетит'), number: cage.number })}
        path={`batch.${cage.id}.appetite`}
        value={row.appetite ?? ''}
        options={APPETITES}
        invalid={faults.appetite !== undefined}
        onChange={(appetite) => change(cage.id, { appetite: appetite === row.appetite ? '' : appetite })}
      />
      {cells.faults.length > 0 && <CellFault>{cells.faults.map((text) => t(text)).join('. ')}</CellFault>}
    </li>
  )
}, sameRow)
