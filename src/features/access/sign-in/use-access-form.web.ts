import { useRef, useState, type ChangeEvent, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import type * as z from 'zod'
import { errorText, isApiError, type ApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { firstTexts, focusFirstError, schemaErrors } from '../../../web/ui/form/form-errors'
import { useSubmitState, type SubmitState } from '../../../web/ui/form/submit-button'

type Values = Record<string, string>

interface AccessForm<V extends Values> {
  initial: V
  schema: z.ZodType
  send: (values: V) => Promise<void>
  /** text above the button for a failure without a field; errorText by default */
  problemOf?: (error: ApiError) => string | null
}

/**
 * Typed values over initial ones, with errors until a field changes. A field nobody has touched follows its initial
 * value, which may be fetched again.
 */
function useValues<V extends Values>(initial: V, onTyped: () => void) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Partial<V>>({})
  const [errors, setErrors] = useState<Values>({})
  const values: V = { ...initial, ...typed }
  const set = (name: keyof V & string, value: string) => {
    setTyped((now) => ({ ...now, [name]: value }))
    setErrors((now) => ({ ...now, [name]: '' }))
    onTyped()
  }
  return {
    values,
    errors,
    setErrors,
    set,
    /** back to the initial values, which are stored by now */
    reset: () => setTyped({}),
    /** for an input of Mantine */
    input: (name: keyof V & string) => ({
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
      error: errors[name] && t(errors[name]),
    }),
    /** for a field of the kit, which says its error itself */
    field: (name: keyof V & string) => ({
      value: values[name],
      onChange: (value: string) => set(name, value),
      error: errors[name],
    }),
  }
}

export type AccessFields<V extends Values> = ReturnType<typeof useValues<V>>

/** Errors for fields, and the text above the button, after a failure. */
function reasonsOf<V extends Values>(error: unknown, { initial, problemOf }: AccessForm<V>) {
  const own = isApiError(error) && problemOf ? problemOf(error) : undefined
  if (own) return { problem: own, errors: {} }
  const errors = isApiError(error) ? firstTexts(error.errors) : {}
  const hasField = Object.keys(errors).some((name) => name in initial)
  return { problem: own === undefined && !hasField ? errorText(error) : null, errors }
}

/**
 * A page that is a single form: checked by the schema of its call, with errors under fields or above the button;
 * nothing typed is lost. Signing in is part of the first load, so it does without the library of other forms.
 */
export function useAccessForm<V extends Values>(options: AccessForm<V>) {
  const { initial, schema, send } = options
  const [state, show] = useSubmitState()
  const [problem, setProblem] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const form = useValues(initial, () => {
    setProblem(null)
    if (state === 'failed') show('idle')
  })
  const latest = useRef(form.values)
  latest.current = form.values
  const again = useRef(false)

  const refuse = (errors: Values, shown: 'idle' | 'failed') => {
    show(shown)
    form.setErrors(errors)
    focusFirstError(element.current)
  }
  const fail = (error: unknown, sent: V) => {
    const changed = JSON.stringify(sent) !== JSON.stringify(latest.current)
    if (changed && again.current && element.current) return begin()
    // errors of earlier values say nothing about the current ones
    if (changed) return show('idle')
    const reasons = reasonsOf(error, options)
    setProblem(reasons.problem)
    refuse(reasons.errors, 'failed')
  }
  const begin = () => {
    again.current = false
    setProblem(null)
    const values = latest.current
    const errors = schemaErrors(schema, values)
    if (Object.keys(errors).length > 0) return refuse(errors, 'idle')
    show('loading')
    send(values).then(
      () => show('done'),
      (error: unknown) => fail(error, values),
    )
  }
  return { form, frame: frameOf(state, { element, again, begin }), state, problem }
}

interface Frame {
  element: RefObject<HTMLFormElement | null>
  again: RefObject<boolean>
  begin: () => void
}

/** What the element of the form gets. */
const frameOf = (state: SubmitState, { element, again, begin }: Frame) => ({
  ref: element,
  noValidate: true,
  onSubmit: (event: FormEvent) => {
    event.preventDefault()
    if (state !== 'loading' && state !== 'done') begin()
  },
  // a browser submits nothing while the button is disabled: Enter is remembered until the answer
  onKeyDown: ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && state === 'loading') again.current = true
  },
})
