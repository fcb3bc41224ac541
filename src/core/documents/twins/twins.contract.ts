/** One event recorded twice, by devices that could not know of each other: a person confirms that both are right. */
import * as z from 'zod'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'

export const twinCalls = {
  keep: endpoint({
    method: 'POST',
    path: '/doubled/{id}/keep',
    name: 'keepDoubled',
    ability: 'signed-in',
    area: 'operations',
    summary: 'Записано дважды: оставить обе записи',
    details:
      'Два устройства, которые не могли знать друг о друге, записали одно и то же. Обе записи помечены (`doubled`), пока одну не удалят или обе не оставят. ' +
      'Разрешено тому, кто может изменить запись.',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
}
