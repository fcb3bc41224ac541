/** Security events: sign-ins, refusals, changed rights. */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { SECURITY_EVENTS, type SecurityEventKind } from '../../shared/security-events'

const KINDS = Object.keys(SECURITY_EVENTS) as [SecurityEventKind, ...SecurityEventKind[]]

export const securityRow = z.object({
  id: z.number(),
  datetime: z.string(),
  kind: z.string(),
  /** the account concerned, and the acting user; null when nobody was signed in */
  user_id: z.number().nullable(),
  user: z.string().nullable(),
  by_user_id: z.number().nullable(),
  by_user: z.string().nullable(),
  /** of the network: IPv4 or IPv6 */
  address: z.string().nullable(),
  /** «Chrome, Android» */
  device: z.string().nullable(),
  /** plain values that depend on the kind: the refused call, a count, … */
  details: z.record(z.string(), z.unknown()),
})
export type SecurityRow = z.infer<typeof securityRow>

export const securityCalls = {
  list: endpoint({
    method: 'GET',
    path: '/security-events',
    kept: false,
    reads: ['people'],
    ability: 'view audit',
    area: 'admin',
    summary: 'События безопасности за период, от новых к старым; хранятся год',
    input: z.object({
      start: f.instant('start'),
      end: f.instant('end'),
      /** whose account it is about, or who did it */
      user_id: f.optionalId(),
      kind: f.oneOf(KINDS).optional(),
      /** the beginning of an address: '203.0.113.' */
      address: f.optionalText(60),
      ...f.paging,
    }),
    answer: z.union([
      z.array(securityRow),
      z.object({ rows: z.array(securityRow), total: z.number(), footer: z.record(z.string(), z.number()) }),
    ]),
  }),
}

export const SECURITY = { title: 'События безопасности', empty: 'Событий за указанный период нет.' }

export const securityColumns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'event', title: 'Событие', type: 'text', unsorted: true, always: true },
  { key: 'who', title: 'Кто', type: 'text', unsorted: true },
  { key: 'told', title: 'Подробности', type: 'text', fill: true, unsorted: true },
  { key: 'address', title: 'Адрес', type: 'text', unsorted: true },
  { key: 'device', title: 'Устройство', type: 'text', unsorted: true },
]
