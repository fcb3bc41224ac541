import type { ReactNode } from 'react'
import type { ToldNote } from '../../../shared/sheets/import'
import { useTranslation } from '../../i18n'
import classes from './file-load.module.css'
import shared from '../../styles/shared.module.css'

/** A small table inside a window, with its own scroll bar. */
export function SmallTable({ title, heads, children }: { title: string; heads: string[]; children: ReactNode }) {
  return (
    <div className={classes.tableBox} tabIndex={0} role="region" aria-label={title}>
      <table data-styled className={classes.table} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface RowNotesProps {
  title: string
  notes: readonly ToldNote[]
  total: number
}

export function RowNotes({ title, notes, total }: RowNotesProps) {
  const { t } = useTranslation()
  return (
    <>
      <SmallTable title={title} heads={[t('Строка'), t('Столбец'), t('Что не так')]}>
        {notes.map(({ row, column, text }, index) => (
          <tr key={index}>
            <td data-number>{row}</td>
            <td>{column}</td>
            <td data-wrap>{text}</td>
          </tr>
        ))}
      </SmallTable>
      {total > notes.length && <p className={shared.small}>{t('и ещё {{count}}', { count: total - notes.length })}</p>}
    </>
  )
}
