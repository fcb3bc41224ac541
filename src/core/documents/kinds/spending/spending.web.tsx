import { showRoubles } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { useCan } from '../../../../web/session'
import { FieldRow } from '../../../../web/ui/fields/field'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { TextField } from '../../../../web/ui/fields/text-fields'
import { useCages, useLocations } from '../../../cages/cage-cache.web'
import { useCreators } from '../../../lists/create.web'
import { spendingCategoryLibrary } from '../../../lists/libraries/spending-category.contract'
import { useGenerations } from '../../fields/generation-fields.web'
import { textsOf, type FieldsProps, type KindWeb, type OperationRow, type Values } from '../../fields/form-model.web'
import { NO_GENERATION } from '../../../../shared/filters'
import { spendingNamesCall } from './spending.contract'

/** In selects and addresses. */
const NONE = '0'

const useCategories = () => useCall(spendingCategoryLibrary.list, {}).data ?? []

/** Earlier names of expenses in the chosen category. */
function useNames(category: string | undefined): string[] {
  const enabled = useCan()('access spending')
  const known = useCall(spendingNamesCall, {}, { enabled }).data ?? []
  return known.filter(({ spending_category_id }) => String(spending_category_id) === category).map(({ name }) => name)
}

/** What is for a module or a cage is told by a letter and its id. */
const FOR = { location: 'm', cage: 'c' } as const
const idOf = (value: string | undefined, of: keyof typeof FOR) =>
  value?.startsWith(FOR[of]) ? value.slice(FOR[of].length) : null

/** The whole farm, its modules, its cages. */
function usePlaces() {
  const { t } = useTranslation()
  const locations = useLocations()
  const cages = useCages()
  const moduleOf = (id: number) => locations.find((location) => location.id === id)?.name ?? ''
  return [
    { value: NONE, label: t('Всё хозяйство') },
    ...locations.map(({ id, name }) => ({ value: `${FOR.location}${id}`, label: name })),
    ...cages.map(({ id, number, location_id }) => ({
      value: `${FOR.cage}${id}`,
      label: t('{{module}}, садок {{number}}', { module: moduleOf(location_id), number }),
    })),
  ]
}

function SpendingFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  const creators = useCreators()
  const categories = useCategories()
  const generations = useGenerations()
  const places = usePlaces()
  const names = useNames(form.values.spending_category_id)
  return (
    <>
      <SelectField
        {...form.getInputProps('spending_category_id')}
        onChange={(id) => form.setFieldValue('spending_category_id', id ?? '')}
        label={t('Статья')}
        data={categories.map(({ id, name, archived }) => ({ value: id, label: name, archived }))}
        nothing={t('Сначала создайте статью затрат в справочнике')}
        create={creators('spending_category')}
      />
      <TextField
        {...form.getInputProps('name')}
        label={t('Название')}
        placeholder={t('За что заплачено')}
        maxLength={200}
        suggestions={names}
      />
      <DecimalField {...form.getInputProps('amount')} label={t('Сумма')} unit="₽" decimals={2} />
      <FieldRow>
        <SelectField
          {...form.getInputProps('paid_for')}
          onChange={(id) => form.setFieldValue('paid_for', id ?? NONE)}
          label={t('Для чего')}
          data={places}
          error={form.errors.for_cage_id ?? form.errors.for_location_id}
        />
        <SelectField
          {...form.getInputProps('generation_id')}
          onChange={(id) => form.setFieldValue('generation_id', id ?? NONE)}
          label={t('Генерация')}
          data={[
            { value: NONE, label: t(NO_GENERATION) },
            ...generations.map(({ id, name, archived }) => ({ value: id, label: name, archived })),
          ]}
        />
      </FieldRow>
    </>
  )
}

const placeOf = (row: OperationRow | null | undefined) =>
  row?.for_cage_id
    ? `${FOR.cage}${String(row.for_cage_id)}`
    : row?.for_location_id
      ? `${FOR.location}${String(row.for_location_id)}`
      : NONE

const sumOf = ({ amount }: OperationRow | Values) => showRoubles(Number(amount))

export const spendingForm: KindWeb = {
  editTitle: 'Редактирование затрат',
  record: 'Записать затраты',
  initial: ({ row, preset }) => ({
    ...textsOf(row ?? preset, 'spending_category_id', 'name', 'amount'),
    generation_id: textsOf(row, 'generation_id').generation_id || NONE,
    paid_for: placeOf(row),
  }),
  payload: ({ generation_id, paid_for }) => ({
    generation_id: generation_id === NONE ? null : generation_id,
    for_location_id: idOf(paid_for, 'location'),
    for_cage_id: idOf(paid_for, 'cage'),
  }),
  Fields: SpendingFields,
  historyText: (row) => `${String(row.name)}, ${sumOf(row)}`,
  toastText: (row, t) => t('затраты {{amount}}: {{name}}', { amount: sumOf(row), name: row.name }),
  deleteFailed: 'Произошла ошибка удаления затрат',
  words: {
    removed: 'Затраты удалены',
    sure: 'Вы уверены, что хотите удалить данные затраты?',
  },
  emptyText: 'Затрат за указанный период нет.',
}
