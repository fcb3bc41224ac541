/** The help texts, for programs and pages outside. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { LANGUAGES } from '../../shared/i18n/languages'

export const helpCall = endpoint({
  method: 'GET',
  path: '/help',
  name: 'getHelp',
  reads: [],
  ability: 'signed-in',
  area: 'admin',
  summary: 'Справка по страницам, её тексты и адреса, к которым они относятся',
  input: z.object({ locale: f.optional(f.oneOf(LANGUAGES)) }),
  answer: z.object({
    /** name of a text → Markdown with titles, sections, lists and steps */
    guides: z.record(z.string(), z.string()),
    /** beginning of an address, its first part or first two → names of texts, in order; '' is the main page */
    keys: z.record(z.string(), z.array(z.string())),
  }),
  example: { locale: 'ru' },
})
