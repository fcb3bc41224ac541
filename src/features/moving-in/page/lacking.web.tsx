/** What warehouses and cages lack for a book, and the opening balance that brings it. */
import { Button, Group } from '@mantine/core'
import type { Column } from '../../../shared/columns'
import { showDay } from '../../../shared/dates'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { PlainTable } from '../../../web/ui/table/plain-table'
import { type ImportDetails, pastCalls } from '../calls/past.contract'
import type { After } from './book.web'
import classes from './past.module.css'

interface Props {
  book: ImportDetails
  open: boolean
  after: After
}

const goodColumns: Column[] = [
  { key: 'good', title: 'Расходник', type: 'text', always: true },
  { key: 'stock', title: 'Склад', type: 'text' },
  { key: 'amount', title: 'Количество', type: 'amount' },
  { key: 'measure', title: 'Ед.', type: 'text', words: true },
]

function LackingGoods({ book: { id, lacking, opening }, open, after }: Props) {
  const { t } = useTranslation()
  if (lacking.length === 0 || !(open || opening)) return null
  const set = (on: boolean) => void after(call(pastCalls.opening, { id, on }))
  const title = opening ? t('Начальный остаток: приход в первый день книги') : t('На складах не хватает расходников')
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <PlainTable columns={goodColumns} rows={lacking} rowKey={({ good, stock }) => `${good} ${stock}`} />
      {open && (
        <Group gap="xs">
          <Button variant="default" size="xs" fz="sm" onClick={() => set(!opening)}>
            {opening ? t('Убрать этот приход') : t('Добавить приход недостающего')}
          </Button>
        </Group>
      )}
    </section>
  )
}

const fishColumns: Column[] = [
  { key: 'cage', title: 'Садок', type: 'text', always: true },
  { key: 'day', title: 'На дату', type: 'text' },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
  { key: 'avg_weight', title: 'Навеска', type: 'average' },
  { key: 'generation', title: 'Генерация', type: 'text' },
]

/** Rows of an opening balance stand among those of the book, where they are mended. */
function LackingFish({ book: { id, lacking_fish, opening_fish }, open, after }: Props) {
  const { t } = useTranslation()
  if (!open || (lacking_fish.length === 0 && !opening_fish)) return null
  const set = (on: boolean) => void after(call(pastCalls.opening, { id, on, of: 'fish' }))
  const title = lacking_fish.length > 0 ? t('В садках не хватает рыбы') : t('Начальный остаток рыбы')
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      {lacking_fish.length > 0 && (
        <PlainTable
          columns={fishColumns}
          rows={lacking_fish.map((one) => ({ ...one, day: showDay(one.day) }))}
          rowKey={({ cage, module }) => `${module} ${cage}`}
        />
      )}
      <p className={classes.hint}>
        {opening_fish
          ? t(
              'Остаток добавлен строками листа «Начальный остаток рыбы»: поправьте в них количество, навеску и генерацию.',
            )
          : t(
              'Если рыба уже была, когда начинается книга, добавьте её остаток: он станет строками, которые можно поправить.',
            )}
      </p>
      <Group gap="xs">
        {lacking_fish.length > 0 && (
          <Button variant="default" size="xs" fz="sm" onClick={() => set(true)}>
            {t('Добавить начальный остаток рыбы')}
          </Button>
        )}
        {opening_fish && (
          <Button variant="default" size="xs" fz="sm" onClick={() => set(false)}>
            {t('Убрать начальный остаток рыбы')}
          </Button>
        )}
      </Group>
    </section>
  )
}

export const Lacking = (props: Props) => (
  <>
    <LackingFish {...props} />
    <LackingGoods {...props} />
  </>
)
