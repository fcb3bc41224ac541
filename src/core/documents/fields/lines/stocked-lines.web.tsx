/** A list of goods, each with its own warehouse: what is consumed, or what is made. */
import { useEffect, useMemo, useRef } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { CellFault } from '../../../../web/ui/grid-edit/cells'
import { EditGrid } from '../../../../web/ui/grid-edit/edit-grid'
import type { GoodKind, GoodRow } from '../../../goods/good.contract'
import { useGoodCreator } from '../../../goods/sheet/good-windows.web'
import { NewNames } from '../../../goods/sheet/new-names.web'
import { NamedInSheet } from '../../../goods/sheet/unknown-good.web'
import { usePasting } from '../../../goods/sheet/use-pasting.web'
import { isBlank, linesIn, type LineTexts } from '../document-lines.web'
import { toMg } from '../../../../shared/numbers'
import type { FieldsProps } from '../form-model.web'
import { useGoods } from '../goods.web'
import { blankLine, goodKey, stockedColumns, type LineActions, type StockedRow } from './stocked-columns.web'
import styles from './lines-field.module.css'

interface Props extends FieldsProps {
  /** the list of the form */
  name: string
  kind: GoodKind
  /** goods are taken: only warehouses that hold them are offered, with amounts */
  source?: boolean
  /** translated */
  label: string
}

/** Amounts after saving, over all lists of the form; null while unknown. */
function useBalances({ form, previewEffect, formerGoods, block, source }: Props, goods: Map<string, GoodRow>) {
  const { t } = useTranslation()
  const moved = new Map<string, number>()
  for (const { good, stock, amount } of previewEffect(form.values).goods)
    moved.set(`${good}:${stock}`, (moved.get(`${good}:${stock}`) ?? 0) + amount)
  for (const { good, stock, amount } of formerGoods)
    moved.set(`${good}:${stock}`, (moved.get(`${good}:${stock}`) ?? 0) - amount)
  const after = (good: GoodRow, stock: string) =>
    toMg(good.stocks_count[stock] ?? 0) + (moved.get(`${good.id}:${stock}`) ?? 0)
  const short = [...moved].some(([pair, change]) => {
    const [id, stock] = pair.split(':') as [string, string]
    const good = goods.get(id)
    return change < 0 && good !== undefined && after(good, stock) < 0
  })
  useEffect(() => {
    if (source) block(short ? t('Исправьте количество') : null)
  }, [source, short, block, t])
  return after
}

export function StockedLines(props: Props) {
  const { form, name, kind, source = false, label } = props
  const { t } = useTranslation()
  const key = goodKey(kind)
  const lines = linesIn(form.values, name)
  const { goods, stocks } = useGoods(undefined, undefined, kind)
  const byId = new Map(goods.map((good) => [String(good.id), good]))
  const after = useBalances(props, byId)
  const set = (index: number, patch: LineTexts) =>
    form.setFieldValue(`${name}.${index}`, { ...lines[index], ...patch } as never)
  // a good in a single warehouse is taken from there
  const placed = (line: LineTexts): LineTexts => {
    const held = Object.keys(byId.get(line[key] ?? '')?.stocks_count ?? {})
    return source ? { ...line, stock_id: held.length === 1 ? held[0]! : '' } : line
  }
  const choose = (index: number, id: string) => set(index, placed({ ...lines[index], [key]: id }))
  const add = () => {
    form.insertListItem(name, blankLine(kind))
    form.clearFieldError(name)
  }
  const remove = (index: number) => form.removeListItem(name, index)
  // a new good is nowhere in stock, so it can be created only where goods come in
  const creator = useGoodCreator(kind)
  const create = source ? undefined : creator
  const list = { name, good: key, amount: 'count' }
  const sheets = usePasting({ form, blank: blankLine(kind), kind, goods, supplier: '', list, complete: placed })
  const named = ({ line, good }: StockedRow) =>
    line.named && (
      <NamedInSheet
        name={line.named}
        unit={line.named_unit ?? ''}
        good={good}
        goods={goods}
        onChoose={(id) => sheets.latest.current.choose(line.named!, id)}
        onCreate={create && (() => sheets.latest.current.create([line]))}
      />
    )
  const handlers = { set, choose, remove, after, stocks, goods, named }
  const latest = useRef<LineActions>(handlers)
  latest.current = handlers
  const columns = useMemo(
    () => stockedColumns({ name, kind, source, label, latest, create, t }),
    [name, kind, source, label, latest, create === undefined, t],
  )
  const rows = lines.map((line, index): StockedRow => ({
    index,
    line,
    good: byId.get(line[key] ?? ''),
    faults: Object.fromEntries(
      Object.keys(line).map((column) => [column, form.errors[`${name}.${index}.${column}`] as string | undefined]),
    ),
  }))
  return (
    <div className={styles.field}>
      {rows.length > 0 && (
        <EditGrid
          className={styles.lines}
          label={label}
          rows={rows}
          rowKey={({ index }) => index}
          columns={columns}
          onEnd={() => (isBlank(lines.at(-1) ?? {}) ? undefined : add())}
          onPaste={sheets.paste}
        />
      )}
      {create && (
        <NewNames lines={lines.map((line) => ({ ...line, good_id: line[key] ?? '' }))} onCreate={sheets.create} />
      )}
      {form.errors[name] && <CellFault>{t(String(form.errors[name]))}</CellFault>}
      <div className={styles.foot} data-path={name}>
        <Button type="button" variant="subtle" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t('Строка')}
        </Button>
      </div>
    </div>
  )
}
