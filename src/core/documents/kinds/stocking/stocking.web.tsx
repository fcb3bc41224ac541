import { Box } from '@mantine/core'
import { showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import type { JournalExtra } from '../../../../web/pages/journal-page'
import { ALL } from '../../../../web/ui/fields/multi-select-field'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { GenerationFields, onlyGeneration, useGenerations } from '../../fields/generation-fields.web'
import { FishFields } from '../../fields/fish-fields.web'
import { averageOf, typedAverage } from '../../fields/fish-math.web'
import {
  fishLine,
  fishTexts,
  groupKey,
  stockOf,
  textsOf,
  type Book,
  type FieldsProps,
  type KindWeb,
  type Values,
} from '../../fields/form-model.web'

const sameGroup = (values: Values, book: Book) =>
  book.groups.find((group) => groupKey(group) === `${values.generation_id}:${values.age_category_id}`)

function StockingFields({ form, book, settings }: FieldsProps) {
  const bookMg = averageOf(stockOf(sameGroup(form.values, book)))
  return (
    <>
      <GenerationFields form={form} />
      <FishFields form={form} bookMg={bookMg} settings={settings} />
    </>
  )
}

function useGenerationFilter(): JournalExtra {
  const { t } = useTranslation()
  const generations = useGenerations()
  return {
    defaults: { generationId: ALL },
    input: ({ generationId }) => (generationId === ALL ? {} : { generation_id: generationId }),
    fields: ({ generationId }, set) => (
      <Box w={{ base: '100%', sm: 232 }}>
        <SelectField
          prefix={t('Генерация')}
          size="xs"
          data={[{ value: ALL, label: t('[Все]') }, ...generations.map(({ id, name }) => ({ value: id, label: name }))]}
          value={String(generationId ?? ALL)}
          onChange={(id) => set({ generationId: id ?? ALL })}
        />
      </Box>
    ),
  }
}

export const stockingForm: KindWeb = {
  cageTitle: 'Зарыбление: {{number}}',
  editTitle: 'Редактирование зарыбления',
  cageKeys: ['to_id'],
  numberKeys: ['to_number'],
  initial: ({ row }) => ({
    ...textsOf(row, 'generation_id', 'age_category_id', 'count', 'avg_weight', 'weight'),
    ...(!row && { generation_id: onlyGeneration() }),
  }),
  Fields: StockingFields,
  check: (values): Record<string, string> =>
    typedAverage(fishTexts(values)) === null ? { avg_weight: 'Введите навеску или общий вес' } : {},
  useExtra: useGenerationFilter,
  line: fishLine,
  brief: (row, t) => t('зарыбление {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
