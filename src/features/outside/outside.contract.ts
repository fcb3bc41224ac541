/** External applications: names, permissions of their tokens, and the file they may read. */
import * as z from 'zod'
import { exportInput, exportKeys } from '../../core/export/export.contract'
import type { Column } from '../../shared/columns'
import { endpoint, nothing, ok } from '../../shared/contract'
import * as f from '../../shared/fields'

const ability = 'manage external apps'
const area = 'external'

const ids = z.array(z.number()).nullable()
const token = {
  /** as a person knows it again, never the token itself */
  value: z.string(),
  /** farm wall clock */
  token_created_at: z.string(),
  /** the last day it is good on; null is without an end */
  expires: z.string().nullable(),
  /** whole days left; negative when it is over */
  days_left: z.number().nullable(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
}

export const externalAppRow = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.string(),
  ...token,
  /** null is all, an empty list none */
  parameter_ids: ids,
  location_ids: ids,
  stock_ids: ids,
  export_keys: z.array(z.string()),
  /** its token may be in the address of the export, for programs that cannot send a header */
  token_in_address: z.boolean(),
  /** the role by which it reads and proposes as an assistant; null when it is none */
  assistant_role_id: z.number().nullable(),
  assistant_role: z.string().nullable(),
})
export type ExternalAppRow = z.infer<typeof externalAppRow>

/** Ids: null is all, an empty list none, as stored. */
const chosen = () => z.array(f.id()).max(1000, 'Неверный список').nullable().optional().default(null)

const fields = {
  name: f.name(100),
  /** the last day; empty is without an end */
  expires: f.optional(f.day()),
  /** which parameters it may write */
  parameter_ids: chosen(),
  /** modules and warehouses it is limited to */
  location_ids: chosen(),
  stock_ids: chosen(),
  /** parts of the export it may read */
  export_keys: exportKeys(),
  token_in_address: f.flag(),
  assistant_role_id: f.optionalId(),
}

/** The token itself is only in the answer that created it. */
const withToken = externalAppRow.extend({ token: z.string() })

export const outsideCalls = {
  list: endpoint({
    method: 'GET',
    path: '/external-users',
    reads: ['people', 'water'],
    ability,
    area,
    summary: 'Внешние приложения с их правами и последним обращением',
    input: nothing,
    answer: z.array(externalAppRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/external-users',
    ability,
    area,
    summary: 'Создать внешнее приложение; его токен виден только в этом ответе',
    secret: true,
    confirmed: true,
    input: z.object(fields),
    answer: withToken,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/external-users/{id}',
    ability,
    area,
    confirmed: true,
    summary: 'Изменить внешнее приложение: название, срок токена и права',
    input: z.object({ id: f.id(), ...fields }),
    answer: externalAppRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/external-users/{id}',
    ability,
    area,
    summary: 'Удалить внешнее приложение: токен перестаёт действовать, показания остаются',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  roles: endpoint({
    method: 'GET',
    path: '/external-users/roles',
    reads: ['people'],
    ability,
    area,
    summary: 'Роли, с которыми приложение может быть помощником',
    input: nothing,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  addresses: endpoint({
    method: 'GET',
    path: '/external-users/addresses',
    reads: [],
    ability,
    area,
    summary: 'Адреса этой установки для внешних приложений',
    input: nothing,
    answer: z.object({ input: z.string(), output: z.string(), schema: z.string(), assistants: z.string() }),
  }),
  token: endpoint({
    method: 'GET',
    path: '/external-token/{id}',
    reads: ['people', 'water'],
    ability,
    area,
    summary: 'Что известно о токене: конец, срок, последнее обращение; сам токен не хранится',
    input: z.object({ id: f.id() }),
    answer: z.object(token),
  }),
  renew: endpoint({
    method: 'POST',
    path: '/update-external-token/{id}',
    ability,
    area,
    summary: 'Обновить токен: старый не действует сразу, новый виден только в этом ответе',
    secret: true,
    confirmed: true,
    input: z.object({ id: f.id() }),
    answer: withToken,
  }),
}

/** `Authorization: Bearer <token>`, or `token` in the query for applications that may. */
export const externalOutput = endpoint({
  method: 'GET',
  path: '//external/output/xml',
  ability: 'public',
  area,
  summary: 'Выгрузка данных в XML для внешнего приложения: до года; без data — всё разрешённое',
  download: true,
  slow: true,
  input: z.object({ ...exportInput, token: f.optionalText(200) }),
  answer: z.string(),
})

export const externalSchema = endpoint({
  method: 'GET',
  path: '//external/output.xsd',
  ability: 'public',
  area,
  summary: 'Схема XML-выгрузки (XSD)',
  download: true,
  input: nothing,
  answer: z.string(),
})

export const externalAppColumns: Column[] = [
  { key: 'name', title: 'Приложение', type: 'text', always: true },
  { key: 'may', title: 'Что разрешено', type: 'text', fill: true, unsorted: true },
  { key: 'last_used_at', title: 'Последнее обращение', type: 'datetime' },
  { key: 'last_address', title: 'Адрес', type: 'text', optional: true },
  { key: 'value', title: 'Токен', type: 'text', unsorted: true },
  { key: 'token_created_at', title: 'Токен создан', type: 'datetime' },
  { key: 'expires', title: 'Действует до', type: 'day' },
  { key: 'created_at', title: 'Создано', type: 'datetime', yields: true },
]
