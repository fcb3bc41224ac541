import { useMemo, useState } from 'react'
import * as z from 'zod'
import { showDay, timeOf } from '../../../../shared/dates'
import type { AnswerOf } from '../../../../shared/contract'
import type { Refusal } from '../../../../shared/errors'
import { isApiError } from '../../../../web/api'
import { NBSP, showCount, showKg } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { notifySuccess } from '../../../../web/notify'
import { correctRecord, record } from '../../../../web/offline/outbox/outbox'
import { useHold } from '../../../../web/offline/outbox/use-outbox'
import { useCall } from '../../../../web/query-client'
import { useNow, useWriteGate } from '../../../../web/session'
import { FieldRow } from '../../../../web/ui/fields/field'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { readTime } from '../../../../web/ui/fields/time-field'
import { FormModal, type Form } from '../../../../web/ui/form/form-modal'
import { NoteBox } from '../../../../web/ui/note-box'
import { useCreators } from '../../../../core/lists/create.web'
import { ageCategoryLibrary } from '../../../../core/lists/libraries/age-category.contract'
import { useCageBalance } from '../../../../core/documents/form/estimate/cage-balance.web'
import type { Group } from '../../../../core/documents/fields/form-model.web'
import { MomentFields } from '../../../../core/documents/fields/moment-fields.web'
import { OpenRefused } from '../../../../core/documents/form/refused.web'
import { cageCalls } from '../../../../core/cages/cage.contract'
import { replaceCages } from '../../../../core/cages/cage-cache.web'
import { piecesText } from '../../../../core/cages/cage-words.web'
import type { CategoryRequest } from './category-host.web'
import styles from './change-category.module.css'
import shared from '../../../../web/styles/shared.module.css'

interface ChangeCategoryProps extends CategoryRequest {
  opened: boolean
  onClose: () => void
}

interface CategoryValues extends Record<string, unknown> {
  time: string
  date: string
  generationId: number | string | null
  category_id: number | string | null
}

const sent = (values: CategoryValues) => ({ ...values, time: readTime(values.time) ?? values.time })

/** Changes the age category of all fish of one generation in the cage from a moment on. */
export function ChangeCategory({ cage, queued, generationId, categoryId, opened, onClose }: ChangeCategoryProps) {
  const { t } = useTranslation()
  const gate = useWriteGate('create corrections')
  useHold(opened ? queued?.n : undefined)
  const now = useNow()
  const ids = [...new Set(cage.groups.filter(({ count }) => count > 0).map(({ generation_id }) => generation_id))]
  const schema = useMemo(
    () =>
      z.preprocess((values) => sent(values as CategoryValues), cageCalls.changeCategory.input.omit({ cageId: true })),
    [],
  )
  const initial: CategoryValues = {
    time: timeOf(now),
    date: showDay(now),
    generationId: generationId ?? (ids.length === 1 ? ids[0]! : null),
    category_id: categoryId ?? null,
    ...(queued?.values as Partial<CategoryValues> | undefined),
  }
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const submit = async (values: CategoryValues, options: { idempotencyKey: string }) => {
    setRefusal(null)
    try {
      await send(values, options)
    } catch (error) {
      if (isApiError(error) && error.refusal) setRefusal(error.refusal)
      throw error
    }
  }
  const send = async (values: CategoryValues, options: { idempotencyKey: string }) => {
    const label = `${t('Садок {{number}}', { number: cage.number })}, ${t('смена категории')}`
    const told = { label, cages: [cage.id] }
    const input = { cageId: cage.id, ...sent(values) }
    const outcome = queued
      ? await correctRecord(queued.n, { values: input, ...told })
      : await record(cageCalls.changeCategory, input, { ...options, kind: 'category', ...told })
    if (!outcome.sent) return notifySuccess(t('Ждёт сети. {{what}}', { what: label }))
    replaceCages((outcome.answer as AnswerOf<typeof cageCalls.changeCategory>).cages)
    notifySuccess(t('Изменено!'))
  }
  return (
    <FormModal<CategoryValues>
      icon="stock"
      title={t('Сменить категорию')}
      subtitle={t('Садок {{number}}', { number: cage.number })}
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={initial}
      onSubmit={submit}
      disabledReason={gate ?? undefined}
    >
      {(form) => (
        <>
          <Fields form={form} cage={cage} queued={queued} />
          {refusal && <OpenRefused refusal={refusal} />}
        </>
      )}
    </FormModal>
  )
}

/** Generations with fish, each once. */
function generationsOf(groups: Group[], pieces: (count: number) => string) {
  const found = new Map<number, { label: string; count: number }>()
  for (const { generation_id: id, generation_name: label, count } of groups) {
    const sum = count + (found.get(id)?.count ?? 0)
    if (sum > 0) found.set(id, { label, count: sum })
  }
  return [...found].map(([value, { label, count }]) => ({ value, label, hint: pieces(count) }))
}

function Fields({ form, cage, queued }: CategoryRequest & { form: Form<CategoryValues> }) {
  const { t } = useTranslation()
  const creators = useCreators()
  const { date, time, generationId, category_id } = form.values
  const book = useCageBalance({ date, time, cage_id: String(cage.id) }, 'cage_id', undefined, queued?.n)
  const categories = useCall(ageCategoryLibrary.list, {}).data ?? []
  const groups = book.groups.filter((group) => group.count > 0 && String(group.generation_id) === String(generationId))
  const chosen = categories.find(({ id }) => String(id) === String(category_id))
  return (
    <>
      <FieldRow>
        <MomentFields form={form} />
      </FieldRow>
      <SelectField
        label={t('Генерация')}
        data={generationsOf(book.groups, (count) => piecesText(t, count))}
        nothing={t('На это время в садке нет рыбы')}
        {...form.getInputProps('generationId')}
      />
      <SelectField
        label={t('Новая категория')}
        data={categories.map(({ id, name, archived }) => ({ value: id, label: name, archived }))}
        create={creators('age_category')}
        {...form.getInputProps('category_id')}
      />
      {groups.map((group) => (
        <Change key={group.id} group={group} to={chosen} />
      ))}
      <NoteBox>
        {t(
          'История до этого времени остаётся в прежней категории, дальше рыба числится в новой. Число и вес не меняются.',
        )}
      </NoteBox>
    </>
  )
}

/** «4 360 шт, 10 232,1 кг: было Молодь → станет Товарная» */
function Change({ group, to }: { group: Group; to: { id: number; name: string } | undefined }) {
  const { t } = useTranslation()
  const same = to?.id === group.age_category_id
  return (
    <div className={styles.change} aria-live="polite">
      <span className={shared.small}>
        {`${group.generation_name}: ${showCount(group.count)}${NBSP}${t('шт')}, ${showKg(group.weight)}${NBSP}${t('кг')}`}
      </span>
      <span>
        <span className={shared.small}>{t('было')}</span> {group.age_category_name}{' '}
        <span className={shared.small}>→ {t('станет')}</span> <b>{to?.name ?? '—'}</b>
        {same && <span className={shared.small}> · {t('категория та же')}</span>}
      </span>
    </div>
  )
}
