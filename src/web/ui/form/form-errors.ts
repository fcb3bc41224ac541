import type * as z from 'zod'
import { sentenceOf } from '../../../shared/say'
import { speak } from '../../i18n'

/** Field → its first text. */
export const firstTexts = (errors: Record<string, string[]> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(errors ?? {}).flatMap(([name, texts]) => (texts[0] ? [[name, texts[0]]] : [])))

/**
 * What the schema of the call says about the values, first text per field. The server says the same, so this only saves
 * a trip.
 */
export function schemaErrors(schema: z.ZodType | undefined, values: unknown): Record<string, string> {
  const result = schema?.safeParse(values)
  if (!result || result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= speak(sentenceOf(issue))
  return errors
}

/** The fields that the schema does not take empty. */
export const requiredOf = (schema: z.ZodType | undefined, values: object): ReadonlySet<string> =>
  new Set(Object.keys(schemaErrors(schema, Object.fromEntries(Object.keys(values).map((name) => [name, ''])))))

const INPUTS = 'input:not([type=hidden]):not(:disabled):not([readonly]):not([tabindex="-1"])'

/** Marks the first empty field (the note aside), or the first one, for the focus trap of the window, unless one is. */
export function focusFirstEmpty(form: HTMLElement): void {
  if (form.querySelector('[data-autofocus]')) return
  const inputs = [...form.querySelectorAll<HTMLInputElement>(INPUTS)]
  const first = inputs.find((input) => input.value === '') ?? inputs[0] ?? form.querySelector<HTMLElement>('textarea')
  first?.setAttribute('data-autofocus', 'true')
}

/** The first field with an error, once it is drawn. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
