import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../../web/notify'
import type { AnswerOf } from '../../shared/contract'
import { correctRecord, record } from '../../web/outbox/outbox'
import { useHold } from '../../web/outbox/use-outbox'
import { useCall } from '../../web/query-client'
import { useWriteGate } from '../../web/session'
import { SelectField } from '../../web/ui/fields/select-field'
import { FormModal } from '../../web/ui/form-modal'
import { ageCategoryLibrary } from '../libraries/library.contract'
import { cageCalls } from './cage.contract'
import { replaceCages } from './cage-cache.web'
import { piecesText } from './cage-words.web'
import type { CategoryRequest } from './category-host.web'

interface ChangeCategoryProps extends CategoryRequest {
  opened: boolean
  onClose: () => void
}

interface CategoryValues extends Record<string, unknown> {
  generationId: number | string | null
  category_id: number | string | null
}

/** All fish of one generation in the cage move to another category, now: a change of category has no date. */
export function ChangeCategory({ cage, queued, opened, onClose }: ChangeCategoryProps) {
  const { t } = useTranslation()
  const gate = useWriteGate('create corrections')
  useHold(opened ? queued?.n : undefined)
  const categories = useCall(ageCategoryLibrary.list, {}).data ?? []
  const generations = new Map<number, { value: number; label: string; hint: string; count: number }>()
  for (const { generation_id: id, generation_name: label, count } of cage.groups) {
    const sum = count + (generations.get(id)?.count ?? 0)
    if (sum > 0) generations.set(id, { value: id, label, hint: piecesText(t, sum), count: sum })
  }
  const offered = [...generations.values()]
  const { generationId = offered.length === 1 ? offered[0]!.value : null, category_id = null } =
    (queued?.values as CategoryValues | undefined) ?? {}
  const submit = async (values: CategoryValues, options: { idempotencyKey: string }) => {
    const label = `${t('Садок {{number}}', { number: cage.number })}, ${t('смена категории')}`
    const sent = { cageId: cage.id, ...values }
    const told = { label, cages: [cage.id] }
    const outcome = queued
      ? await correctRecord(queued.n, { values: sent, ...told })
      : await record(cageCalls.changeCategory, sent, { ...options, kind: 'category', ...told })
    if (!outcome.sent) return notifySuccess(t('Ждёт сети. {{what}}', { what: label }))
    replaceCages((outcome.answer as AnswerOf<typeof cageCalls.changeCategory>).cages)
    notifySuccess(t('Изменено!'))
  }
  return (
    <FormModal
      icon="stock"
      title={t('Сменить категорию')}
      subtitle={t('Садок {{number}}', { number: cage.number })}
      opened={opened}
      onClose={onClose}
      schema={cageCalls.changeCategory.input.omit({ cageId: true })}
      initial={{ generationId, category_id }}
      onSubmit={submit}
      disabledReason={gate ?? undefined}
    >
      {(form) => (
        <>
          <SelectField label={t('Генерация')} data={offered} {...form.getInputProps('generationId')} />
          <SelectField
            label={t('Новая категория')}
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('category_id')}
          />
        </>
      )}
    </FormModal>
  )
}
