import { useRef, useState, type FormEvent } from 'react'
import { useForm } from '@mantine/form'
import type * as z from 'zod'
import { errorText, isApiError, type ApiError } from '../../../web/api'
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
 * A page that is one form: checked by the schema of its call, errors under the fields or above the button, nothing
 * typed is lost.
 */
export function useAccessForm<V extends Values>({ initial, schema, send, problemOf }: AccessForm<V>) {
  const form = useForm<V>({ initialValues: initial })
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
    const errors = schemaErrors(schema, form.getValues())
    if (Object.keys(errors).length > 0) return refuse(errors)
    show('loading')
    send(form.getValues()).then(() => show('done'), fail)
  }
  return { form, submit, state, problem, element }
}
