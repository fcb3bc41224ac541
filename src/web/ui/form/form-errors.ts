import type * as z from 'zod'
import { sentenceOf } from '../../../shared/say'
import { speak } from '../../i18n'

/** Field → its first text. */
export const firstTexts = (errors: Record<string, string[]> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(errors ?? {}).flatMap(([name, texts]) => (texts[0] ? [[name, texts[0]]] : [])))

/**
 * Errors by the schema of the call, the first text for each field. The server checks the same; this only saves a round
 * trip.
 */
export function schemaErrors(schema: z.ZodType | undefined, values: unknown): Record<string, string> {
  const result = schema?.safeParse(values)
  if (!result || result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= speak(sentenceOf(issue))
  return errors
}

/** The fields that must not be empty, by the schema. */
export const requiredOf = (schema: z.ZodType | undefined, values: object): ReadonlySet<string> =>
  new Set(Object.keys(schemaErrors(schema, Object.fromEntries(Object.keys(values).map((name) => [name, ''])))))

const INPUTS = 'input:not([type=hidden]):not(:disabled):not([readonly]):not([tabindex="-1"])'

/**
 * Marks the field where the window's focus trap starts: the first empty one except the note, or else the first; unless
 * one is marked.
 */
export function focusFirstEmpty(form: HTMLElement): void {
  if (form.querySelector('[data-autofocus]')) return
  const inputs = [...form.querySelectorAll<HTMLInputElement>(INPUTS)]
  const first = inputs.find((input) => input.value === '') ?? inputs[0] ?? form.querySelector<HTMLElement>('textarea')
  first?.setAttribute('data-autofocus', 'true')
}

/** Focuses the first field with an error, once it is rendered. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
