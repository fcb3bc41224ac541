import { sql } from 'kysely'
import { forbidden } from '../../../server/errors'
import { scope } from '../../../server/scope'
import type { Own } from '../kit/library-model.server'
import type { locationLibrary } from './location.contract'

export const location: Own<typeof locationLibrary> = {
  within: ({ user }) => scope(user).modules('t.id'),
  check: async (_, { user }, before) => {
    if (!before && !scope(user).allModules)
      throw forbidden('Вам доступны не все модули. Новый может создать коллега, которому доступны все.')
  },
  needed: async ({ id }, { tx, company }) => {
    const { cages, stocks } = await tx.one<{ cages: boolean; stocks: boolean }>(sql`
      select exists (select from cages where company_id = ${company.id} and location_id = ${id}) as cages,
      exists (select from stocks where company_id = ${company.id} and location_id = ${id}
        and archived_at is null) as stocks`)
    if (cages) return 'Модуль нельзя отправить в архив: в нём есть садки. Перенесите их в другой модуль или удалите.'
    return stocks ? 'Модуль нельзя отправить в архив: к нему относится склад.' : null
  },
  facts: ['lists', 'places'],
}
