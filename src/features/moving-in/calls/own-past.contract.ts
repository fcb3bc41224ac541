/** The farm's own past as books of the import: one, or several where it is long. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

const ability = 'bring past'
const area = 'moving-in'

export const ownPastCalls = {
  ownBooks: endpoint({
    method: 'GET',
    path: '/moving-in-own',
    ability,
    area,
    kept: false,
    slow: true,
    reads: ['fish', 'goods', 'lists', 'spending', 'water'],
    summary: 'Перенос прошлого: на какие книги делится прошлое самого хозяйства',
    input: z.object({}),
    answer: z.array(
      z.object({
        /** first and last day, 'YYYY-MM-DD' */
        start: z.string(),
        end: z.string(),
        rows: z.number(),
      }),
    ),
  }),
  ownBook: endpoint({
    method: 'GET',
    path: '/moving-in-own/book',
    ability,
    area,
    download: true,
    slow: true,
    summary: 'Перенос прошлого: прошлое самого хозяйства книгой Excel, которую примет перенос другого',
    details: 'Дни — те, что ответил список книг. Книги переносят по очереди, начиная с ранней.',
    input: z.object({ start: f.day(), end: f.day() }),
    answer: z.unknown(),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/moving-in-own/sample',
    ability,
    area,
    download: true,
    summary: 'Перенос прошлого: образец книги, лист на каждый вид операций и лист справочников',
    input: z.object({}),
    answer: z.unknown(),
  }),
}
