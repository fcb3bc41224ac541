/** Above the list: cages with fish that get no feed, and those for which several calculations ask. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { calcCalls, type Coverage } from '../../../core/feeding/calcs.contract'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import { dayOf, parseDay, showDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useCan, useNow, useWriteGate } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { DayField } from '../../../web/ui/fields/day-field'
import { NoteBox } from '../../../web/ui/note-box'
import classes from './calcs.module.css'

interface Props {
  /** opens the form of a new calculation for these cages */
  onAssign: (cages: number[]) => void
}

/** So many cages in sight, the others behind a button. */
const SHOWN = 12

export function CoverageNotes({ onAssign }: Props) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const [typed, type] = useState(showDay(today))
  const day = parseDay(typed)
  const { data } = useCall(calcCalls.coverage, { date: showDay(day ?? today) })
  const may = useCan()('create feed calcs')
  const gate = useWriteGate()
  if (!data) return null
  const { without, several } = data
  if (without.length + several.length === 0 && day === today) return null
  return (
    <section className={classes.coverage} aria-label={t('Проверка назначений')}>
      <div className={classes.day}>
        <DayField size="xs" label={t('Назначения на день')} value={typed} onChange={type} />
      </div>
      {without.length > 0 && (
        <NoteBox kind="warn">
          <p className={classes.said}>{t('Садки с рыбой, которым не назначен корм:')}</p>
          <Cages cages={without} onPick={may && !gate ? ({ cage_id }) => onAssign([cage_id]) : undefined} />
          {may && !gate && (
            <Button variant="default" size="xs" fz="sm" onClick={() => onAssign(without.map(({ cage_id }) => cage_id))}>
              {t('назначить')}
            </Button>
          )}
        </NoteBox>
      )}
      {several.length > 0 && (
        <NoteBox>
          <p className={classes.said}>
            {t('Садки, для которых подходят несколько расчётов. Действует более новый, он назван первым:')}
          </p>
          <Conflicts cages={several} />
        </NoteBox>
      )}
      {without.length + several.length === 0 && (
        <NoteBox kind="good">{t('В этот день корм назначен всем садкам с рыбой, каждому одним расчётом.')}</NoteBox>
      )}
    </section>
  )
}

function useFolded<T>(all: readonly T[]) {
  const { t } = useTranslation()
  const [whole, open] = useState(false)
  const shown = whole || all.length <= SHOWN + 1 ? all : all.slice(0, SHOWN)
  const rest = all.length - shown.length
  const more = rest > 0 && (
    <button type="button" className={classes.more} onClick={() => open(true)}>
      {t('ещё {{count}}', { count: rest })}
    </button>
  )
  return { shown, more }
}

function Cages({ cages, onPick }: { cages: readonly Coverage[]; onPick?: ((cage: Coverage) => void) | undefined }) {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  const { shown, more } = useFolded(cages)
  return (
    <p className={classes.cages}>
      {shown.map((cage) => {
        const pill = <CagePill number={cage.cage_number} color={colorOf(cage.cage_id)} />
        const place = `${t('Садок {{number}}', { number: cage.cage_number })}, ${cage.location_name}`
        if (!onPick)
          return (
            <span key={cage.cage_id} title={place}>
              {pill}
            </span>
          )
        return (
          <button
            key={cage.cage_id}
            type="button"
            className={classes.cage}
            title={place}
            aria-label={t('{{place}}: назначить корм', { place })}
            onClick={() => onPick(cage)}
          >
            {pill}
          </button>
        )
      })}
      {more}
    </p>
  )
}

function Conflicts({ cages }: { cages: readonly Coverage[] }) {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  const { shown, more } = useFolded(cages)
  return (
    <ul className={classes.conflicts}>
      {shown.map(({ cage_id, cage_number, location_name, calcs: [first, ...others] }) => (
        <li key={cage_id}>
          <CagePill number={cage_number} color={colorOf(cage_id)} /> {location_name}:{' '}
          {t('действует «{{name}}», не действует: {{others}}', {
            name: first!.name,
            others: others.map(({ name }) => `«${name}»`).join(', '),
          })}
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  )
}
