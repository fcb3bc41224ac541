import { useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { dayOf } from '../../../shared/dates'
import { NBSP } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCan, useDayGate } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { RowActions } from '../../../web/ui/table/row-actions'
import { historyAction } from '../../../web/pages/row-history'
import { usePhone } from '../../../web/ui/use-phone'
import type { RowAction } from '../../../web/ui/table/data-table'
import type { CageRow } from '../../../core/cages/cage.contract'
import type { MeasurementRow } from '../../../core/cages/measurement.contract'
import { depthText, showReading } from '../readings/measurement-words.web'
import classes from './day-cards.module.css'
import shared from '../../../web/styles/shared.module.css'

const SHOWN = 24
/** Lines of sensors named beside their count. */
const NAMED = 4

interface DayCardsProps {
  rows: readonly MeasurementRow[]
  cages: readonly CageRow[]
  /** null in the archive */
  write: Writing | null
}
interface Writing {
  onEdit: (row: MeasurementRow) => void
  onRemove: (row: MeasurementRow) => void
}

/** The readings of a day as cards: manual ones first. Sensors send many, so theirs are folded. */
export function DayCards({ rows, ...props }: DayCardsProps) {
  const byHand = rows.filter((row) => !row.external_input)
  const bySensors = rows.filter((row) => row.external_input)
  return (
    <>
      {byHand.length > 0 && <Cards {...props} rows={byHand} />}
      {bySensors.length > 0 && <SensorCards {...props} rows={bySensors} startOpened={byHand.length === 0} />}
    </>
  )
}

function SensorCards({ startOpened, ...props }: DayCardsProps & { startOpened: boolean }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(startOpened)
  return (
    <section className={classes.sensors}>
      <button type="button" className={classes.fold} aria-expanded={opened} onClick={() => setOpened((was) => !was)}>
        <Icon name={opened ? 'up' : 'down'} size={16} />
        <b>{t('Показания датчиков: {{count}}', { count: props.rows.length })}</b>
        <Latest rows={props.rows} />
      </button>
      {opened && <Cards {...props} />}
    </section>
  )
}

/** The last reading of each line of the sensors. */
function Latest({ rows }: Pick<DayCardsProps, 'rows'>) {
  const { t } = useTranslation()
  const lines = new Map<string, MeasurementRow>()
  // new ones come first
  for (const row of rows) {
    const key = `${row.measure_parameter_id} ${row.depth} ${row.cage_id}`
    if (!lines.has(key)) lines.set(key, row)
  }
  return [...lines.entries()].slice(0, NAMED).map(([key, row]) => (
    <span key={key}>
      {row.measure_parameter_name}, {depthText(t, row.depth)}: {showReading(row.value)}
      {`${NBSP}${t(row.beautifulSymbol)}`}
    </span>
  ))
}

function Cards({ rows, cages, write }: DayCardsProps) {
  const { t } = useTranslation()
  const [most, setMost] = useState(SHOWN)
  const colors = new Map(cages.map((cage) => [cage.id, cage.color]))
  return (
    <>
      <ul className={classes.cards}>
        {rows.slice(0, most).map((row) => (
          <ReadingCard
            key={row.id}
            row={row}
            color={row.cage_id === null ? undefined : colors.get(row.cage_id)}
            write={write}
          />
        ))}
      </ul>
      {rows.length > most && (
        <div className={classes.more}>
          <Button variant="default" size="xs" fz="sm" onClick={() => setMost((was) => was + SHOWN)}>
            {t('Показать ещё {{count}}', { count: Math.min(SHOWN, rows.length - most) })}
          </Button>
        </div>
      )}
    </>
  )
}

interface ReadingCardProps extends Pick<DayCardsProps, 'write'> {
  row: MeasurementRow
  color: number | undefined
}

function ReadingCard({ row, color, write }: ReadingCardProps) {
  const { t } = useTranslation()
  const title = t('Замер № {{n}}', { n: row.id })
  return (
    <li className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.number}>{title}</h3>
        <CardActions row={row} write={write} />
      </div>
      <p className={classes.value}>
        {showReading(row.value)}
        {row.beautifulSymbol && <small>{`${NBSP}${t(row.beautifulSymbol)}`}</small>}
      </p>
      <p className={shared.line}>
        {row.measure_parameter_name}, {depthText(t, row.depth)}
      </p>
      <p className={classes.where}>
        {row.cage_number === null ? t('весь модуль') : <CagePill number={row.cage_number} color={color} />}
        <span>
          {row.date} {row.time}
        </span>
        {row.user_name && (
          <span className={classes.who} title={row.user_name}>
            {row.external_input && <Icon name="temp" size={14} />}
            <span>{row.user_name}</span>
          </span>
        )}
        {row.sent_by && <span>{t('отправитель: {{name}}', { name: row.sent_by })}</span>}
      </p>
    </li>
  )
}

/**
 * Without the ability there is only the history; with an ended subscription the other actions say why they are
 * disabled.
 */
function CardActions({ row, write }: Omit<ReadingCardProps, 'color'>) {
  const { t } = useTranslation()
  const phone = usePhone()
  const may = useCan()('create measurements')
  const gate = useDayGate('create measurements', dayOf(row.datetime))
  const gated = { disabled: gate !== null, disabledReason: gate ?? undefined }
  const changing: RowAction[] =
    may && write
      ? [
          { icon: 'edit', title: t('Изменить'), onClick: () => write.onEdit(row), ...gated },
          { icon: 'trash', title: t('Удалить'), onClick: () => write.onRemove(row), danger: true, ...gated },
        ]
      : []
  const actions = [historyAction({ entity: 'measurement', id: row.id }, t), ...changing]
  if (!phone) return <RowActions actions={actions} />
  return (
    <span className={classes.thumbs}>
      {actions.map((action) => (
        <ActionIcon
          key={action.title}
          size={48}
          aria-label={action.title}
          title={action.disabledReason}
          aria-disabled={action.disabled || undefined}
          onClick={() => !action.disabled && action.onClick()}
        >
          <Icon name={action.icon} />
        </ActionIcon>
      ))}
    </span>
  )
}
