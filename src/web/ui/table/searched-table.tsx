import { useMemo, useState } from 'react'
import { TextInput } from '@mantine/core'
import { valueOf } from '../../../shared/columns'
import { filterNote } from '../../../shared/sheets/sheet'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { DataTable, type DataTableProps } from './data-table'
import type { Row } from '../../../shared/sheets/rows'
import { cellText } from './view/cells'
import classes from './searched-table.module.css'

/** As many are seen at a glance. */
const FEW = 8

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** A table with all its rows, and a field that filters rows containing every typed word. */
export function SearchedTable<R extends Row>(props: DataTableProps<R>) {
  const { t } = useTranslation()
  const { rows, columns, toolbar } = props
  const [typed, setTyped] = useState('')
  const known = useMemo(
    () =>
      rows?.map((row) => ({
        row,
        text: plain(columns.map((column) => cellText(valueOf(row, column.key), column)).join('\n')),
      })),
    [rows, columns],
  )
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const found = known?.filter(({ text }) => words.every((word) => text.includes(word))).map(({ row }) => row)
  const searching = words.length > 0
  const offered = (rows?.length ?? 0) > FEW || typed !== ''
  const field = offered && (
    <TextInput
      size="xs"
      type="search"
      className={classes.field}
      value={typed}
      placeholder={t('Найти в списке')}
      aria-label={t('Найти в списке')}
      leftSection={<Icon name="search" size={16} />}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
  return (
    <DataTable<R>
      {...props}
      rows={searching ? found : rows}
      toolbar={
        (field || toolbar) && (
          <div className={classes.tools}>
            {field}
            {toolbar}
          </div>
        )
      }
      toolbarNote={props.toolbarNote ?? (toolbar ? undefined : t('Поиск'))}
      emptyText={searching ? t('Ничего не найдено') : props.emptyText}
      emptyAction={searching ? undefined : props.emptyAction}
      exportNote={[props.exportNote, searching && filterNote([t('Поиск'), typed.trim()])].filter(Boolean).join('. ')}
    />
  )
}
