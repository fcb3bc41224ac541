import { Box } from '@mantine/core'
import { filterNote } from '../../../../shared/sheet'
import { NBSP, showAmount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { useCan } from '../../../../web/session'
import type { JournalExtra } from '../../../../web/pages/journal-page'
import type { ExtraFilters } from '../../../../web/pages/journal-filters'
import { FieldRow } from '../../../../web/ui/fields/field'
import { ALL, isAll, MultiSelectField } from '../../../../web/ui/fields/multi-select-field'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { SelectField, type Option } from '../../../../web/ui/fields/select-field'
import { TextField } from '../../../../web/ui/fields/text-fields'
import { useCreators } from '../../../lists/create.web'
import { spendingCategoryLibrary } from '../../../lists/library.contract'
import { useGenerations } from '../../fields/generation-fields.web'
import { textsOf, type FieldsProps, type KindWeb, type OperationRow, type Values } from '../../fields/form-model.web'
import { NO_GENERATION, spendingNamesCall } from './spending.contract'

/** In selects and addresses. */
const NONE = '0'

const useCategories = () => useCall(spendingCategoryLibrary.list, {}).data ?? []

/** What was paid for before in the chosen category. */
function useNames(category: string | undefined): string[] {
  const enabled = useCan()('access spending')
  const known = useCall(spendingNamesCall, {}, { enabled }).data ?? []
  return known.filter(({ spending_category_id }) => String(spending_category_id) === category).map(({ name }) => name)
}

function SpendingFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  const creators = useCreators()
  const categories = useCategories()
  const generations = useGenerations()
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
      <FieldRow>
        <DecimalField {...form.getInputProps('amount')} label={t('Сумма')} unit="₽" decimals={2} />
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

const chosenOf = (value: ExtraFilters[string] | undefined): string[] => [value ?? ALL].flat()

/** Their names in words; nothing when all are meant. */
const namesOf = (options: Option[], chosen: string[]) =>
  isAll(chosen)
    ? undefined
    : options.flatMap(({ value, label }) => (chosen.includes(String(value)) ? [label] : [])).join(', ')

function useSpendingFilters(): JournalExtra {
  const { t } = useTranslation()
  const generations: Option[] = [
    { value: NONE, label: t(NO_GENERATION) },
    ...useGenerations().map(({ id, name }) => ({ value: id, label: name })),
  ]
  // what was spent on a category that is no longer used is still looked for
  const categories: Option[] = useCategories().map(({ id, name }) => ({ value: id, label: name }))
  const filters = [
    { key: 'generationsId', title: t('Генерация'), input: 'generations_id', options: generations },
    { key: 'categoriesId', title: t('Статья'), input: 'spending_categories_id', options: categories },
  ]
  return {
    defaults: Object.fromEntries(filters.map(({ key }) => [key, [ALL]])),
    input: (values) =>
      Object.fromEntries(
        filters.flatMap(({ key, input }) => (isAll(chosenOf(values[key])) ? [] : [[input, values[key]]])),
      ),
    note: (values) =>
      filterNote(
        ...filters.map(
          ({ key, title, options }) => [title, namesOf(options, chosenOf(values[key]))] as [string, string | undefined],
        ),
      ),
    fields: (values, set) =>
      filters.map(({ key, title, options }) => (
        <Box key={key} w={{ base: '100%', sm: 248 }}>
          <MultiSelectField
            prefix={title}
            size="xs"
            data={options}
            value={chosenOf(values[key])}
            onChange={(ids) => set({ [key]: ids })}
          />
        </Box>
      )),
  }
}

const sumOf = ({ amount }: OperationRow | Values) => `${showAmount(Number(amount))}${NBSP}₽`

export const spendingForm: KindWeb = {
  editTitle: 'Редактирование затрат',
  initial: ({ row, preset }) => ({
    ...textsOf(row ?? preset, 'spending_category_id', 'name', 'amount'),
    generation_id: textsOf(row, 'generation_id').generation_id || NONE,
  }),
  payload: ({ generation_id }) => ({ generation_id: generation_id === NONE ? null : generation_id }),
  Fields: SpendingFields,
  line: (row) => `${String(row.name)}, ${sumOf(row)}`,
  brief: (row, t) => t('затраты {{amount}}: {{name}}', { amount: sumOf(row), name: row.name }),
  deleteFailed: 'Произошла ошибка удаления затрат',
  words: {
    record: 'Записать затраты',
    removed: 'Затраты удалены',
    sure: 'Вы уверены, что хотите удалить данные затраты?',
  },
  emptyText: 'Затрат за указанный период нет.',
  useExtra: useSpendingFilters,
}
