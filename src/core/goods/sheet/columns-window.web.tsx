/** Asks a person what the columns of a pasted sheet mean, when headings and numbers do not tell. */
import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { CellSelect } from '../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import { Window } from '../../../web/ui/overlay/window'
import type { ColumnsRequest } from './good-windows.web'
import type { Placement, SheetField } from './headings.web'
import { lackOf } from './place-columns.web'
import styles from './sheet.module.css'

const TITLES: Record<SheetField, string> = {
  good: 'Название',
  code: 'Код',
  unit: 'Единица измерения',
  amount: 'Количество',
  price: 'Цена с НДС',
  price_net: 'Цена без НДС',
  sum: 'Сумма с НДС',
  sum_net: 'Сумма без НДС',
  vat_rate: 'Ставка НДС',
  lot: 'Партия',
  best_before: 'Годен до',
}
const EXAMPLES = 3

interface SheetColumn {
  column: number
  heading: string
  examples: string[]
  says: Placement
  unsure: boolean
  /** the first that is to be looked at */
  first: boolean
}

interface Words {
  fields: ReadonlySet<SheetField>
  set: (column: number, says: Placement) => void
  t: TFunction
}

const gridColumns = ({ fields, set, t }: Words): EditColumn<SheetColumn>[] => [
  {
    key: 'heading',
    title: t('Столбец'),
    card: 'head',
    cell: ({ column, heading, unsure }) => (
      <span className={styles.heading} data-unsure={unsure || undefined}>
        {heading || t('Столбец {{number}}', { number: column + 1 })}
      </span>
    ),
  },
  {
    key: 'examples',
    title: t('Что в нём стоит'),
    card: 'whole',
    cell: ({ examples }) => <span className={styles.examples}>{examples.join(' · ')}</span>,
  },
  {
    key: 'says',
    title: t('Что это'),
    width: 210,
    card: 'whole',
    cell: ({ column, says, first }) => (
      <CellSelect
        label={t('Столбец {{number}}: что это', { number: column + 1 })}
        path={`columns.${column}`}
        first={first}
        value={says === 'skip' ? '' : says}
        empty={t('Не переносить')}
        options={[...fields].map((field) => ({ value: field, label: t(TITLES[field]) }))}
        onChange={(field) => set(column, (field || 'skip') as Placement)}
      />
    ),
  },
]

export function ColumnsWindow({
  sheet,
  placed,
  fields,
  onPlaced,
  opened,
  onClose,
}: ColumnsRequest & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [columns, setColumns] = useState(placed.columns)
  const grid = useMemo(
    () =>
      gridColumns({
        fields,
        // what stood elsewhere is here now
        set: (column, says) =>
          setColumns((all) => all.map((one, at) => (at === column ? says : one === says ? 'skip' : one))),
        t,
      }),
    [fields, t],
  )
  const rows = columns.map((says, column): SheetColumn => ({
    column,
    says,
    heading: sheet.headings?.[column] ?? '',
    examples: [...new Set(sheet.rows.map((row) => row[column]!).filter(Boolean))].slice(0, EXAMPLES),
    unsure: placed.unsure.includes(column),
    first: placed.unsure[0] === column,
  }))
  const lack = lackOf(columns)
  const lacking = lack && (lack === 'good' ? t('Укажите столбец с названием') : t('Укажите столбец с количеством'))
  return (
    <Window
      title={t('Что в столбцах?')}
      subtitle={t('Проверьте отмеченные: по ним не всё ясно. Ответ запомнится.')}
      icon="box"
      opened={opened}
      onClose={onClose}
      size={720}
      footer={
        <>
          <span className={styles.lack}>{lacking}</span>
          <Button variant="default" onClick={onClose}>
            {t('Не вставлять')}
          </Button>
          <Button
            disabled={lack !== null}
            onClick={() => {
              onClose()
              onPlaced(columns)
            }}
          >
            {t('Вставить строк: {{count}}', { count: sheet.rows.length })}
          </Button>
        </>
      }
    >
      <EditGrid
        label={t('Столбцы')}
        rows={rows.filter(({ examples }) => examples.length > 0)}
        rowKey={({ column }) => column}
        columns={grid}
        state={({ unsure }) => ({ typed: unsure })}
      />
    </Window>
  )
}
