/** Opens the change of a category, from a cage's information or from the list of waiting records. */
import { call } from '../../../../web/api'
import { i18n } from '../../../../web/i18n'
import { notifyWarning } from '../../../../web/notify'
import { offerForm } from '../../../../web/offline/outbox/forms'
import type { OutboxRecord } from '../../../../web/offline/outbox/records'
import { createWindowHost } from '../../../../web/ui/overlay/window-host'
import { cachedCage } from '../../../../core/cages/cage-cache.web'
import { cageCalls, type CageRow } from '../../../../core/cages/cage.contract'

export interface CategoryRequest {
  cage: CageRow
  /** a record of the outbox that is changed */
  queued?: OutboxRecord
  /** the one that is meant, where the cage holds several */
  generationId?: number
  /** the new category, when it is known */
  categoryId?: number
}

const category = createWindowHost<CategoryRequest>(() =>
  import('./change-category.web').then(({ ChangeCategory }) => ChangeCategory),
)

export const openChangeCategory = category.open
export const useChangeCategoryOpened = category.useOpened
export const CategoryHost = category.Host

offerForm('category', {
  open: (queued) => {
    const cage = cachedCage(Number(queued.values.cageId))
    if (cage) openChangeCategory({ cage, queued })
    else notifyWarning(i18n.t('Этого садка больше нет: запись можно только удалить из списка.'))
  },
  // whatever the current category is, the fish get the one that was chosen
  amend: ({ values, key }) =>
    call(cageCalls.changeCategory, values as never, { idempotencyKey: `${key}.1`, quiet: true }),
})
