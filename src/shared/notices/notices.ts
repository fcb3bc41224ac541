/**
 * Notices of the bell: what a person should look at now, and what happened to their account. They are computed from the
 * data, not stored; only the keys of seen notices are, in the setting `notices-seen`. A condition that ends and begins
 * anew gets a new key.
 */
import * as z from 'zod'
import { endpoint, nothing } from '../contract'
import type { IconName } from '../icon-names'
import { MAX_NOTICES } from '../settings'

/** Kind → its icon. */
export const NOTICES = {
  'below-min': 'box',
  'new-device': 'key',
  'wrong-codes': 'alert',
  'factor-off': 'lock',
  'invitation-accepted': 'user',
  'app-silent': 'wifi0',
  doubled: 'alert',
  'unfed-by-plan': 'feed',
  'category-by-weight': 'scale',
  'feed-runs-out': 'box',
  'to-weigh': 'scale',
  'report-unsent': 'mail',
  'task-due': 'check',
  'backup-late': 'alert',
  alarm: 'alert',
  'hook-deaf': 'link',
  proposed: 'check',
} as const satisfies Record<string, IconName>
export type NoticeKind = keyof typeof NOTICES

const notice = z.object({
  /** stays the same as long as the notice is about the same event */
  key: z.string(),
  kind: z.enum(Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]),
  /** since when: a moment of farm time, or a day */
  at: z.string(),
  text: z.string(),
  /** the page where one can act on it, with its query */
  href: z.string(),
})
export type Notice = z.infer<typeof notice>

export const noticesCall = endpoint({
  method: 'GET',
  path: '/notices',
  reads: ['fish', 'goods', 'lists', 'water', 'people', 'plans', 'tasks', 'alarms', 'proposals'],
  ability: 'signed-in',
  area: 'notices',
  summary: 'Уведомления: на что обратить внимание, новые первыми',
  details:
    `Не больше ${MAX_NOTICES}. Каждый видит только то, что ему открыто. Уведомление уходит само, когда причина исчезла. ` +
    'Прочитанные — ключи в настройке пользователя `notices-seen`.',
  input: nothing,
  answer: z.array(notice),
})
