/** Readings that sensors and other applications send. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { metres } from '../../core/lists/kit/depth.contract'

/** A reading sent by an external application. Its moment is farm time, or has a zone; now by default. */
const outside = {
  value: f.reading(),
  depth: f.optional(metres()),
  cage_id: f.optionalId(),
  datetime: z.string().max(40).optional(),
  date: f.day().optional(),
  time: f.time().optional(),
}

/** `Authorization: Bearer <token>`, or `token` in the body. */
export const externalInput = endpoint({
  method: 'POST',
  path: '//external/input/{parameterId}',
  name: 'sendReadings',
  ability: 'public',
  area: 'external',
  summary: 'Показания внешнего приложения: одно или список; повторы не записываются дважды',
  details:
    'Номер параметра стоит в справочнике «Параметры замеров». Момент — по часам хозяйства или с поясом (`2026-11-24T08:30:00Z`), без него — сейчас. До 1000 показаний сразу списком.',
  example: { parameterId: 4, value: 8.2, datetime: '2026-11-24T08:30' },
  input: z.object({
    parameterId: f.id(),
    token: f.optionalText(200),
    ...outside,
    value: outside.value.optional(),
    /** many at once, also as a bare array */
    list: z.array(z.object(outside)).min(1, f.REQUIRED).max(1000, 'Не более 1000 показаний сразу').optional(),
  }),
  answer: z.object({ created: z.number(), ignored: z.number() }),
})
