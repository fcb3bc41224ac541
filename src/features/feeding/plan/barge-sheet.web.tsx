/** The sheet of a day for the barge: each module has a page of its own, with room to write what was given. */
import { Fragment, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { groupBy } from '../../../shared/collections'
import type { Column } from '../../../shared/columns'
import { MILLIONTHS } from '../../../shared/numbers'
import { NBSP } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useUser } from '../../../web/session'
import { PrintSheet, SheetTable } from '../../../web/ui/table/print-sheet'
import classes from './plan.module.css'

export interface BargeRow {
  id: string
  module: string
  cage: string
  feed: string
  /** mg */
  rate: number | null
}

const columns: Column[] = [
  { key: 'cage', title: 'Садок', type: 'cage' },
  { key: 'feed', title: 'Корм', type: 'text' },
  { key: 'rate', title: 'План', type: 'number', unit: 'кг', decimals: 2 },
  { key: 'given', title: 'Дано, кг', type: 'text' },
  { key: 'remark', title: 'Примечание', type: 'text' },
]

function sheetOf(title: string, module: string, rows: readonly BargeRow[]) {
  const lines = rows.map(({ rate, ...row }) => ({
    ...row,
    rate: rate === null ? null : rate / MILLIONTHS,
    // blanks to write into; an empty value would print nothing
    given: NBSP,
    remark: NBSP,
  }))
  const total = rows.reduce((sum, { rate }) => sum + (rate ?? 0), 0) / MILLIONTHS
  return { title, subtitle: module, columns, rows: lines, footer: { rate: total }, average: 'kg' as const }
}

interface BargeSheetProps {
  /** DD.MM.YYYY */
  date: string
  rows: readonly BargeRow[]
}

export function BargeSheet({ date, rows }: BargeSheetProps) {
  const { t } = useTranslation()
  const { company } = useUser()
  const [printed, print] = useState(false)
  const title = t('Кормление {{date}}', { date })
  const sheets = [...groupBy([...rows], ({ module }) => module)].map(([module, own]) => sheetOf(title, module, own))
  const [first, ...others] = sheets
  const signatures = (
    <p className={classes.signatures}>
      <span>{t('Кормил')}</span>
      <span>{t('Подпись')}</span>
    </p>
  )
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        className={classes.print}
        aria-label={t('Печать листа для баржи')}
        title={t('Печать листа для баржи')}
        disabled={!first}
        onClick={() => print(true)}
      >
        <Icon name="print" size={18} />
      </ActionIcon>
      {printed && first && (
        <PrintSheet
          sheet={first}
          note={company.name}
          written
          printing={false}
          onDone={() => print(false)}
          below={
            <>
              {signatures}
              {others.map((sheet) => (
                <Fragment key={sheet.subtitle}>
                  <h1 className={classes.page}>{sheet.title}</h1>
                  <p>{`${sheet.subtitle}. ${company.name}`}</p>
                  <SheetTable sheet={sheet} />
                  {signatures}
                </Fragment>
              ))}
            </>
          }
        />
      )}
    </>
  )
}
