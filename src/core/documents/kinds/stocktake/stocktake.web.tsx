/** A stocktake: a person walks through the warehouse with the sheet, and sees the differences before saving. */
import { useMemo } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { NBSP, showRoubles } from '../../../../web/format'
import { useTranslation, type TFunction } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { FlagField } from '../../../../web/ui/fields/flag-field'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { parseBlock } from '../../../../web/ui/grid-edit/block'
import { CellDecimal, CellFault } from '../../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn } from '../../../../web/ui/grid-edit/edit-grid'
import { usePhone } from '../../../../web/ui/use-phone'
import { linesIn, lineTexts, showMillionths } from '../../fields/document-lines.web'
import { textsOf, type FieldsProps, type KindWeb, type OperationRow } from '../../fields/form-model.web'
import { StockField, StockRows } from '../../fields/lines/goods-document.web'
import { KnownAs } from '../../../goods/sheet/unknown-good.web'
import { CountSheet } from './count-sheet.web'
import { costOfDifferences, unsavedCount, signed, useCounting, type CountedRow } from './counting.web'
import { asInBook } from './counts.web'
import { useSheetPaste } from './sheet-paste.web'
import { UnknownRows } from './unknown-rows.web'
import styles from './stocktake.module.css'

interface Words {
  blind: boolean
  set: (good: number, text: string) => void
  t: TFunction
}

function columnsOf({ blind, set, t }: Words): EditColumn<CountedRow>[] {
  const book: EditColumn<CountedRow>[] = [
    {
      key: 'book',
      title: t('По учёту'),
      number: true,
      width: 120,
      card: 'half',
      cell: (row) => `${showMillionths(row.book)}${NBSP}${t(row.measure_name)}`,
    },
  ]
  const difference: EditColumn<CountedRow>[] = [
    {
      key: 'difference',
      title: t('Расхождение'),
      number: true,
      width: 120,
      card: ({ difference }) => (difference === null ? undefined : 'line'),
      cell: ({ difference }) => (difference === null ? '' : <Difference value={difference} />),
    },
  ]
  return [
    {
      key: 'good',
      title: t('Название'),
      card: 'head',
      cell: ({ good, type_translation, code, named, known }) => (
        <span className={styles.good}>
          {good} <small>{[t(type_translation), code].filter(Boolean).join(` · `)}</small>
          {named && known && <KnownAs {...named} good={known} />}
        </span>
      ),
    },
    ...(blind ? [] : book),
    {
      key: 'counted',
      title: t('Посчитано'),
      number: true,
      width: 160,
      card: blind ? 'whole' : 'half',
      cell: (row) => (
        <span className={styles.counted}>
          <CellDecimal
            label={t('{{good}}: посчитано', { good: row.good })}
            path={row.line < 0 ? `counted.${row.good_id}` : `lines.${row.line}.amount`}
            value={row.counted}
            invalid={row.fault !== undefined}
            onChange={(text) => set(row.good_id, text)}
          />
          <span className={styles.unit}>{t(row.measure_name)}</span>
          {row.fault && <CellFault>{t(row.fault)}</CellFault>}
        </span>
      ),
    },
    ...(blind ? [] : difference),
  ]
}

function Difference({ value }: { value: number }) {
  return (
    <b className={styles.difference} data-tone={value > 0 ? 'more' : value < 0 ? 'less' : undefined}>
      {value === 0 ? <Icon name="check" size={16} /> : signed(value)}
    </b>
  )
}

function StocktakeFields(props: FieldsProps) {
  const { form } = props
  const { t } = useTranslation()
  const Stock = usePhone() ? StockRows : StockField
  const { shown, more, all, settling, stock } = useCounting(props)
  const { paste, latest } = useSheetPaste({ form, shown, goods: all })
  const rest = shown.filter(({ counted }) => counted === '')
  // Hide book amounts until every line is counted, so that they do not bias the count.
  const blind = form.values.blind === '1' && rest.length > 0
  const columns = useMemo(
    () => columnsOf({ blind, set: (good, text) => latest.current.set(good, text), t }),
    [blind, latest, t],
  )
  const confirm = () => form.setFieldValue('lines', asInBook(linesIn(form.getValues()), rest) as never)
  return (
    <>
      <Stock {...props} name="stock_id" label={t('Склад')} />
      {form.values.stock_id && (
        <>
          <div className={styles.tools}>
            <FlagField
              {...form.getInputProps('blind')}
              label={t('Считать вслепую')}
              hint={t('Учётные остатки не видны, пока всё не посчитано')}
            />
            <CountSheet rows={shown} stock={stock} moment={`${form.values.date} ${form.values.time}`} />
          </div>
          <Stack gap="sm" data-path="lines" aria-busy={settling || undefined}>
            {shown.length === 0 && !settling && (
              <EmptySheet onPaste={(block) => paste([], { block, index: 0, column: 'counted' })} />
            )}
            {shown.length > 0 && (
              <EditGrid
                label={t('Лист инвентаризации')}
                rows={shown}
                rowKey={({ good_id }) => good_id}
                columns={columns}
                onPaste={paste}
              />
            )}
            <UnknownRows form={form} goods={all} latest={latest} />
            {form.errors.lines && <CellFault>{t('Посчитайте хотя бы одну позицию')}</CellFault>}
          </Stack>
          <div className={styles.foot}>
            <SelectField
              aria-label={t('Нашли то, чего нет в листе')}
              placeholder={t('Нашли то, чего нет в листе')}
              value={null}
              data={more.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => id && latest.current.set(Number(id), '0')}
            />
            {!blind && rest.length > 0 && rest.length < shown.length && (
              <Button type="button" variant="subtle" onClick={confirm}>
                {t('Остальное сходится')}
              </Button>
            )}
          </div>
          <Summary rows={shown} blind={blind} />
        </>
      )}
    </>
  )
}

/** Where nothing has lain yet there is no cell to paste a counted sheet into. */
function EmptySheet({ onPaste }: { onPaste: (block: string[][]) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.quiet}>{t('На этом складе ничего не лежало.')}</p>
      <TextInput
        aria-label={t('Вставить лист из Excel')}
        placeholder={t('Вставьте сюда лист из Excel: название и количество')}
        value=""
        onChange={() => undefined}
        onPaste={(event) => {
          event.preventDefault()
          onPaste(parseBlock(event.clipboardData.getData('text/plain')))
        }}
      />
    </>
  )
}

/** «Соль −1,5 кг, Корм −20 кг», and what they cost. */
function Differing({ rows }: { rows: readonly CountedRow[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return t('нет')
  const cost = costOfDifferences(rows)
  return (
    <>
      {rows.map((row) => `${row.good} ${signed(row.difference!)}${NBSP}${t(row.measure_name)}`).join(', ')}
      {cost !== null && <b className={styles.cost}>{showRoubles(cost / 100)}</b>}
    </>
  )
}

/** The summary before saving: how much is counted, missing and surplus. */
function Summary({ rows, blind }: { rows: readonly CountedRow[]; blind: boolean }) {
  const { t } = useTranslation()
  const counted = rows.filter(({ difference }) => difference !== null)
  const less = counted.filter(({ difference }) => difference! < 0)
  const more = counted.filter(({ difference }) => difference! > 0)
  return (
    <dl className={styles.summary} aria-live="polite">
      <div>
        <dt>{t('Посчитано')}</dt>
        <dd>{t('{{counted}} из {{all}}', { counted: counted.length, all: rows.length })}</dd>
      </div>
      {counted.length > 0 && !blind && (
        <>
          <div data-tone={less.length > 0 ? 'less' : undefined}>
            <dt>{t('Недостача')}</dt>
            <dd>
              <Differing rows={less} />
            </dd>
          </div>
          <div data-tone={more.length > 0 ? 'more' : undefined}>
            <dt>{t('Излишек')}</dt>
            <dd>
              <Differing rows={more} />
            </dd>
          </div>
        </>
      )}
      {counted.length > 0 && counted.length < rows.length && (
        <div>
          <dt>{t('Не посчитано')}</dt>
          <dd>{t('остаётся как по учёту')}</dd>
        </div>
      )}
    </dl>
  )
}

const told = (row: OperationRow, t: TFunction) =>
  String(row.differences ?? '') || t('позиций {{count}}, расхождений нет', { count: Number(row.lines_count ?? 0) })

export const stocktakeForm: KindWeb = {
  editTitle: 'Редактирование инвентаризации',
  record: 'Записать инвентаризацию',
  initial: ({ row, preset }) => ({
    ...textsOf(row ?? preset, 'stock_id'),
    blind: '',
    ...lineTexts(row ?? { lines: [] }, 'good_id', 'amount'),
  }),
  Fields: StocktakeFields,
  unsavedRow: unsavedCount,
  notePlaceholder: 'Кто считал, почему расхождения',
  historyText: (row, t) => `${String(row.stock)}: ${told(row, t)}`,
  toastText: (row, t) => t('инвентаризация: {{what}}', { what: told(row, t) }),
}
