import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import type { Refusal } from '../../../shared/errors'
import { dayOf, parseDay, showDay, timeOf } from '../../../shared/dates'
import { isApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import { useHold } from '../../../web/offline/outbox/use-outbox'
import { useCompanySettings, useNow, useWriteGate } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { readTime } from '../../../web/ui/fields/time-field'
import { FormModal, type Form } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { useLocations } from '../../cages/cage-cache.web'
import type { CageRow } from '../../cages/cage.contract'
import { warningText } from '../fields/warning-text.web'
import { toMg } from '../../../shared/numbers'
import { MomentFields } from '../fields/moment-fields.web'
import { useRecent } from '../recent/recent.web'
import { OpenRefused } from '../form/refused.web'
import { batchKinds } from './batch-kinds.web'
import {
  warningsIn,
  faultsOf,
  sentRows,
  type BatchKind,
  type BatchRow,
  type BatchValues,
  type BodyProps,
} from './batch-model.web'
import type { BatchName } from '../form/estimate/batch-names.web'
import { saveBatch } from './batch-write.web'
import styles from './batch.module.css'
import { FeedingRows } from './feeding-rows.web'
import { RetreatRows } from './retreat-rows.web'
import { useBatchCages } from './use-batch-cages.web'

const bodies = { feeding: FeedingRows, retreat: RetreatRows }

interface Props {
  name: BatchName
  locationId: number | null
  queued: OutboxRecord | undefined
  opened: boolean
  onClose: () => void
}

const sentOf = (kind: BatchKind) => (values: BatchValues) => ({
  date: values.date,
  time: readTime(values.time) ?? values.time,
  batch: sentRows(values.batch, kind),
})

/** Converts the window's values to those of an outbox record, and back. */
const typedOf = ({ time, date, batch }: BatchValues, locationId: number | null): Record<string, string> => ({
  time,
  date,
  location: String(locationId ?? ''),
  batch: JSON.stringify(batch),
})
const firstValues = (queued: OutboxRecord | undefined, now: string): BatchValues => {
  const { time = timeOf(now), date = showDay(now), batch = '{}' } = queued?.typed ?? {}
  return { time, date, batch: JSON.parse(batch) as BatchValues['batch'] }
}

/**
 * One kind of operation in all cages of a module: the moment, a row for each cage, the sums. Either all rows are stored
 * or none.
 */
export function BatchWindow({ name, locationId, queued, opened, onClose }: Props) {
  const { t } = useTranslation()
  const kind = batchKinds[name]
  const now = useNow()
  const [initial] = useState(() => firstValues(queued, now))
  const [reason, setReason] = useState<string | null>(null)
  const [empty, setEmpty] = useState(true)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useHold(opened ? queued?.n : undefined)
  const question = useRef<() => string | null>(() => null)
  const gate = useWriteGate(kind.create.ability as never)
  const sent = useMemo(() => sentOf(kind), [kind])
  const schema = useMemo(() => z.preprocess((values) => sent(values as BatchValues), kind.create.input), [kind, sent])
  const module = useLocations().find(({ id }) => id === locationId)
  const submit = async (values: BatchValues, { idempotencyKey }: { idempotencyKey: string }) => {
    setRefusal(null)
    try {
      await saveBatch({ name, values: sent(values), idempotencyKey, typed: typedOf(values, locationId), queued })
    } catch (error) {
      if (isApiError(error) && error.refusal) setRefusal(error.refusal)
      throw error
    }
  }
  const blocked = gate ?? reason
  const nothing = empty ? t('Заполните хотя бы одну строку') : undefined
  return (
    <FormModal<BatchValues>
      title={t(kind.title)}
      subtitle={module?.name ?? t('Вся ферма')}
      icon={kind.icon}
      size={1200}
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={initial}
      onSubmit={submit}
      question={() => asking(question.current())}
      draft={queued ? undefined : `${name}:module ${locationId ?? ''}`}
      disabledReason={blocked ?? nothing}
      footerNote={blocked ? <span className={styles.blocked}>{blocked}</span> : <Keys />}
    >
      {(form) => (
        <Body
          form={form}
          name={name}
          locationId={locationId}
          onReason={setReason}
          onEmpty={setEmpty}
          refusal={refusal}
          question={question}
        />
      )}
    </FormModal>
  )
}

const asking = (text: string | null) => (text === null ? null : { text })

const Keys = () => {
  const { t } = useTranslation()
  return (
    <span className={styles.keys}>
      <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd> {t('по столбцу')} <kbd>Ctrl</kbd>+<kbd>Enter</kbd> {t('сохранить')}
    </span>
  )
}

interface BodyOptions {
  form: Form<BatchValues>
  name: BatchName
  locationId: number | null
  onReason: (reason: string | null) => void
  onEmpty: (empty: boolean) => void
  refusal: Refusal | null
  /** what is asked before all of it is stored */
  question: { current: () => string | null }
}

/** A stable function, so that a row is rendered only when it changes. */
function useChange(form: Form<BatchValues>): BodyProps['change'] {
  const latest = useRef(form)
  latest.current = form
  return useCallback((cageId: number, patch: BatchRow) => {
    const name = `batch.${cageId}`
    const row = latest.current.getValues().batch[cageId] ?? {}
    latest.current.setFieldValue(name, { ...row, ...patch } as never)
    for (const field of Object.keys(patch)) latest.current.clearFieldError(`${name}.${field}`)
  }, [])
}

/** Asks about all rows at once. */
function useDoubts(form: Form<BatchValues>, cages: readonly CageRow[]): () => string | null {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  const today = dayOf(useNow())
  const { yesterday } = useRecent(today)
  return () => {
    const { batch, date } = form.getValues()
    const fed = parseDay(date) === today ? [...yesterday.values()] : []
    const before = new Map(fed.map(({ cage_id, volume }) => [cage_id, toMg(volume)]))
    const texts = warningsIn(batch, cages, before, settings).map(
      ([{ number }, warning]) => `${t('Садок {{number}}', { number })}: ${warningText(warning, 'kg', t)}`,
    )
    return texts.join(' ') || null
  }
}

function Body({ form, name, locationId, onReason, onEmpty, refusal, question }: BodyOptions) {
  const { t } = useTranslation()
  const kind = batchKinds[name]
  const { batch } = form.values
  const ids = Object.keys(batch)
    .filter((id) => kind.isTyped(batch[id]!))
    .join()
  const typed = useMemo(() => new Set(ids.split(',')), [ids])
  const { cages, known, failed } = useBatchCages(form.values, locationId, typed)
  const empty = ids === ''
  useEffect(() => onEmpty(empty), [empty, onEmpty])
  const change = useChange(form)
  const faults = useMemo(() => faultsOf(form.errors), [form.errors])
  question.current = useDoubts(form, cages)
  const Rows = bodies[name]
  return (
    <>
      {cages.length === 0 ? (
        <>
          <Moment form={form} />
          {known && <EmptyState icon="cages" text={t('На это время в модуле нет садков с рыбой.')} />}
        </>
      ) : (
        <Rows
          form={form}
          cages={cages}
          change={change}
          faults={faults}
          block={onReason}
          moment={<Moment form={form} />}
        />
      )}
      {failed && (
        <NoteBox kind="warn">
          {t('Не удалось узнать, что было в садках на это время: показано, что в них сейчас.')}
        </NoteBox>
      )}
      {refusal && <OpenRefused refusal={refusal} />}
    </>
  )
}

const Moment = ({ form }: { form: Form<BatchValues> }) => (
  <div className={styles.moment}>
    <MomentFields form={form} />
  </div>
)
