import { useEffect, useLayoutEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type * as z from 'zod'
import { errorText, isApiError, newKey } from '../../api'
import { showInstant } from '../../../shared/dates'
import { useTranslation } from '../../i18n'
import { Icon, type IconName } from '../../icons'
import { Still } from '../../query-client'
import { useDraft } from './drafts'
import { RequiredFields } from '../fields/field'
import { firstTexts, focusFirstEmpty, focusFirstError, requiredOf, schemaErrors } from './form-errors'
import { NoteBox } from '../note-box'
import { SubmitButton, useSubmitState } from './submit-button'
import { useEdges } from '../use-edges'
import { useKeypad } from '../overlay/use-keypad'
import { WindowFrame, WindowHead } from '../overlay/window'
import classes from './form-modal.module.css'

export type FormValues = Record<string, unknown>
export type Form<V extends FormValues> = UseFormReturnType<V>

export interface Question {
  /** translated */
  text: string
  /** the probable correction: «Это граммы» */
  fix?: { label: string; apply: () => void }
}

export interface FormModalProps<V extends FormValues> {
  /** translated */
  title: ReactNode
  subtitle?: ReactNode
  icon?: IconName
  opened: boolean
  onClose: () => void
  /** input schema of the endpoint; the first text for each field is shown under it */
  schema?: z.ZodType
  /** read when the window opens. To start over while it stays open («следующий садок»), change the modal's `key` */
  initial: V
  /**
   * Gets the typed values, not the parsed ones: the call carries kilograms, and the server parses them. Pass the key on
   * to `call`: then repeating the same values after a lost answer stores nothing twice.
   */
  onSubmit: (values: V, options: { idempotencyKey: string }) => Promise<unknown>
  submitText?: string
  /** the form stays open after saving */
  keepOpen?: boolean
  /** saving is impossible: the reason is the button's title */
  disabledReason?: string
  /** warnings about unusual values: the first attempt to save shows them, the second saves */
  question?: (values: V) => Question | null
  /** unsaved values are stored on the device under this name, and offered at the next opening */
  draft?: string
  /** shown left of the buttons; hints for keys when absent */
  footerNote?: ReactNode
  danger?: boolean
  size?: number
  /** part of a page that has its own title, instead of a window */
  inPage?: boolean
  /** translated; what closes it */
  closeText?: string
  /** the form itself shows refusals of a ledger */
  tellsRefusals?: boolean
  children: (form: Form<V>) => ReactNode
}

/**
 * The frame of all forms. Enter saves, Esc closes, the focus starts in the first empty field, and an error loses
 * nothing.
 */
export function FormModal<V extends FormValues>({ opened, onClose, size = 500, inPage, ...props }: FormModalProps<V>) {
  const busy = useRef(false)
  const close = () => {
    if (!busy.current) onClose()
  }
  const body = <FormBody {...props} inPage={inPage} close={close} closeNow={onClose} busy={busy} />
  if (inPage) return <section className={classes.page}>{body}</section>
  return (
    <WindowFrame opened={opened} onClose={close} size={size} closeOnClickOutside={false}>
      {body}
    </WindowFrame>
  )
}

interface FormBodyProps<V extends FormValues> extends Omit<FormModalProps<V>, 'opened' | 'onClose' | 'size'> {
  close: () => void
  closeNow: () => void
  busy: { current: boolean }
}

/** Mounted only while the window is open, so that each opening starts from `initial`. */
function FormBody<V extends FormValues>({ children, close, ...props }: FormBodyProps<V>) {
  const { t } = useTranslation()
  const { form, submit, state, problem, asked, draft, element } = useSubmit(props)
  const body = useRef<HTMLDivElement>(null)
  useEdges(body)
  useKeypad(element)
  const required = useMemo(() => requiredOf(props.schema, props.initial), [props.schema])
  return (
    <form
      ref={element}
      className={classes.form}
      onSubmit={submit}
      onPointerDownCapture={draft.touch}
      onKeyDownCapture={draft.touch}
      onInputCapture={draft.touch}
      onKeyDown={(event) => {
        // in a text of several lines Enter adds a line
        const inside = element.current?.contains(event.target as Node)
        if (inside && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit()
      }}
      noValidate
    >
      {!props.inPage && (
        <WindowHead title={props.title} subtitle={props.subtitle} icon={props.icon} danger={props.danger} />
      )}
      <div className={classes.body} ref={body}>
        {draft.found && (
          <DraftOffer
            at={draft.found.at}
            onTake={() => {
              form.setValues(draft.found!.values)
              draft.drop()
            }}
            onDrop={draft.drop}
          />
        )}
        <RequiredFields value={required}>
          <Still value={state === 'loading' || (state === 'done' && !props.keepOpen)}>{children(form)}</Still>
        </RequiredFields>
        {asked && (
          <div ref={intoSight}>
            <NoteBox kind="warn" icon="alert">
              {asked.text} {t('Всё верно? Сохраните ещё раз.')}
              {asked.fix && (
                <button
                  type="button"
                  className={classes.fix}
                  onClick={() => {
                    asked.fix?.apply()
                    element.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
                  }}
                >
                  {asked.fix.label}
                </button>
              )}
            </NoteBox>
          </div>
        )}
        {problem && (
          <div ref={intoSight}>
            <NoteBox kind="danger" icon="lock">
              {t(problem)}
            </NoteBox>
          </div>
        )}
      </div>
      <div className={classes.footer}>
        <div className={classes.note}>{props.footerNote ?? <Keys />}</div>
        <Button variant="default" onClick={close}>
          {props.closeText ?? t('Закрыть')}
        </Button>
        <SubmitButton state={state} danger={props.danger} disabledReason={props.disabledReason}>
          {asked ? t('Всё верно') : (props.submitText ?? t('Сохранить'))}
        </SubmitButton>
      </div>
    </form>
  )
}

/** Scrolls warnings and refusals into view before the person answers them or tries again. */
const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function DraftOffer({ at, onTake, onDrop }: { at: string; onTake: () => void; onDrop: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.draft} role="status">
      <Icon name="note" size={16} />
      <span>{t('Черновик от {{at}}', { at: showInstant(at) })}</span>
      <button type="button" onClick={onTake}>
        {t('Продолжить')}
      </button>
      <button type="button" onClick={onDrop}>
        {t('Отбросить')}
      </button>
    </div>
  )
}

export const Keys = () => {
  const { t } = useTranslation()
  return (
    <span className={classes.keys}>
      <span className={classes.next}>
        <kbd>Enter</kbd> {t('дальше')}{' '}
      </span>
      <kbd className={classes.ctrl}>Ctrl</kbd> <kbd>Enter</kbd> {t('сохранить')} <kbd>Esc</kbd> {t('закрыть')}
    </span>
  )
}

function useSubmit<V extends FormValues>(props: Omit<FormBodyProps<V>, 'children' | 'close'>) {
  const { initial, schema, onSubmit, disabledReason, question, keepOpen, closeNow, busy } = props
  const form = useForm<V>({ initialValues: initial })
  const [state, show] = useSubmitState()
  const draft = useDraft(props.draft, form.getValues())
  /** why these values were not saved */
  const [refused, setRefused] = useState<{ text: string; values: string } | null>(null)
  /** the question that the last attempt showed */
  const [answered, setAnswered] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef({ values: '', key: '' })
  useLayoutEffect(() => {
    if (element.current) focusFirstEmpty(element.current)
  }, [])
  const leave = useRef(draft.keepNow)
  leave.current = draft.keepNow
  // closed in any way (Esc, ×, «Назад»), the typed values stay
  useEffect(() => () => leave.current(), [])

  const refuse = (errors: Record<string, string>) => {
    form.setErrors(errors)
    focusFirstError(element.current)
  }
  const fail = (error: unknown) => {
    const errors = isApiError(error) ? firstTexts(error.errors) : {}
    const known = Object.keys(errors).filter((name) =>
      element.current?.querySelector(`[data-path="${CSS.escape(name)}"]`),
    )
    const homeless = Object.keys(errors).find((name) => !known.includes(name))
    const refusal = isApiError(error) && error.refusal !== undefined
    // a text without a field, and every refusal, is shown above the buttons
    const text = homeless ? errors[homeless] : known.length && !refusal ? null : errorText(error)
    const told = refusal && props.tellsRefusals
    setRefused(text && !told ? { text, values: JSON.stringify(form.getValues()) } : null)
    show('failed')
    refuse(errors)
  }
  const save = async () => {
    const values = JSON.stringify(form.getValues())
    // a key belongs to the typed values: equal values are the same write, changed ones another
    if (attempt.current.values !== values) attempt.current = { values, key: newKey() }
    busy.current = true
    show('loading')
    try {
      await onSubmit(form.getValues(), { idempotencyKey: attempt.current.key })
      attempt.current = { values: '', key: '' }
      show('done')
      busy.current = false
      draft.save()
      if (!keepOpen) closeNow()
    } catch (error) {
      busy.current = false
      fail(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // a form in a portal inside this one must not submit this one
    event.stopPropagation()
    if (disabledReason || busy.current || state === 'done') return
    setRefused(null)
    const errors = schemaErrors(schema, form.getValues())
    if (Object.keys(errors).length > 0) return refuse(errors)
    const asks = question?.(form.getValues()) ?? null
    if (asks && answered !== asks.text) return setAnswered(asks.text)
    void save()
  }
  const asking = answered === null ? null : (question?.(form.getValues()) ?? null)
  const asked = asking?.text === answered ? asking : null
  const problem = refused?.values === JSON.stringify(form.getValues()) ? refused.text : null
  return { form, submit, state, problem, asked, draft, element }
}
