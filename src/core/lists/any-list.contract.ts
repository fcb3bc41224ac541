/**
 * Generic calls for any list by its model, as the specification requires; each does the same as the list's own call.
 */
import * as z from 'zod'
import { endpoint, ok } from '../../shared/contract'
import { CACHE_TAGS } from '../../shared/cache-tags'
import * as f from '../../shared/fields'

const area = 'libraries'
const model = { model: f.text(50) }
const one = { ...model, id: f.id() }
/** the list's own rows and fields */
const row = z.looseObject({ id: z.number() })
/** who may is asked when it is known of which list */
const writing = { ability: 'signed-in', area } as const

export const anyListCalls = {
  list: endpoint({
    ...writing,
    method: 'GET',
    path: '/crud/{model}',
    reads: CACHE_TAGS,
    summary: 'Справочник: список',
    input: z.object(model),
    answer: z.union([z.array(row), z.record(z.string(), row)]),
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/crud/{model}',
    summary: 'Справочник: создать; поля те же, что у самого справочника',
    input: z.looseObject(model),
    answer: row,
  }),
  update: endpoint({
    ...writing,
    method: 'PUT',
    path: '/crud/{model}/{id}',
    summary: 'Справочник: изменить; поля те же, что у самого справочника',
    input: z.looseObject(one),
    answer: row,
  }),
  remove: endpoint({
    ...writing,
    method: 'DELETE',
    path: '/crud/{model}/{id}',
    summary: 'Справочник: удалить',
    input: z.object(one),
    answer: ok,
  }),
  archive: endpoint({
    ...writing,
    method: 'POST',
    path: '/crud/{model}/archive/{id}',
    summary: 'Справочник: в архив',
    input: z.object(one),
    answer: row,
  }),
  unarchive: endpoint({
    ...writing,
    method: 'POST',
    path: '/crud/{model}/unarchive/{id}',
    summary: 'Справочник: из архива',
    input: z.object(one),
    answer: row,
  }),
}
