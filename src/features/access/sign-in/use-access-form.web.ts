import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type * as z from 'zod'
import { errorText, isApiError, type ApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { firstTexts, focusFirstError, schemaErrors } from '../../../web/ui/form/form-errors'
import { useSubmitState } from '../../../web/ui/form/submit-button'

type Values = Record<string, string>

interface AccessForm<V extends Values> {
  initial: V
  schema: z.ZodType
  send: (values: V) => Promise<void>
  /** what stands above the button for a failure without a field; errorText unless told */
  problemOf?: (error: ApiError) => string | null
}

/**
 * What is typed over the values that it began with, and what is wrong with it until it is typed anew. A field that
 * nobody has touched follows its beginning: it may be read anew, and a colleague may have changed it.
 */
function useValues<V extends Values>(initial: V) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Partial<V>>({})
  const [errors, setErrors] = useState<Values>({})
  const values: V = { ...initial, ...typed }
  const set = (name: keyof V & string, value: string) => {
    setTyped((now) => ({ ...now, [name]: value }))
    setErrors((now) => ({ ...now, [name]: '' }))
  }
  return {
    values,
    errors,
    setErrors,
    set,
    /** to what it began with: the values that are stored by now */
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

/**
 * A page that is one form: checked by the schema of its call, errors under the fields or above the button, nothing
 * typed is lost. Signing in is part of the first load, so it does without the library of the windows' forms.
 */
export function useAccessForm<V extends Values>({ initial, schema, send, problemOf }: AccessForm<V>) {
  const form = useValues(initial)
  const [state, show] = useSubmitState()
  const [problem, setProblem] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const refuse = (errors: Values) => {
    form.setErrors(errors)
    focusFirstError(element.current)
  }
  const fail = (error: unknown) => {
    const errors = isApiError(error) ? firstTexts(error.errors) : {}
    const hasField = Object.keys(errors).some((name) => name in initial)
    const own = isApiError(error) && problemOf ? problemOf(error) : undefined
    setProblem(own === undefined ? (hasField ? null : errorText(error)) : own)
    show('failed')
    refuse(own ? {} : errors)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state === 'loading' || state === 'done') return
    setProblem(null)
    const errors = schemaErrors(schema, form.values)
    if (Object.keys(errors).length > 0) return refuse(errors)
    show('loading')
    send(form.values).then(() => show('done'), fail)
  }
  return { form, submit, state, problem, element }
}
