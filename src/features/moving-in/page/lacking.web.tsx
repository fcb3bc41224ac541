/** What warehouses lack for a book, and the opening balance that brings it. */
import { Button, Group } from '@mantine/core'
import type { Column } from '../../../shared/columns'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { PlainTable } from '../../../web/ui/table/plain-table'
import { type ImportDetails, pastCalls } from '../calls/past.contract'
import type { After } from './book.web'
import classes from './past.module.css'

const columns: Column[] = [
  { key: 'good', title: 'Корм', type: 'text', always: true },
  { key: 'stock', title: 'Склад', type: 'text' },
  { key: 'amount', title: 'Количество', type: 'amount' },
]

export function Lacking({ book, open, after }: { book: ImportDetails; open: boolean; after: After }) {
  const { t } = useTranslation()
  const { id, lacking, opening } = book
  if (lacking.length === 0 || !(open || opening)) return null
  const set = (on: boolean) => void after(call(pastCalls.opening, { id, on }))
  const title = opening ? t('Начальный остаток: приход в первый день книги') : t('На складах не хватает корма')
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <PlainTable columns={columns} rows={lacking} rowKey={({ good, stock }) => `${good} ${stock}`} />
      {open && (
        <Group gap="xs">
          <Button variant="default" size="xs" fz="sm" onClick={() => set(!opening)}>
            {opening ? t('Убрать этот приход') : t('Добавить приход недостающего корма')}
          </Button>
        </Group>
      )}
    </section>
  )
}
