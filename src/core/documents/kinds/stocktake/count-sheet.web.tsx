/** The printed sheet for counting. Book amounts are left out: people tend to find what they expect. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import type { Column } from '../../../../shared/columns'
import { NBSP } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { PrintSheet } from '../../../../web/ui/table/print-sheet'
import type { CountedRow } from './counting.web'
import styles from './stocktake.module.css'

const columns: Column[] = [
  { key: 'number', title: '№', type: 'number' },
  { key: 'good', title: 'Название', type: 'text' },
  { key: 'code', title: 'Код', type: 'text' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'counted', title: 'Посчитано', type: 'text' },
  { key: 'remark', title: 'Примечание', type: 'text' },
]

interface Props {
  rows: readonly CountedRow[]
  stock: string
  /** of the sheet, as typed */
  moment: string
}

export function CountSheet({ rows, stock, moment }: Props) {
  const { t } = useTranslation()
  const [printed, print] = useState(false)
  // blanks to write into; an empty value would print nothing
  const lines = rows.map((row, index) => ({ ...row, id: row.good_id, number: index + 1, counted: NBSP, remark: NBSP }))
  return (
    <>
      <Button
        type="button"
        variant="default"
        leftSection={<Icon name="print" size={16} />}
        disabled={rows.length === 0}
        onClick={() => print(true)}
      >
        {t('Печать листа')}
      </Button>
      {printed && (
        <PrintSheet
          sheet={{ title: t('Лист инвентаризации'), subtitle: stock, columns, rows: lines, average: 'kg' }}
          note={moment}
          written
          printing={false}
          onDone={() => print(false)}
          below={
            <p className={styles.signatures}>
              <span>{t('Считал')}</span>
              <span>{t('Проверил')}</span>
            </p>
          }
        />
      )}
    </>
  )
}
