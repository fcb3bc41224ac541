import { useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NBSP } from '../../web/format'
import { Icon } from '../../web/icons'
import { useCan, useWriteGate } from '../../web/session'
import { CagePill } from '../../web/ui/cage-pill'
import { RowActions } from '../../web/ui/table/row-actions'
import { usePhone } from '../../web/ui/use-phone'
import type { RowAction } from '../../web/ui/data-table'
import type { CageRow } from '../cages/cage.contract'
import type { MeasurementRow } from './measurement.contract'
import { depthText, showReading } from './measurement-words.web'
import classes from './day-cards.module.css'

const SHOWN = 24
const SOURCES = ['all', 'hand', 'sensor'] as const
type Source = (typeof SOURCES)[number]

interface DayCardsProps {
  rows: readonly MeasurementRow[]
  cages: readonly CageRow[]
  onEdit: (row: MeasurementRow) => void
  onRemove: (row: MeasurementRow) => void
}

/** The readings of a day, one card each. Sensors send many: those by hand can be seen alone. */
export function DayCards({ rows, cages, onEdit, onRemove }: DayCardsProps) {
  const { t } = useTranslation()
  const [source, setSource] = useState<Source>('all')
  const [most, setMost] = useState(SHOWN)
  const sensors = rows.filter((row) => row.external_input).length
  const mixed = sensors > 0 && sensors < rows.length
  const shown = rows.filter((row) => !mixed || source === 'all' || row.external_input === (source === 'sensor'))
  const counts: Record<Source, number> = { all: rows.length, hand: rows.length - sensors, sensor: sensors }
  const names: Record<Source, string> = { all: t('Все'), hand: t('Вручную'), sensor: t('Датчики') }
  const colors = new Map(cages.map((cage) => [cage.id, cage.color]))
  return (
    <>
      {mixed && (
        <div className={classes.sources} role="group" aria-label={t('Кем сделаны замеры')}>
          {SOURCES.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.source}
              aria-pressed={source === one}
              onClick={() => setSource(one)}
            >
              {names[one]} <small>{counts[one]}</small>
            </button>
          ))}
        </div>
      )}
      <ul className={classes.cards}>
        {shown.slice(0, most).map((row) => (
          <ReadingCard
            key={row.id}
            row={row}
            color={row.cage_id === null ? undefined : colors.get(row.cage_id)}
            onEdit={onEdit}
            onRemove={onRemove}
          />
        ))}
      </ul>
      {shown.length > most && (
        <div className={classes.more}>
          <Button variant="default" size="xs" fz="sm" onClick={() => setMost((was) => was + SHOWN)}>
            {t('Показать ещё {{count}}', { count: Math.min(SHOWN, shown.length - most) })}
          </Button>
        </div>
      )}
    </>
  )
}

interface ReadingCardProps {
  row: MeasurementRow
  color: number | undefined
  onEdit: (row: MeasurementRow) => void
  onRemove: (row: MeasurementRow) => void
}

function ReadingCard({ row, color, onEdit, onRemove }: ReadingCardProps) {
  const { t } = useTranslation()
  const title = t('Замер № {{n}}', { n: row.id })
  return (
    <li className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.number}>{title}</h3>
        <CardActions row={row} onEdit={onEdit} onRemove={onRemove} />
      </div>
      <p className={classes.value}>
        {showReading(row.value)}
        {row.beautifulSymbol && <small>{`${NBSP}${t(row.beautifulSymbol)}`}</small>}
      </p>
      <p className={classes.what}>
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
      </p>
    </li>
  )
}

/** Without the right there are no buttons; with an ended subscription they say why not. */
function CardActions({ row, onEdit, onRemove }: Omit<ReadingCardProps, 'color'>) {
  const { t } = useTranslation()
  const phone = usePhone()
  const may = useCan()('create measurements')
  const gate = useWriteGate('create measurements')
  if (!may) return null
  const gated = { disabled: gate !== null, disabledReason: gate ?? undefined }
  const actions: RowAction[] = [
    { icon: 'edit', title: t('Изменить'), onClick: () => onEdit(row), ...gated },
    { icon: 'trash', title: t('Удалить'), onClick: () => onRemove(row), danger: true, ...gated },
  ]
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
