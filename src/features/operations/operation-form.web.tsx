import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import * as z from 'zod'
import { useTranslation } from 'react-i18next'
import { NO_RIGHT } from '../../shared/abilities'
import { dayOf, parseDay, showDay, showInstant, timeOf } from '../../shared/dates'
import type { Refusal } from '../../shared/errors'
import { errorText, isApiError, type ApiError } from '../../web/api'
import { useCall } from '../../web/query-client'
import { ageCategoryLibrary } from '../libraries/library.contract'
import { Icon } from '../../web/icons'
import { dataReadAt } from '../../web/outbox/data-read-at'
import { useHold } from '../../web/outbox/use-outbox'
import { farmTimeOf, useCompanySettings, useNow, useUserSettings, useWriteGate } from '../../web/session'
import { DayField } from '../../web/ui/fields/day-field'
import { FieldRow } from '../../web/ui/fields/field'
import { NoteField } from '../../web/ui/fields/text-fields'
import { readTime, TimeField } from '../../web/ui/fields/time-field'
import { FormModal, type Form } from '../../web/ui/form-modal'
import { NoteBox } from '../../web/ui/note-box'
import { Balance, BalanceStack } from './balance.web'
import { useBook } from './book.web'
import { CageFields, useFormTitle } from './cage-fields.web'
import { doubtText, type Facts } from './doubts.web'
import { useLimits, useProblem } from './form-checks.web'
import type { KindWeb, Settings, Target, Values, WeightUnit } from './form-model.web'
import type { KindName } from './kinds.contract'
import { kindForms } from './kinds.web'
import styles from './operation-form.module.css'
import { useCageColor } from '../cages/cage-cache.web'
import { contractOf, saveOperation } from './operation-write.web'
import { OperationPreview } from './preview.web'
import { RefusalLink } from './refusal-link.web'

interface Props {
  kind: KindName
  target: Target
  opened: boolean
  onClose: () => void
}

/** The one form of all operations: moment first, then the kind's own fields, the note, the balance. */
export function OperationForm({ kind, target, opened, onClose }: Props) {
  const { t } = useTranslation()
  const web = kindForms[kind]
  const now = useNow()
  const [initial] = useState(() => firstValues(web, target, now))
  const [reason, setReason] = useState<string | null>(null)
  const question = useRef<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(target.queued?.refusal ?? null)
  const gate = useWriteGate(target.row ? undefined : contractOf(kind).ability)
  const locked = target.row?.edit_disabled ? (target.row.edit_disabled_reason ?? NO_RIGHT) : null
  const allowed = useCompanySettings()['retreat-weight-allowed']
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const sent = useMemo(() => (values: Values) => tidy(web, values, allowed), [web, allowed])
  const schema = useMemo(() => z.preprocess((values) => sent(values as Values), checked(kind)), [kind, sent])

  useHold(opened ? target.queued?.n : undefined)

  const submit = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    setRefusal(null)
    try {
      const { row, queued } = target
      await saveOperation({ kind, row, queued, typed: values, values: sent(values), idempotencyKey, units })
    } catch (error) {
      if (isApiError(error) && error.refusal) setRefusal(error.refusal)
      throw error
    }
    target.onSaved?.()
  }
  /** What would be sent, when it changes what is known: an edit, or a record of a day gone by. */
  const changing = (values: Values) => {
    const changes = target.row ? differs(values, initial) : (parseDay(values.date ?? '') ?? now) < dayOf(now)
    return changes && !gate && !locked && schema.safeParse(values).success ? sent(values) : null
  }
  const footnote = locked === null ? (gate ?? reason) : t('Только просмотр')
  return (
    <FormModal<Values>
      {...useFormTitle(kind, target)}
      icon={contractOf(kind).icon}
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={initial}
      onSubmit={submit}
      question={() => question.current}
      draft={target.queued ? undefined : draftOf(kind, target)}
      disabledReason={(locked && t(locked)) ?? gate ?? reason ?? undefined}
      footerNote={footnote && <Footnote icon={locked === null ? 'alert' : 'lock'}>{footnote}</Footnote>}
    >
      {(form) => (
        <Lockable reason={locked}>
          <OperationBody
            form={form}
            kind={kind}
            target={target}
            onReason={setReason}
            question={question}
            refusal={refusal}
            changing={changing(form.values)}
          />
        </Lockable>
      )}
    </FormModal>
  )
}

/** A form of a stored row has a draft of its own. */
const draftOf = (kind: KindName, { row, cageId, toCageId }: Target): string =>
  row ? `${kind}:row ${row.id}` : `${kind}:${cageId ?? ''}:${toCageId ?? ''}`

/** By what is typed: the form itself forgets a change that came together with others. */
const differs = (values: Values, initial: Values): boolean =>
  Object.keys({ ...initial, ...values }).some((key) => (values[key] ?? '') !== (initial[key] ?? ''))

function firstValues(web: KindWeb, target: Target, now: string): Values {
  const { row, queued, cageId, toCageId } = target
  const [from, to] = web.cageKeys
  const id = (key: string, given: number | undefined) => String(row?.[key] ?? given ?? '')
  return {
    time: row?.time ?? timeOf(now),
    date: row?.date ?? showDay(now),
    [from]: id(from, cageId),
    ...(to && { [to]: id(to, toCageId) }),
    ...web.initial(target),
    ...(!web.withoutNote && { note: row?.note ?? '' }),
    ...queued?.typed,
  }
}

/** What is sent: '830' is understood as the field understands it, and the kind has the last word. */
const tidy = (web: KindWeb, values: Values, weightAllowed: boolean): Record<string, unknown> => ({
  ...values,
  time: readTime(values.time ?? '') ?? values.time,
  ...web.payload?.(values, { weightAllowed }),
})

/** The contract of the call and what the kind asks beyond it. */
function checked(kind: KindName) {
  const { check } = kindForms[kind]
  return z.record(z.string(), z.unknown()).superRefine((values, context) => {
    const result = contractOf(kind).create.input.safeParse(values)
    for (const { path, message } of result.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message })
    for (const [key, message] of Object.entries(check?.(values as Values) ?? {})) {
      context.addIssue({ code: 'custom', path: [key], message })
    }
  })
}

/** What a row that cannot be edited shows: the reason, and its fields to be read. */
function Lockable({ reason, children }: { reason: string | null; children: ReactNode }) {
  const { t } = useTranslation()
  if (reason === null) return children
  return (
    <>
      <NoteBox kind="warn" icon="lock">
        {t(reason)}
      </NoteBox>
      <fieldset disabled className={styles.locked}>
        {children}
      </fieldset>
    </>
  )
}

const Footnote = ({ icon, children }: { icon: 'alert' | 'lock'; children: ReactNode }) => (
  <span className={styles.blocked} data-quiet={icon === 'lock' || undefined}>
    <Icon name={icon} size={16} />
    {children}
  </span>
)

/** The unit of averages begins as the map of the module has it; a change is the form's alone. */
function useSettings(locationId: number | undefined): Settings {
  const [settings] = useUserSettings()
  const weightAllowed = useCompanySettings()['retreat-weight-allowed']
  const [own, setOwn] = useState<WeightUnit | null>(null)
  const usual = locationId === undefined ? undefined : settings['avg-weight-unit'][locationId]
  return { unit: own ?? usual ?? 'kg', setUnit: setOwn, weightAllowed }
}

/** Says what the balance without a network rests on. */
function Estimated() {
  const { t } = useTranslation()
  const read = dataReadAt()
  const time = read === null ? '' : showInstant(farmTimeOf(read))
  return (
    <NoteBox kind="warn" icon="wifi0">
      {t('Нет связи: остаток по данным на {{time}} и по записям, ждущим сети. Сервер проверит его при отправке.', {
        time,
      })}
    </NoteBox>
  )
}

/** What is asked before it is saved, in one line. */
function useQuestion(web: KindWeb, facts: Omit<Facts, 'category' | 'settings'>, unit: WeightUnit): string | null {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  const named = facts.values.age_category_id
  const categories = useCall(ageCategoryLibrary.list, {}, { enabled: Boolean(named) }).data ?? []
  const own = categories.find(({ id }) => String(id) === named)
  const category = own?.avg_weight_to ? { from: own.avg_weight_from ?? 0, to: own.avg_weight_to } : null
  const doubts = (web.asks ?? []).flatMap((ask) => ask({ ...facts, category, settings }))
  return doubts.map((doubt) => doubtText(doubt, unit, t)).join(' ') || null
}

interface BodyProps {
  form: Form<Values>
  kind: KindName
  target: Target
  onReason: (reason: string | null) => void
  /** what is to be asked before it is saved, as of what is typed now */
  question: RefObject<string | null>
  refusal: Refusal | null
  /** what saving would send, when it changes the past; null otherwise and while it cannot be sent */
  changing: Record<string, unknown> | null
}

function OperationBody({ form, kind, target, onReason, question, refusal, changing }: BodyProps) {
  const { t } = useTranslation()
  const web = kindForms[kind]
  const { row, queued } = target
  const { values } = form
  const limits = useLimits()
  const book = useBook(values, web.cageKeys[0], row?.id, queued?.n)
  const goal = useBook(values, web.cageKeys[1], row?.id, queued?.n)
  const settings = useSettings(book.cage?.location_id)
  const effects = web.effects?.(values, book, goal, settings) ?? []
  const problem = useProblem(web, values, book, effects)
  question.current = useQuestion(web, { values, effects, book, target: goal }, settings.unit)
  const [goodsReason, block] = useState<string | null>(null)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const colorOf = useCageColor()
  const reason = problem?.fix ?? goodsReason ?? (refused && t(errorText(refused)))
  const obstacle = refusal ?? refused?.refusal
  useEffect(() => onReason(reason), [reason, onReason])
  const under = (field: string) => form.errors[field] ?? (problem?.field === field ? problem.text : undefined)
  const shortage = problem?.field === 'count' ? problem.text : null
  const fields = { form, book, target: goal, row, settings, shortage, block }
  return (
    <>
      {queued?.reason && <NoteBox kind="danger">{t('Не принята: {{reason}}', { reason: t(queued.reason) })}</NoteBox>}
      <FieldRow>
        <TimeField {...form.getInputProps('time')} label={t('Время')} error={under('time')} />
        <DayField
          {...form.getInputProps('date')}
          label={t('Дата')}
          min={limits.min}
          max={limits.max}
          error={under('date') || undefined}
        />
      </FieldRow>
      <CageFields form={form} kind={kind} target={target} />
      <web.Fields {...fields} />
      {!web.withoutNote && (
        <NoteField
          {...form.getInputProps('note')}
          label={t('Примечание')}
          placeholder={web.notePlaceholder && t(web.notePlaceholder)}
        />
      )}
      {problem && !problem.field && <NoteBox kind="danger">{problem.text}</NoteBox>}
      {book.estimated && <Estimated />}
      {book.failed && (
        <NoteBox kind="warn">{t('Не удалось узнать остаток. Сохранить можно: сервер проверит сам.')}</NoteBox>
      )}
      <BalanceStack>
        <OperationPreview
          kind={kind}
          id={row?.id ?? null}
          values={problem || goodsReason ? null : changing}
          unit={settings.unit}
          colorOf={colorOf}
          onRefused={setRefused}
        />
        {effects.map((effect, index) => (
          <Balance key={index} effect={effect} book={index === 0 ? book : goal} values={values} unit={settings.unit} />
        ))}
        {web.Balance && <web.Balance {...fields} />}
        {obstacle && <RefusalLink refusal={obstacle} />}
      </BalanceStack>
    </>
  )
}
