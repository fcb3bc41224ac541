/** Rows of a pasted sheet with unknown goods: shown below the counts until a good is created or chosen. */
import { useMemo } from 'react'
import { ActionIcon, Stack } from '@mantine/core'
import { useTranslation, type TFunction } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { SelectField, type CreateOption } from '../../../../web/ui/fields/select-field'
import { CellDecimal, CellFault } from '../../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn } from '../../../../web/ui/grid-edit/edit-grid'
import { MEASURES, type GoodRow } from '../../../goods/good.contract'
import { useGoodCreator } from '../../../goods/sheet/good-windows.web'
import { NewNames } from '../../../goods/sheet/new-names.web'
import { NamedInSheet } from '../../../goods/sheet/unknown-good.web'
import { linesIn, type LineTexts } from '../../fields/document-lines.web'
import type { FieldsProps } from '../../fields/form-model.web'
import { isUnknown } from './counts.web'
import type { useSheetPaste } from './sheet-paste.web'
import styles from './stocktake.module.css'

interface Row {
  line: LineTexts
  /** place among the lines of the form */
  index: number
  name: string
  faults: { good?: string; amount?: string }
}

interface Words {
  goods: readonly GoodRow[]
  create: CreateOption | undefined
  latest: ReturnType<typeof useSheetPaste>['latest']
  t: TFunction
}

function columnsOf({ goods, create, latest, t }: Words): EditColumn<Row>[] {
  const options = goods.map(({ id, name, code }) => ({ value: id, label: name, alias: code }))
  const unitOf = ({ line }: Row) => MEASURES[line.named_unit as keyof typeof MEASURES]?.name ?? ''
  return [
    {
      key: 'good',
      title: t('Название'),
      card: 'head',
      cell: ({ name, index, line, faults }) => (
        <>
          <NamedInSheet
            name={name}
            unit={line.named_unit ?? ''}
            good={undefined}
            goods={goods}
            onChoose={(id) => latest.current.choose(name, id)}
            onCreate={create && (() => latest.current.create([line]))}
          />
          <SelectField
            data-path={`lines.${index}.good_id`}
            aria-label={t('{{good}}: выбрать расходник', { good: name })}
            placeholder={t('Выбрать похожий')}
            size="xs"
            lazy
            value={null}
            error={faults.good}
            data={options}
            onChange={(id) => id && latest.current.choose(name, Number(id))}
          />
        </>
      ),
    },
    {
      key: 'counted',
      title: t('Посчитано'),
      number: true,
      width: 160,
      card: 'whole',
      cell: (row) => (
        <span className={styles.counted}>
          <CellDecimal
            label={t('{{good}}: посчитано', { good: row.name })}
            path={`lines.${row.index}.amount`}
            value={row.line.amount ?? ''}
            invalid={row.faults.amount !== undefined}
            onChange={(text) => latest.current.amount(row.index, text)}
          />
          <span className={styles.unit}>{t(unitOf(row))}</span>
          {row.faults.amount && <CellFault>{t(row.faults.amount)}</CellFault>}
        </span>
      ),
    },
    {
      key: 'remove',
      title: t('Удалить'),
      hidden: true,
      width: 56,
      card: 'head',
      cell: ({ index, name }) => (
        <ActionIcon
          type="button"
          variant="subtle"
          color="gray"
          aria-label={t('{{good}}: убрать из листа', { good: name })}
          onClick={() => latest.current.remove(index)}
        >
          <Icon name="x" size={16} />
        </ActionIcon>
      ),
    },
  ]
}

export function UnknownRows({ form, goods, latest }: Pick<FieldsProps, 'form'> & Pick<Words, 'goods' | 'latest'>) {
  const { t } = useTranslation()
  const create = useGoodCreator('good')
  const columns = useMemo(
    () => columnsOf({ goods, create, latest, t }),
    // stays the same function while the permission does not change
    [goods, create === undefined, latest, t],
  )
  const lines = linesIn(form.values)
  const fault = (path: string) => (form.errors[path] ? String(form.errors[path]) : undefined)
  const rows = lines.flatMap((line, index): Row[] =>
    isUnknown(line)
      ? [
          {
            line,
            index,
            name: line.named!,
            faults: { good: fault(`lines.${index}.good_id`), amount: fault(`lines.${index}.amount`) },
          },
        ]
      : [],
  )
  if (rows.length === 0) return null
  return (
    <Stack gap="sm">
      <NewNames lines={lines} onCreate={(named) => latest.current.create(named)} />
      <EditGrid label={t('Не найдены в справочнике')} rows={rows} rowKey={({ name }) => name} columns={columns} />
    </Stack>
  )
}
