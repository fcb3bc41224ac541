import { memo, useEffect, useMemo } from 'react'
import { useTranslation } from '../../../web/i18n'
import { toShown } from '../../../web/ui/fields/decimal-text'
import { NBSP, NOTHING, showCount, showKg, showNumber } from '../../../web/format'
import { Icon } from '../../../web/icons'
import { useCompanySettings } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { CellDecimal, CellFault, CellSelect, walkColumn } from '../../../web/ui/fields/cells'
import { usePhone } from '../../../web/ui/use-phone'
import type { CageRow } from '../../cages/cage.contract'
import { kgOf, roundText } from '../fields/fish-math.web'
import { groupKey, groupName } from '../fields/form-model.web'
import { groupOf, lossOf, type BatchRow, type BodyProps, type Faults } from './batch-model.web'
import styles from './batch.module.css'

const NO_FAULTS: Faults = {}

/** The only group of a cage is meant without asking. */
function useOnlyGroups({ cages, form, change }: BodyProps): void {
  useEffect(() => {
    for (const { id, groups } of cages) {
      if (form.getValues().batch[id]) continue
      const [only] = groups.length === 1 ? groups : []
      const group = { generation_id: only?.generation_id ?? '', age_category_id: only?.age_category_id ?? '' }
      change(id, {
        count: '',
        weight: '',
        generation_id: String(group.generation_id),
        age_category_id: String(group.age_category_id),
      })
    }
  }, [cages, form, change])
}

/** A row for each cage: which fish, how many died, what stays. */
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
  const Row = phone ? LossCard : LossLine
  const rows = cages.map((cage) => (
    <Row
      key={cage.id}
      cage={cage}
      row={batch[cage.id]}
      faults={faults.get(cage.id) ?? NO_FAULTS}
      change={change}
      weightAllowed={weightAllowed}
    />
  ))
  const count = losses.reduce((sum, loss) => sum + loss.count, 0)
  const mass = losses.reduce((sum, loss) => sum + loss.mass, 0)
  const total = { rows: losses.length, all: cages.length, count, mass }
  return (
    <>
      <div className={styles.tools}>{moment}</div>
      {phone ? (
        <>
          <ul className={styles.cards}>{rows}</ul>
          <Sums {...total} />
        </>
      ) : (
        <div className={styles.scroll} onKeyDown={walkColumn}>
          <table data-styled className={styles.table}>
            <Head />
            <tbody>{rows}</tbody>
            <Foot {...total} />
          </table>
        </div>
      )}
    </>
  )
}

function Head() {
  const { t } = useTranslation()
  const number = (title: string, unit: string, className = styles.number) => (
    <th className={className}>
      {title}
      <small>, {unit}</small>
    </th>
  )
  return (
    <thead>
      <tr>
        <th>{t('Садок')}</th>
        <th className={styles.group}>{t('Генерация')}</th>
        {number(t('Было'), t('шт'))}
        {number(t('Отход'), t('шт'), styles.amount)}
        {number(t('Вес'), t('кг'), styles.amount)}
        {number(t('Станет'), t('шт'))}
        {number(t('Доля'), '%')}
      </tr>
    </thead>
  )
}

interface Total {
  rows: number
  all: number
  count: number
  mass: number
}

function Foot({ rows, all, count, mass }: Total) {
  const { t } = useTranslation()
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('Итого')}</th>
        <td colSpan={2}>{t('{{rows}} из {{all}} садков', { rows, all })}</td>
        <td className={styles.number}>{rows > 0 ? showCount(count) : NOTHING}</td>
        <td className={styles.number}>{rows > 0 ? showKg(kgOf(mass)) : NOTHING}</td>
        <td colSpan={2} />
      </tr>
    </tfoot>
  )
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
          {t('шт')} · {showKg(kgOf(mass))}
          {NBSP}
          {t('кг')}
        </span>
      </li>
    </ul>
  )
}

interface RowProps {
  cage: CageRow
  row: BatchRow | undefined
  faults: Faults
  change: BodyProps['change']
  weightAllowed: boolean
}

const sameTexts = (a: BatchRow = {}, b: BatchRow = {}) => Object.keys({ ...a, ...b }).every((key) => a[key] === b[key])

const sameRow = (a: RowProps, b: RowProps) =>
  a.cage === b.cage && a.weightAllowed === b.weightAllowed && sameTexts(a.row, b.row) && sameTexts(a.faults, b.faults)

/** The controls of a row and what is said of it, for a line of the table and for a card alike. */
function useCells({ cage, row = {}, faults, change, weightAllowed }: RowProps) {
  const { t } = useTranslation()
  const loss = lossOf(cage, row, weightAllowed)
  const group = groupOf(cage, row)
  const cell = (field: string, name: string) => ({
    label: t('{{field}}, садок {{number}}', { field: name, number: cage.number }),
    column: field,
    path: `batch.${cage.id}.${field}`,
    value: row[field] ?? '',
    invalid: faults[field] !== undefined || (field === 'count' && (loss?.shortage ?? 0) > 0),
  })
  const numbers = { there: showCount(loss?.there), shortage: showCount(loss?.shortage) }
  const short =
    loss && loss.shortage > 0 ? [t('В садке на это время {{there}} шт, не хватает {{shortage}}', numbers)] : []
  const told = Object.values(faults).map((text) => t(text))
  return {
    group: (
      <CellSelect
        {...cell('generation_id', t('Генерация'))}
        value={group ? groupKey(group) : ''}
        options={cage.groups.map((one) => ({
          value: groupKey(one),
          label: `${groupName(one)} · ${showCount(one.count)}${NBSP}${t('шт')}`,
        }))}
        empty={t('Выберите генерацию')}
        onChange={(key) => {
          const [generation_id = '', age_category_id = ''] = key.split(':')
          change(cage.id, { generation_id, age_category_id })
        }}
      />
    ),
    count: (
      <CellDecimal {...cell('count', t('Отход, шт'))} decimals={0} onChange={(count) => change(cage.id, { count })} />
    ),
    weight: weightAllowed ? (
      <CellDecimal
        {...cell('weight', t('Вес, кг'))}
        placeholder={loss && group ? toShown(roundText(loss.mass)) : undefined}
        onChange={(weight) => change(cage.id, { weight })}
      />
    ) : loss && group ? (
      showKg(kgOf(loss.mass), 3)
    ) : (
      NOTHING
    ),
    loss,
    there: group?.count ?? cage.count,
    only: cage.groups.length === 1 && group ? groupName(group) : null,
    faults: told.length > 0 ? told : short,
  }
}

const LossLine = memo(function LossLine(props: RowProps) {
  const { cage } = props
  const { loss, there, only, faults, ...cells } = useCells(props)
  return (
    <>
      <tr data-typed={loss !== null || undefined} data-bad={faults.length > 0 || undefined}>
        <th scope="row">
          <CagePill number={cage.number} color={cage.color} />
        </th>
        <td>{only ?? cells.group}</td>
        <td className={styles.number}>{showCount(there)}</td>
        <td>{cells.count}</td>
        <td className={styles.number}>{cells.weight}</td>
        <td className={styles.number}>{loss ? <b>{showCount(there - loss.count)}</b> : NOTHING}</td>
        <td className={styles.number}>{loss && there > 0 ? showNumber((loss.count / there) * 100, 2) : NOTHING}</td>
      </tr>
      {faults.length > 0 && (
        <tr className={styles.faults}>
          <td colSpan={7}>
            <CellFault>{faults.join('. ')}</CellFault>
          </td>
        </tr>
      )}
    </>
  )
}, sameRow)

const LossCard = memo(function LossCard(props: RowProps) {
  const { cage, weightAllowed } = props
  const { t } = useTranslation()
  const { loss, there, only, faults, ...cells } = useCells(props)
  return (
    <li className={styles.card} data-bad={faults.length > 0 || undefined}>
      <div className={styles.who}>
        <CagePill number={cage.number} color={cage.color} />
        <span>{only}</span>
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
      </div>
      {!only && cells.group}
      <div className={styles.pair}>
        <div className={styles.labelled}>
          <span aria-hidden="true">{t('Отход, шт')}</span>
          {cells.count}
        </div>
        {weightAllowed && (
          <div className={styles.labelled}>
            <span aria-hidden="true">{t('Вес, кг')}</span>
            {cells.weight}
          </div>
        )}
      </div>
      {faults.length > 0 && <CellFault>{faults.join('. ')}</CellFault>}
    </li>
  )
}, sameRow)
