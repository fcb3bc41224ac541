import { useEffect, useMemo } from 'react'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { cleanDecimal, toShown } from '../../../web/ui/fields/decimal-text'
import { NBSP, NOTHING, showCount, showKg, showNumber } from '../../../web/format'
import { Icon } from '../../../web/icons'
import { useCompanySettings } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { CellDecimal, CellSelect } from '../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn, type RowState } from '../../../web/ui/grid-edit/edit-grid'
import { usePhone } from '../../../web/ui/use-phone'
import type { CageRow } from '../../cages/cage.contract'
import { toKg } from '../../../shared/numbers'
import { roundText } from '../fields/fish-math.web'
import { groupKey, groupName } from '../fields/form-model.web'
import { cellOf, pasteInto } from './batch-grid.web'
import { CAUSE, useCauseColumn } from './cause-column.web'
import { groupOf, lossOf, type BatchRow, type BodyProps, type Faults } from './batch-model.web'
import styles from './batch.module.css'

const NO_FAULTS: Faults = {}

/** Chooses the only group of a cage. */
function useOnlyGroups({ cages, form, change }: BodyProps): void {
  useEffect(() => {
    for (const { id, groups } of cages) {
      if (form.getValues().batch[id]) continue
      const [only] = groups.length === 1 ? groups : []
      const group = { generation_id: only?.generation_id ?? '', age_category_id: only?.age_category_id ?? '' }
      change(id, {
        count: '',
        weight: '',
        [CAUSE]: '',
        generation_id: String(group.generation_id),
        age_category_id: String(group.age_category_id),
      })
    }
  }, [cages, form, change])
}

/** A row for each cage: which group, how many died, how many remain. */
export function RetreatRows(props: BodyProps) {
  const { form, cages, change, faults, block, moment } = props
  const { t } = useTranslation()
  const phone = usePhone()
  const weightAllowed = useCompanySettings()['retreat-weight-allowed']
  useOnlyGroups(props)
  const { batch } = form.values
  const losses = useMemo(
    () => cages.flatMap((cage) => lossOf(cage, batch[cage.id], weightAllowed) ?? []),
    [cages, batch, weightAllowed],
  )
  const short = losses.some(({ shortage }) => shortage > 0)
  const unnamed = losses.some(({ group }) => !group)
  const reason = short ? t('Исправьте количество') : unnamed ? t('Выберите генерацию') : null
  useEffect(() => block(reason), [reason, block])
  const cause = useCauseColumn(change)
  const { columns, state } = useMemo(
    () => ({ columns: [...columnsOf(weightAllowed, change, t), cause.column], state: stateOf(weightAllowed, t) }),
    [weightAllowed, change, cause.column, t],
  )
  const rows = cages.map((cage): Row => ({
    cage,
    typed: batch[cage.id] ?? {},
    faults: faults.get(cage.id) ?? NO_FAULTS,
  }))
  const count = losses.reduce((sum, loss) => sum + loss.count, 0)
  const mass = losses.reduce((sum, loss) => sum + loss.mass, 0)
  const total = { rows: losses.length, all: cages.length, count, mass }
  return (
    <>
      <div className={styles.tools}>{moment}</div>
      <EditGrid
        className={styles.grid}
        label={t('Групповой отход')}
        rows={rows}
        rowKey={({ cage }) => cage.id}
        columns={columns}
        state={state}
        totals={totalsOf(total, t)}
        onPaste={pasteInto(form, cages, change, (column, text, cage) =>
          column === CAUSE ? { [CAUSE]: cause.causeNamed(text) ?? '' } : read(column, text, cage),
        )}
      />
      {phone && <Sums {...total} />}
    </>
  )
}

function read(column: string, text: string, cage: CageRow): BatchRow {
  if (column === 'count') return { count: cleanDecimal(text, 0) }
  if (column === 'weight') return { weight: cleanDecimal(text, 6) }
  const group = cage.groups.find((one) => groupName(one).toLowerCase() === text.toLowerCase())
  return group ? idsOf(groupKey(group)) : {}
}

function idsOf(key: string): BatchRow {
  const [generation_id = '', age_category_id = ''] = key.split(':')
  return { generation_id, age_category_id }
}

const totalsOf = ({ rows, all, count, mass }: Total, t: TFunction) => ({
  cage: t('Итого'),
  group: t('{{rows}} из {{all}} садков', { rows, all }),
  count: rows > 0 ? showCount(count) : NOTHING,
  weight: rows > 0 ? showKg(toKg(mass)) : NOTHING,
  left: '',
  [CAUSE]: '',
})

interface Total {
  rows: number
  all: number
  count: number
  mass: number
}

function Sums({ rows, all, count, mass }: Total) {
  const { t } = useTranslation()
  if (rows === 0) return null
  return (
    <ul className={styles.sums} aria-live="polite" aria-label={t('Итого')}>
      <li>
        <b>{t('{{rows}} из {{all}} садков', { rows, all })}</b>
        <span>
          {showCount(count)}
          {NBSP}
          {t('шт')} · {showKg(toKg(mass))}
          {NBSP}
          {t('кг')}
        </span>
      </li>
    </ul>
  )
}

interface Row {
  cage: CageRow
  typed: BatchRow
  faults: Faults
}

const shortageOf = ({ cage, typed }: Row) => lossOf(cage, typed, false)?.shortage ?? 0

/** Messages of a row: the server's refusal, or that more died than there were. */
const stateOf =
  (weightAllowed: boolean, t: TFunction) =>
  (row: Row): RowState => {
    const loss = lossOf(row.cage, row.typed, weightAllowed)
    const numbers = { there: showCount(loss?.there), shortage: showCount(loss?.shortage) }
    const short = shortageOf(row) > 0 ? [t('В садке на это время {{there}} шт, не хватает {{shortage}}', numbers)] : []
    const told = Object.values(row.faults).map((text) => t(text))
    return { typed: loss !== null, faults: told.length > 0 ? told : short }
  }

const thereOf = ({ cage, typed }: Row) => groupOf(cage, typed)?.count ?? cage.count

const onlyGroup = ({ cage, typed }: Row) => (cage.groups.length === 1 ? groupOf(cage, typed) : undefined)

/** The name of a cage's only group, else a select. */
const groupColumn = (change: BodyProps['change'], t: TFunction): EditColumn<Row> => ({
  key: 'group',
  title: t('Генерация'),
  width: '34%',
  card: (row) => (onlyGroup(row) ? 'head' : 'whole'),
  cell: (row) => {
    const { cage, typed } = row
    const group = groupOf(cage, typed)
    const only = onlyGroup(row)
    if (only) return groupName(only)
    return (
      <CellSelect
        {...cellOf(row, 'generation_id', t('Генерация'), t)}
        value={group ? groupKey(group) : ''}
        options={cage.groups.map((one) => ({
          value: groupKey(one),
          label: `${groupName(one)} · ${showCount(one.count)}${NBSP}${t('шт')}`,
        }))}
        empty={t('Выберите генерацию')}
        onChange={(key) => change(cage.id, idsOf(key))}
      />
    )
  },
})

/** How many died, and their weight where the company types it. */
const lossColumns = (weightAllowed: boolean, change: BodyProps['change'], t: TFunction): EditColumn<Row>[] => [
  {
    key: 'count',
    title: t('Отход'),
    unit: t('шт'),
    number: true,
    width: 112,
    card: weightAllowed ? 'half' : 'whole',
    cell: (row) => (
      <CellDecimal
        {...cellOf(row, 'count', t('Отход, шт'), t)}
        invalid={row.faults.count !== undefined || shortageOf(row) > 0}
        decimals={0}
        onChange={(count) => change(row.cage.id, { count })}
      />
    ),
  },
  {
    key: 'weight',
    title: t('Вес'),
    unit: t('кг'),
    number: true,
    width: 112,
    ...(weightAllowed && { card: 'half' as const }),
    cell: (row) => {
      const loss = lossOf(row.cage, row.typed, weightAllowed)
      const book = loss?.group ? loss.mass : null
      if (!weightAllowed) return book === null ? NOTHING : showKg(toKg(book), 3)
      return (
        <CellDecimal
          {...cellOf(row, 'weight', t('Вес, кг'), t)}
          placeholder={book === null ? undefined : toShown(roundText(book))}
          onChange={(weight) => change(row.cage.id, { weight })}
        />
      )
    },
  },
]

const columnsOf = (weightAllowed: boolean, change: BodyProps['change'], t: TFunction): EditColumn<Row>[] => [
  {
    key: 'cage',
    title: t('Садок'),
    card: 'head',
    cell: ({ cage }) => <CagePill number={cage.number} color={cage.color} />,
  },
  groupColumn(change, t),
  {
    key: 'there',
    title: t('Было'),
    unit: t('шт'),
    number: true,
    card: 'head',
    cell: (row) => showCount(thereOf(row)),
    cardCell: (row) => <Change row={row} />,
  },
  ...lossColumns(weightAllowed, change, t),
  {
    key: 'left',
    title: t('Станет'),
    unit: t('шт'),
    number: true,
    cell: (row) => {
      const loss = lossOf(row.cage, row.typed, false)
      return loss ? <b>{showCount(thereOf(row) - loss.count)}</b> : NOTHING
    },
  },
  {
    key: 'share',
    title: t('Доля'),
    unit: '%',
    number: true,
    cell: (row) => {
      const [loss, there] = [lossOf(row.cage, row.typed, false), thereOf(row)]
      return loss && there > 0 ? showNumber((loss.count / there) * 100, 2) : NOTHING
    },
  },
]

/** «1 000 → 993 шт» */
function Change({ row }: { row: Row }) {
  const { t } = useTranslation()
  const loss = lossOf(row.cage, row.typed, false)
  const there = thereOf(row)
  return (
    <span className={styles.given}>
      {showCount(there)}
      {loss && (
        <>
          {' '}
          <Icon name="arrow" size={14} /> <b>{showCount(there - loss.count)}</b>
        </>
      )}{' '}
      {t('шт')}
    </span>
  )
}
