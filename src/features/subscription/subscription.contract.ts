/** Subscription prices and contacts, and a request to be called back. */
import * as z from 'zod'
import { endpoint, nothing, ok } from '../../shared/contract'
import * as f from '../../shared/fields'

/** Prices in roubles; `before` is the price of the same months one by one. */
export interface Tariff {
  months: number
  price: number
  before?: number
}
export const TARIFFS: readonly Tariff[] = [
  { months: 1, price: 9000 },
  { months: 12, price: 86_400, before: 108_000 },
]

const MAX_MONTHS = 36
export const USUAL_HOURS = { time_from: '09:00', time_until: '18:00' }

/** As people write it: plus, digits, spaces, brackets, dashes. */
const phone = () =>
  f.text(40).refine((value) => /^\+?[\d\s()-]+$/.test(value) && value.replace(/\D/g, '').length >= 6, 'Введите телефон')

const ONLY_BY_PHONE = 'Время звонка указывают только с телефоном'

const area = 'admin'
export const subscriptionCalls = {
  read: endpoint({
    method: 'GET',
    path: '/subscription',
    reads: ['people'],
    ability: 'access subscription',
    area,
    summary: 'Подписка: с кем связаться и последняя заявка',
    input: nothing,
    answer: z.object({
      /** of whoever runs the installation, as far as configured */
      contacts: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
      /** DD.MM.YYYY by the farm's clock */
      last_request: z.object({ date: z.string(), months_count: z.number(), name: z.string() }).nullable(),
    }),
  }),
  request: endpoint({
    method: 'POST',
    path: '/subscription-request',
    ability: 'access subscription',
    area,
    gated: false,
    summary: 'Оставить заявку на подписку',
    input: z
      .object({
        name: f.name(200),
        months_count: f.integer(1, MAX_MONTHS),
        email: f.optional(f.email()),
        phone: f.optional(phone()),
        /** in farm time; 09:00 to 18:00 when a phone number comes without them */
        time_from: f.optional(f.time()),
        time_until: f.optional(f.time()),
      })
      .superRefine(({ email, phone, time_from, time_until }, context) => {
        const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
        if (email === null && phone === null) refuse('email', 'Укажите e-mail или телефон')
        if (phone === null && time_from !== null) refuse('time_from', ONLY_BY_PHONE)
        if (phone === null && time_until !== null) refuse('time_until', ONLY_BY_PHONE)
        if ((time_from ?? USUAL_HOURS.time_from) >= (time_until ?? USUAL_HOURS.time_until))
          refuse('time_until', 'Введите время позже начала')
      }),
    answer: ok,
  }),
}
