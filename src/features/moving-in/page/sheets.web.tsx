/** What each sheet holds, and in which columns: recognised, and changed where it was not. */
import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { call } from '../../../web/api'
import { showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { SelectField } from '../../../web/ui/fields/select-field'
import { type ImportDetails, pastCalls, type SheetPlan } from '../calls/past.contract'
import {
  fieldTitle,
  type PastField,
  pastFields,
  SHEET_KINDS,
  type SheetKind,
  type Unit,
  UNITS,
} from '../calls/past-words.contract'
import type { After } from './book.web'
import classes from './past.module.css'

const NONE = '-'
const READING = 'reading'
const PIECES = ['piece', 'thousand'] as const
const MASSES = ['kg', 'g', 't'] as const
const UNITS_OF: Partial<Record<PastField, readonly Unit[]>> = {
  count: PIECES,
  dead: PIECES,
  stocked: PIECES,
  caught: PIECES,
  avg_weight: ['g', 'kg'],
  mean: ['g', 'kg'],
  weight: MASSES,
  dead_weight: MASSES,
  caught_weight: MASSES,
  volume: [...MASSES, 'liter', 'ml', 'piece'],
  price: ['kg', 't'],
}

type Draft = Pick<SheetPlan, 'kind' | 'columns' | 'readings' | 'units' | 'dates'>

const draftOf = ({ kind, columns, readings, units, dates }: SheetPlan): Draft => ({
  kind,
  columns,
  readings,
  units,
  dates,
})

/** The field of each column, and three examples of what stands in it. */
function Columns({ sheet, draft, change }: { sheet: SheetPlan; draft: Draft; change: (next: Draft) => void }) {
  const { t } = useTranslation()
  const fieldAt = (index: number) => pastFields.find((field) => draft.columns[field] === index)
  const setField = (index: number, value: string | null) => {
    const others = Object.entries(draft.columns).filter(([field, place]) => place !== index && field !== value)
    const columns = Object.fromEntries(others) as SheetPlan['columns']
    const readings = draft.readings.filter((place) => place !== index)
    if (value === READING) change({ ...draft, columns, readings: [...readings, index] })
    else change({ ...draft, readings, columns: value && value !== NONE ? { ...columns, [value]: index } : columns })
  }
  return (
    <ul className={classes.columns}>
      {sheet.titles.map((title, index) => {
        const field = fieldAt(index)
        const units = field ? UNITS_OF[field] : undefined
        return (
          <li key={index}>
            <b>{title}</b>
            <small>
              {sheet.samples
                .map((sample) => sample[index] ?? '')
                .filter(Boolean)
                .join(' · ')}
            </small>
            <SelectField
              aria-label={t('Что в столбце «{{title}}»', { title })}
              size="xs"
              value={field ?? (draft.readings.includes(index) ? READING : NONE)}
              onChange={(value) => setField(index, value)}
              data={[
                { value: NONE, label: t('не нужен') },
                { value: READING, label: t('Замер: название столбца') },
                ...pastFields.map((one) => ({ value: one, label: t(fieldTitle(one, draft.kind === 'diary')) })),
              ]}
            />
            {field && units && (
              <SelectField
                aria-label={t('Единица в столбце «{{title}}»', { title })}
                size="xs"
                value={draft.units[field] ?? units[0]!}
                onChange={(unit) => unit && change({ ...draft, units: { ...draft.units, [field]: unit as Unit } })}
                data={units.map((unit) => ({ value: unit, label: t(UNITS[unit]) }))}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Sheet({ id, place, sheet, after }: { id: number; place: number; sheet: SheetPlan; after: After }) {
  const { t } = useTranslation()
  const { kind, dates } = sheet
  const [draft, change] = useState(() => draftOf(sheet))
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(sheet))
  const save = () => after(call(pastCalls.setSheet, { id, sheet: place, ...draft }))
  return (
    <details className={classes.sheet} open={(sheet.ambiguous && dates === null) || sheet.header === null}>
      <summary>
        {sheet.name}{' '}
        <small>{`· ${t(SHEET_KINDS[kind])} · ${t('{{rows}} строк', { count: sheet.rows, rows: showCount(sheet.rows) })}`}</small>
      </summary>
      <Group gap="xs" align="end">
        <SelectField
          label={t('На этом листе')}
          size="xs"
          value={draft.kind}
          onChange={(value) => value && change({ ...draft, kind: value as SheetKind })}
          data={(Object.keys(SHEET_KINDS) as SheetKind[]).map((one) => ({ value: one, label: t(SHEET_KINDS[one]) }))}
        />
        {sheet.ambiguous && (
          <SelectField
            label={t('В датах через «/» впереди')}
            size="xs"
            clearable
            value={draft.dates}
            onChange={(value) => change({ ...draft, dates: value as Draft['dates'] })}
            data={[
              { value: 'dmy', label: t('день') },
              { value: 'mdy', label: t('месяц') },
            ]}
          />
        )}
      </Group>
      <Columns sheet={sheet} draft={draft} change={change} />
      {changed && (
        <Button size="xs" fz="sm" onClick={() => void save()}>
          {t('Запомнить и проверить')}
        </Button>
      )}
    </details>
  )
}

export function Sheets({ book: { id, sheets }, after }: { book: ImportDetails; after: After }) {
  const { t } = useTranslation()
  return (
    <section className={classes.part} aria-label={t('Листы')}>
      <h3>{t('Листы и столбцы')}</h3>
      {sheets.map(
        (sheet, place) =>
          !sheet.opening && (
            <Sheet
              key={`${place} ${JSON.stringify(draftOf(sheet))}`}
              id={id}
              place={place}
              sheet={sheet}
              after={after}
            />
          ),
      )}
    </section>
  )
}
