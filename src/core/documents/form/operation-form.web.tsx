import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import * as z from 'zod'
import { NO_RIGHT } from '../../../shared/abilities'
import { dayOf, parseDay, showDay, timeOf } from '../../../shared/dates'
import type { IconName } from '../../../shared/icon-names'
import { isApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useHold } from '../../../web/offline/outbox/use-outbox'
import { openHistory } from '../../../web/pages/row-history'
import { useCompanySettings, useNow, useUserSettings, useWriteGate } from '../../../web/session'
import { readTime } from '../../../web/ui/fields/time-field'
import { FormModal, Keys, type Question } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import type { FormRequest } from './above.web'
import { hasTime, postsAny, type AnyKindRules } from '../engine/kind-rules.contract'
import { useFormTitle } from './cage-fields.web'
import { brokenFaults, hasLists, sentOf } from '../fields/preview-effect.web'
import type { Target, Values } from '../fields/form-model.web'
import { contractOf, kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'
import { OperationBody, type PageParts, type Saving } from './operation-body.web'
import styles from './operation-form.module.css'
import { saveOperation } from './operation-write.web'

interface Props extends FormRequest {
  opened: boolean
  onClose: () => void
  /** part of a page instead of a window, with this text on its button */
  inPage?: { closeText: string; submitText: string; onlyChanged?: boolean } & PageParts
}

/** The form of all operations: moment, the kind's own fields, note, balance. */
export function OperationForm({ kind, target, opened, onClose, inPage }: Props) {
  const { t } = useTranslation()
  const web = kindForms[kind]
  const now = useNow()
  const [initial] = useState(() => firstValues(kind, target, now))
  const [reason, setReason] = useState<string | null>(null)
  const [clear, setClear] = useState(false)
  const question = useRef<Question | null>(null)
  // computed in a component below the window's frame, which has to render again when it changes
  const [, setAsked] = useState('')
  const [saving, setSaving] = useState<Saving | null>(null)
  const [touched, touch] = useState(false)
  const { ability, changing: asked } = contractOf(kind)
  const gate = useWriteGate(target.row ? asked : ability)
  const locked = target.row?.edit_disabled ? (target.row.edit_disabled_reason ?? t(NO_RIGHT)) : null
  const allowed = useCompanySettings()['retreat-weight-allowed']
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const sent = useMemo(() => (values: Values) => tidy(kind, values, allowed), [kind, allowed])
  const schema = useSchema(kind, target, initial, sent)

  // a page with enough room has tables side by side
  const room = inPage?.momentTitle === undefined ? '56.25em' : '75em'
  const wide = useMediaQuery(`(min-width: ${room})`, false, { getInitialValueInEffect: false })
  const lined = hasLists(contractOf(kind))
  const beside = web.Aside !== undefined || (target.row !== undefined && postsAny(kinds[kind]))
  const split = (inPage?.momentTitle !== undefined || !lined) && wide && locked === null && beside

  useHold(opened ? target.queued?.n : undefined)

  const submit = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    setSaving(null)
    try {
      const { row, queued } = target
      await saveOperation({ kind, row, queued, typed: values, values: sent(values), idempotencyKey, units })
    } catch (error) {
      if (isApiError(error) && error.refusal) setSaving({ error, values: JSON.stringify(values) })
      throw error
    }
    target.onSaved?.(values)
  }
  const unchanged = inPage?.onlyChanged === true && target.row !== undefined && !touched
  /** What would be sent when it changes the past: an edit, or a record of an earlier day. */
  const changing = (values: Values) => {
    const changes = target.row ? differs(values, initial) : (parseDay(values.date ?? '') ?? now) < dayOf(now)
    return changes && !gate && !locked && schema.safeParse(values).success ? sent(values) : null
  }
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
      disabledReason={locked ?? gate ?? reason ?? (unchanged ? t('Ничего не изменено') : undefined)}
      footerNote={<FormNote locked={locked !== null} reason={gate ?? reason} clear={clear} of={{ kind, target }} />}
      size={split ? 1040 : lined ? 1080 : undefined}
      tellsRefusals
      {...(inPage && { inPage: true, closeText: inPage.closeText, submitText: inPage.submitText })}
    >
      {(form) => (
        <Lockable reason={locked}>
          <Touched changed={differs(form.values, initial)} onChange={touch} />
          <OperationBody
            form={form}
            kind={kind}
            target={target}
            split={split}
            lead={inPage?.lead}
            momentTitle={inPage?.momentTitle}
            onReason={setReason}
            onClear={setClear}
            question={question}
            onAsked={setAsked}
            saving={saving}
            sent={sent}
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

/** Compares typed values: the form library loses a change that came together with others. */
const differs = (values: Values, initial: Values): boolean =>
  Object.keys({ ...initial, ...values }).some(
    (key) => JSON.stringify(values[key] ?? '') !== JSON.stringify(initial[key] ?? ''),
  )

function firstValues(kind: KindName, target: Target, now: string): Values {
  const web = kindForms[kind]
  const { row, queued, cageId, toCageId } = target
  const [from, to] = web.cageKeys ?? []
  const id = (key: string, given: number | undefined) => String(row?.[key] ?? given ?? '')
  return {
    ...(hasTime(kinds[kind]) && { time: row?.time ?? timeOf(now) }),
    date: row?.date ?? showDay(now),
    ...(from && { [from]: id(from, cageId) }),
    ...(to && { [to]: id(to, toCageId) }),
    ...web.initial(target),
    ...(!web.withoutNote && { note: row?.note ?? String(target.preset?.note ?? '') }),
    ...queued?.typed,
  }
}

/** What is sent: '830' is read as its field reads it, then the kind may replace values. */
function tidy(kind: KindName, { time, photos: _, ...values }: Values, weightAllowed: boolean): Record<string, unknown> {
  const read = hasTime(kinds[kind]) && { time: readTime(time ?? '') ?? time ?? '' }
  return sentOf(kindForms[kind], { ...values, ...read }, weightAllowed)
}

/** What the server would refuse for the values alone, and further checks of the form. */
function checked(kind: KindName, former: Record<string, unknown> | undefined) {
  const { check } = kindForms[kind]
  const rules: AnyKindRules = kinds[kind]
  return z.record(z.string(), z.unknown()).superRefine((values, context) => {
    const result = contractOf(kind).create.input.safeParse(values)
    for (const issue of result.error?.issues ?? []) context.issues.push(issue as z.core.$ZodRawIssue)
    const faults = {
      ...(result.success && rules.check?.(result.data as never)),
      ...brokenFaults(rules, values, former),
      ...check?.(values as Values),
    }
    for (const [key, message] of Object.entries(faults)) context.addIssue({ code: 'custom', path: [key], message })
  })
}

/** An edit may keep stored values that would not be accepted anew. */
function useSchema(
  kind: KindName,
  { row }: Target,
  initial: Values,
  sent: (values: Values) => Record<string, unknown>,
) {
  return useMemo(() => {
    const former = row && sent({ ...initial, ...kindForms[kind].initial({ row }) })
    return z.preprocess((values) => sent(values as Values), checked(kind, former))
  }, [kind, row, initial, sent])
}

/** Reports to the window whether anything differs from the initial values. */
function Touched({ changed, onChange }: { changed: boolean; onChange: (changed: boolean) => void }) {
  useEffect(() => onChange(changed), [changed, onChange])
  return null
}

/** For a row that cannot be edited: the reason, and its fields read-only. */
function Lockable({ reason, children }: { reason: string | null; children: ReactNode }) {
  if (reason === null) return children
  return (
    <>
      <NoteBox kind="warn" icon="lock">
        {reason}
      </NoteBox>
      <fieldset disabled className={styles.locked}>
        {children}
      </fieldset>
    </>
  )
}

/** Left of the buttons: why it cannot be saved, or that it can; otherwise hints for keys. */
interface FormNoteProps {
  locked: boolean
  reason: string | null
  clear: boolean
  of: Pick<FormRequest, 'kind' | 'target'>
}

function FormNote({ locked, reason, clear, of: { kind, target } }: FormNoteProps) {
  const { t } = useTranslation()
  const [icon, text]: [IconName, string | null] = locked
    ? ['lock', t('Только просмотр')]
    : reason || !clear
      ? ['alert', reason]
      : ['check', t('Препятствий нет')]
  return (
    <span className={styles.foot}>
      {target.row && (
        <button
          type="button"
          className={styles.history}
          onClick={() => openHistory({ entity: kinds[kind].kind, id: target.row!.id })}
        >
          <Icon name="hist" size={16} />
          {t('История')}
        </button>
      )}
      {text === null ? (
        <Keys />
      ) : (
        <span className={styles.blocked} data-quiet={icon !== 'alert' || undefined}>
          <Icon name={icon} size={16} />
          {text}
        </span>
      )}
    </span>
  )
}
