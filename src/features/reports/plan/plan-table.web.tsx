/** Months by measures, to type into or to look at. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { PLANNED, PLANNED_NAMES } from '../../../shared/report/farm-plan'
import { call, errorText, isApiError, isShownByHandler, newKey } from '../../../web/api'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { useDrafts } from '../../../web/offline/use-drafts'
import { invalidateTags } from '../../../web/query-client'
import { useCan } from '../../../web/session'
import { toShown, toText } from '../../../web/ui/fields/decimal-text'
import { firstTexts } from '../../../web/ui/form/form-errors'
import { SubmitButton, useSubmitState } from '../../../web/ui/form/submit-button'
import { SheetCell } from '../../../web/ui/grid-edit/cells'
import { type EditColumn, EditGrid } from '../../../web/ui/grid-edit/edit-grid'
import type { PastedText } from '../../../web/ui/grid-edit/grid-keys'
import { planCalls } from './plan.contract'
import { cellsOf, keyOf, sumsOf } from './plan-texts.web'
import classes from './plan.module.css'

type Texts = Readonly<Record<string, string>>

interface PlanTableProps {
  year: number
  stored: ReadonlyMap<string, string>
  /** why nothing may be typed; null when it may */
  gate: string | null
  /** texts that are put in from elsewhere */
  given: Texts | null
  tools: ReactNode
}

interface Row {
  month: string
  cells: Record<string, { text: string; changed: boolean; error: string | undefined }>
  /** kilograms of feed for one of growth */
  ratio: number | null
}

const stateOf = ({ cells }: Row) => ({ wrong: Object.values(cells).some(({ error }) => error !== undefined) })

/** Saves what was typed; refused cells keep their errors until the next try. */
function useSaving(drafts: Texts, drop: () => void) {
  const { t } = useTranslation()
  const [state, show] = useSubmitState()
  const [errors, setErrors] = useState<Texts>({})
  const attempt = useRef({ body: '', key: '' })
  const save = async () => {
    const keys = Object.keys(drafts)
    if (keys.length === 0 || state === 'loading') return
    const input = { cells: cellsOf(drafts) }
    const body = JSON.stringify(input)
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() }
    show('loading')
    setErrors({})
    try {
      await call(planCalls.set, input, { idempotencyKey: attempt.current.key, quiet: true })
      // the cells show what is stored before the drafts go
      await invalidateTags(['plans'])
      drop()
      show('done')
      notifySuccess(t('Сохранено!'))
    } catch (error) {
      show('failed')
      const texts = isApiError(error) ? firstTexts(error.errors) : {}
      const found = Object.entries(texts).flatMap(([name, text]) => {
        const place = /^cells\.(\d+)\.value$/.exec(name)?.[1]
        return place ? [[keys[Number(place)]!, text] as const] : []
      })
      setErrors(Object.fromEntries(found))
      if (found.length === 0 && !isShownByHandler(error)) notifyError(t(errorText(error)))
    }
  }
  return { state, errors, save }
}

export function PlanTable({ year, stored, gate, given, tools }: PlanTableProps) {
  const { t } = useTranslation()
  const { drafts, type, drop } = useDrafts(`farm-plan:${year}`, stored)
  const { state, errors, save } = useSaving(drafts, drop)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => void (given && type(given)), [given, type])
  useEffect(() => {
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [errors])
  const columns = usePlanColumns(type, gate !== null)
  const months = useMemo(
    () => Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
    [year],
  )
  const textOf = (key: string) => drafts[key] ?? stored.get(key) ?? ''
  const rows = months.map((month): Row => {
    const cells = PLANNED_NAMES.map((name) => {
      const key = keyOf(month, name)
      return [name, { text: textOf(key), changed: key in drafts, error: errors[key] }] as const
    })
    return { month, cells: Object.fromEntries(cells), ratio: sumsOf([month], textOf).ratio }
  })
  const { ratio, ...sums } = sumsOf(months, textOf)
  const totals = {
    month: t('Год'),
    ...Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, toShown(toText(sum))])),
    ratio: ratio === null ? '' : showNumber(ratio, 2),
  }
  const paste = (texts: readonly PastedText[]) => {
    const cells = texts.flatMap(({ index, column, text }) => {
      const month = months[index]
      return month ? [{ key: keyOf(month, column), text, before: textOf(keyOf(month, column)) }] : []
    })
    type(Object.fromEntries(cells.map(({ key, text }) => [key, text])))
    return () => type(Object.fromEntries(cells.map(({ key, before }) => [key, before])))
  }
  const changed = Object.keys(drafts).length
  return (
    <div ref={box} className={classes.table}>
      <EditGrid
        sheet
        looks={gate !== null}
        label={t('План хозяйства по месяцам')}
        rows={rows}
        rowKey={({ month }) => month}
        state={stateOf}
        columns={columns}
        totals={totals}
        onSave={() => void save()}
        onEscape={(index, column) => {
          const key = keyOf(months[index]!, column)
          type({ [key]: stored.get(key) ?? '' })
        }}
        onPaste={paste}
      />
      {gate === null && (
        <div className={`${classes.foot} no-print`}>
          <p>{t('Блок из Excel вставляется целиком (Ctrl+Z вернёт прежнее), пустая клетка — плана нет.')}</p>
          {tools}
          {changed > 0 && (
            <Button variant="default" onClick={drop}>
              {t('Отменить')}
            </Button>
          )}
          <SubmitButton
            type="button"
            state={state}
            onClick={() => void save()}
            {...(changed === 0 && { disabledReason: t('Изменений нет') })}
          >
            {changed > 0 ? `${t('Сохранить')} (${changed})` : t('Сохранить')}
          </SubmitButton>
        </div>
      )}
    </div>
  )
}

const MONTH_WIDTH = 104
const CELL_WIDTH = 118
const WIDE = 158

function usePlanColumns(type: (texts: Texts) => void, readOnly: boolean): EditColumn<Row>[] {
  const { t, language } = useTranslation()
  const money = useCan()('access spending')
  return useMemo(() => {
    const onText = (key: string, text: string) => type({ [key]: text })
    const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    const nameOf = (month: string) => names.format(new Date(`${month}-01T00:00Z`))
    const measures = PLANNED_NAMES.filter((name) => money || name !== 'spending').map((name): EditColumn<Row> => {
      const { title, unit } = PLANNED[name]
      return {
        key: name,
        title: t(title),
        unit: t(unit),
        number: true,
        width: name === 'biomass' ? WIDE : CELL_WIDTH,
        cell: ({ month, cells }) => (
          <SheetCell
            id={keyOf(month, name)}
            label={`${nameOf(month)}, ${t(title)}, ${t(unit)}`}
            {...cells[name]!}
            readOnly={readOnly}
            onText={onText}
          />
        ),
      }
    })
    return [
      { key: 'month', title: t('Месяц'), width: MONTH_WIDTH, cell: ({ month }) => nameOf(month) },
      ...measures,
      {
        key: 'ratio',
        title: t('Корм на кг прироста'),
        number: true,
        width: WIDE,
        cell: ({ ratio }) => <span className={classes.derived}>{ratio === null ? '' : showNumber(ratio, 2)}</span>,
      },
    ]
  }, [language, money, readOnly, t, type])
}
