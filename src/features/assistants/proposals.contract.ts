/** What assistants propose to record: people read it, see anew what it would change, confirm or reject it. */
import * as z from 'zod'
import { fieldChange } from '../../core/documents/change-log/change-log.contract'
import { previewAnswer } from '../../core/documents/engine/preview.contract'
import { endpoint, nothing } from '../../shared/contract'
import * as f from '../../shared/fields'

/** For so many hours it can be confirmed. */
export const HOURS = 24
/** So many of one assistant wait at once. */
export const OPEN_AT_ONCE = 50
/** So many days it stays in the list. */
export const KEPT_DAYS = 30

const area = 'proposals'
const ability = 'signed-in'

export const PROPOSAL_STATES = {
  open: 'Ждёт решения',
  confirmed: 'Подтверждено',
  rejected: 'Отклонено',
  expired: 'Срок вышел',
} as const
export type ProposalState = keyof typeof PROPOSAL_STATES

export const proposalRow = z.object({
  id: z.number(),
  /** the application */
  assistant: z.string(),
  /** of documents */
  kind: z.string(),
  title: z.string(),
  state: z.enum(Object.keys(PROPOSAL_STATES) as [ProposalState, ...ProposalState[]]),
  /** farm time */
  made_at: z.string(),
  expires_at: z.string(),
  /** in the assistant's words */
  reason: z.string().nullable(),
  /** what would be recorded */
  fields: z.array(fieldChange),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** the document that it has become */
  operation_id: z.number().nullable(),
})
z.globalRegistry.add(proposalRow, { id: 'Proposal' })
export type ProposalRow = z.infer<typeof proposalRow>

const one = { id: f.id() }

export const proposalCalls = {
  list: endpoint({
    method: 'GET',
    path: '/proposals',
    reads: ['proposals', 'people', 'lists', 'places', 'goods'],
    ability,
    area,
    summary: 'Предложения помощников за 30 дней, новые первыми: те, что вправе записать тот, кто смотрит',
    input: nothing,
    answer: z.array(proposalRow),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/proposals/{id}/preview',
    reads: ['proposals', 'fish', 'goods', 'lists', 'places'],
    ability,
    area,
    dry: true,
    kept: false,
    summary: 'Предложение помощника: что изменит запись сейчас',
    input: z.object(one),
    answer: z.object({
      preview: previewAnswer,
      /** of what is shown: it is confirmed with it */
      seen: z.string(),
      /** it is not what it was when it was proposed */
      changed: z.boolean(),
      proposed: previewAnswer,
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/proposals/{id}/confirm',
    ability,
    area,
    summary: 'Предложение помощника: подтвердить, записав от своего имени',
    details: 'Пока не изменилось то, что показал просмотр: `seen` — из его ответа.',
    input: z.object({ ...one, seen: f.text(100) }),
    answer: z.object({ id: z.number(), operation_id: z.number() }),
  }),
  reject: endpoint({
    method: 'POST',
    path: '/proposals/{id}/reject',
    ability,
    area,
    summary: 'Предложение помощника: отклонить',
    input: z.object(one),
    answer: z.object({ id: z.number() }),
  }),
}
