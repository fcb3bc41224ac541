/** A closed year: who closed it, the digest of its numbers then and now, and what was changed in it since. */
import * as z from 'zod'
import { exportedChange } from '../../../core/reports/exported.contract'
import { type AnswerOf, endpoint } from '../../../shared/contract'
import { showInstant } from '../../../shared/dates'
import * as f from '../../../shared/fields'

const closing = z.object({
  /** null for a year that is not closed */
  closed: z.object({ closed_at: z.string(), user: z.string().nullable(), digest: z.string() }).nullable(),
  /** of the numbers of now */
  digest: z.string().nullable(),
  /** operations changed since, at most MOST_COUNTED */
  count: z.number(),
  changes: z.array(exportedChange),
})
export type Closing = z.infer<typeof closing>

const year = f.integer(1990, 2100)
const area = 'reports'

export const closingCalls = {
  get: endpoint({
    method: 'GET',
    path: '/annual-report/closing',
    name: 'getYearClosing',
    ability: 'access reports',
    area,
    reads: ['fish', 'goods', 'spending', 'places', 'lists'],
    slow: true,
    summary: 'Закрытие года: кто закрыл, отпечаток чисел тогда и сейчас, что изменено после',
    input: z.object({ year }),
    answer: closing,
    example: { year: 2025 },
  }),
  set: endpoint({
    method: 'PUT',
    path: '/annual-report/closing',
    name: 'setYearClosing',
    ability: 'access settings',
    area,
    slow: true,
    summary: 'Закрыть год или открыть его заново; закрытие ничего не запрещает',
    input: z.object({ year, closed: f.flag() }),
    answer: closing,
    example: { year: 2025, closed: true },
  }),
}

/** For paper and Excel: when it was closed, and whether the numbers are still those. */
export function closingNote(
  { closed, digest }: Pick<AnswerOf<typeof closingCalls.get>, 'closed' | 'digest'>,
  t: (key: string, values?: Record<string, string>) => string,
): string {
  if (!closed) return ''
  const when = showInstant(closed.closed_at)
  const by = t('Год закрыт {{when}}, {{user}}. Отпечаток чисел SHA-256: {{digest}}.', {
    when,
    user: closed.user ?? '—',
    digest: closed.digest,
  })
  const since =
    closed.digest === digest
      ? t('Числа с тех пор те же.')
      : t('Числа с тех пор другие, их отпечаток {{digest}}.', { digest: digest ?? '—' })
  return `${by} ${since}`
}
