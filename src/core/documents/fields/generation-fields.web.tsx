import type { UseFormReturnType } from '@mantine/form'
import { unarchived } from '../../../shared/collections'
import { useTranslation } from '../../../web/i18n'
import { callKey, queryClient, useCall } from '../../../web/query-client'
import { SelectField } from '../../../web/ui/fields/select-field'
import { Columns } from './columns.web'
import { useCreators } from '../../lists/create.web'
import { ageCategoryLibrary } from '../../lists/libraries/age-category.contract'
import { generationLibrary } from '../../lists/libraries/generation.contract'
import type { Values } from './form-model.web'

export const useGenerations = () => useCall(generationLibrary.list, {}).data ?? []

/** The only generation, which need not be chosen. */
export function onlyGeneration(): string {
  const known = queryClient.getQueryData<{ id: number; archived: boolean }[]>(callKey(generationLibrary.list, {}))
  const [only, ...others] = unarchived(known ?? [])
  return only && others.length === 0 ? String(only.id) : ''
}

/** Any generation and age category of the company, for fish that are not in the cage yet, or no longer. */
export function GenerationFields({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation()
  const generations = useGenerations()
  const creators = useCreators()
  const categories = useCall(ageCategoryLibrary.list, {}).data ?? []
  return (
    <Columns>
      <SelectField
        {...form.getInputProps('generation_id')}
        onChange={(id) => form.setFieldValue('generation_id', id ?? '')}
        label={t('Генерация')}
        data={generations.map(({ id, name, species_name, archived }) => ({
          value: id,
          label: name,
          hint: species_name,
          archived,
        }))}
        nothing={t('Сначала создайте генерацию в справочнике')}
        create={creators('generation')}
      />
      <SelectField
        {...form.getInputProps('age_category_id')}
        onChange={(id) => form.setFieldValue('age_category_id', id ?? '')}
        label={t('Возрастная категория')}
        data={categories.map(({ id, name, archived }) => ({ value: id, label: name, archived }))}
        nothing={t('Сначала создайте категорию в справочнике')}
        create={creators('age_category')}
      />
    </Columns>
  )
}
