import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { showDay, timeOf } from '../../../shared/dates'
import { call, errorText, isApiError, isShownByHandler, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { useDayGate, useNow } from '../../../web/session'
import { TimeField } from '../../../web/ui/fields/time-field'
import { firstTexts } from '../../../web/ui/form/form-errors'
import { SubmitButton, useSubmitState } from '../../../web/ui/form/submit-button'
import { usePhone } from '../../../web/ui/use-phone'
import type { CageRow } from '../../../core/cages/cage.contract'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { measurementCalls, type MeasurementRow } from '../../../core/cages/measurement.contract'
import { readingText } from '../readings/measurement-words.web'
import { changesOf, columnsOf, storedCells } from './table-changes.web'
import { ReadingsSheet } from './readings-sheet.web'
import { useDrafts, type Drafts } from '../../../web/offline/use-drafts'
import { refreshMeasurements } from '../readings/use-measurements.web'
import classes from './day-table.module.css'

/** How long an error stands at its cell. */
const ERROR_MS = 3000

interface DayTableProps {
  locationId: number
  day: string
  today: string
  rows: readonly MeasurementRow[]
  parameters: readonly MeasureParameter[]
  cages: readonly CageRow[]
}

const textsOf = (cells: ReadonlyMap<string, MeasurementRow>) =>
  new Map([...cells].map(([key, { value }]) => [key, readingText(value)]))

/** A day as an editable table of cages by parameters. Mount it anew for another module or day. */
export function DayTable({ locationId, day, today, rows, parameters, cages }: DayTableProps) {
  const { t } = useTranslation()
  const gate = useDayGate('create measurements', day)
  const columns = useMemo(() => {
    const read = new Set(rows.map(({ measure_parameter_id }) => measure_parameter_id))
    return columnsOf(parameters.filter(({ id, archived }) => !archived || read.has(id)))
  }, [parameters, rows])
  const cells = useMemo(() => storedCells(rows, columns), [rows, columns])
  const stored = useMemo(() => textsOf(cells), [cells])
  const { drafts, type, drop } = useDrafts(`measurements:${locationId}:${day}`, stored)
  const time = useNewTime(day === today)
  const [state, show] = useSubmitState()
  const { errors, fail, forget } = useCellErrors()
  const attempt = useRef({ body: '', key: '' })
  const changed = Object.keys(drafts).length
  const save = async () => {
    if (changed === 0 || gate || state === 'loading') return
    const input = {
      date: showDay(day),
      ...(time.chosen && { time: time.chosen }),
      measurements_data: changesOf(drafts, cells, columns),
    }
    const body = JSON.stringify(input)
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() }
    show('loading')
    forget()
    try {
      await call(measurementCalls.table, input, { idempotencyKey: attempt.current.key, quiet: true })
      // the cells show what is stored before the drafts go
      await refreshMeasurements()
      drop()
      show('done')
      notifySuccess(t('Сохранено!'))
    } catch (error) {
      show('failed')
      const other = fail(error)
      if (other) notifyError(t(other))
    }
  }
  return (
    <>
      <ReadingsSheet
        cages={cages}
        columns={columns}
        stored={stored}
        drafts={drafts}
        errors={errors}
        onType={type}
        onSave={() => void save()}
        readOnly={gate !== null}
      />
      <div className={classes.foot}>
        <div className={classes.time}>
          <TimeField label={t('Время новых замеров')} value={time.value} onChange={time.set} disabled={gate !== null} />
        </div>
        <p className={classes.hint}>
          {t(
            'Стрелки и Enter ведут по клеткам, блок из Excel вставляется целиком (Ctrl+Z вернёт прежнее), пустая клетка удаляет замер.',
          )}
        </p>
        <div className={classes.buttons}>
          {/* keeps its place while there is nothing to take back */}
          <span data-hidden={changed === 0 || undefined}>
            <DropButton onClick={drop} />
          </span>
          <SubmitButton
            type="button"
            state={state}
            onClick={() => void save()}
            disabledReason={gate ?? (changed === 0 ? t('Изменений нет') : undefined)}
          >
            {changed > 0 ? `${t('Сохранить')} (${changed})` : t('Сохранить')}
          </SubmitButton>
        </div>
      </div>
    </>
  )
}

function DropButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return usePhone() ? (
    <ActionIcon variant="default" size={48} aria-label={t('Отменить')} onClick={onClick}>
      <Icon name="undo" />
    </ActionIcon>
  ) : (
    <Button variant="default" onClick={onClick}>
      {t('Отменить')}
    </Button>
  )
}

/** New readings get the current time, on a past day noon, unless a time is typed. */
function useNewTime(isToday: boolean) {
  const now = timeOf(useNow())
  const [chosen, set] = useState<string | null>(null)
  return { chosen: chosen?.trim() ? chosen : null, value: chosen ?? (isToday ? now : '12:00'), set }
}

/** Errors of cells, shown for three seconds; what was typed stays. */
function useCellErrors() {
  const [errors, setErrors] = useState<Drafts>({})
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const put = (next: Drafts) => {
    clearTimeout(timer.current)
    setErrors(next)
    if (Object.keys(next).length > 0) timer.current = window.setTimeout(() => setErrors({}), ERROR_MS)
  }
  /** Assigns errors to their cells; answers those that belong to none. */
  const fail = (error: unknown): string | null => {
    const texts = isApiError(error) ? firstTexts(error.errors) : {}
    const found = Object.entries(texts).map(([name, text]) => ({
      cell: /^measurements_data\.(\d+\..+)\.value$/.exec(name)?.[1],
      text,
    }))
    put(Object.fromEntries(found.flatMap(({ cell, text }) => (cell ? [[cell, text]] : []))))
    const homeless = found.find(({ cell }) => !cell)
    if (homeless) return homeless.text
    return found.length > 0 || isShownByHandler(error) ? null : errorText(error)
  }
  return { errors, fail, forget: () => put({}) }
}
