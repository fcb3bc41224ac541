/** Roles and their abilities: the matrix, and the calls that change it. */
import * as z from 'zod'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { STATUSES } from '../person/rights.contract'

const area = 'admin'
const id = { id: f.id() }
const name = f.name(100)

const role = z.object({
  id: z.number(),
  name: z.string(),
  /** of the role itself; «Администратор» has all */
  permissions: z.array(z.string()),
  /** nobody changes it */
  fixed: z.boolean(),
  /** of the one who asks */
  own: z.boolean(),
  /** people who have it, those in the archive too */
  people: z.number(),
  delete_disabled: z.boolean(),
  delete_disabled_reason: z.string().nullable(),
})
export type Role = z.infer<typeof role>

const permission = z.object({
  key: z.string(),
  block: z.string(),
  name: z.string(),
  lets: z.string(),
  /** it can be given for reading alone */
  triplet: z.boolean(),
  part_of: z.string().nullable(),
})

export const roleCalls = {
  matrix: endpoint({
    method: 'GET',
    path: '/permissions-by-roles',
    reads: ['people'],
    ability: 'update roles',
    area,
    summary: 'Разрешения по ролям',
    input: nothing,
    answer: z.object({
      /** block → permission → id of a role → its state; 'other' when it has a part of the permission */
      table_data: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.enum([...STATUSES, 'other'])))),
      roles: z.array(role),
      permissions: z.array(permission),
    }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/update-permissions-for-roles',
    ability: 'update roles',
    area,
    confirmed: true,
    summary: 'Сохранить разрешения ролей: чего в запросе нет, остаётся',
    input: z.object({
      /** id of a role → permission → state; a permission is set before its parts */
      data: z.record(z.string().regex(/^\d{1,9}$/, 'Роль не найдена'), z.record(z.string().max(60), f.oneOf(STATUSES))),
    }),
    /** what the one who saved may from now on */
    answer: z.object({ permissions: z.array(z.string()), abilities: z.array(z.string()) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/role',
    ability: 'update roles',
    area,
    summary: 'Создать роль, пустую или такую же, как другая',
    input: z.object({ name, copy_of: f.optionalId() }),
    answer: role,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/role/{id}',
    ability: 'update roles',
    area,
    summary: 'Переименовать роль',
    input: z.object({ ...id, name }),
    answer: role,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/role/{id}',
    ability: 'update roles',
    area,
    confirmed: true,
    summary: 'Удалить роль, которой ни у кого нет',
    input: z.object(id),
    answer: ok,
  }),
}
