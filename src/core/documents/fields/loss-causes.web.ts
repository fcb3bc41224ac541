import { useMemo } from 'react'
import { unarchived } from '../../../shared/collections'
import { NO_CAUSE } from '../../../shared/filters'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import type { Option } from '../../../web/ui/fields/select-field'
import { lossCauseLibrary } from '../../lists/libraries/loss-cause.contract'

const NOTHING: [] = []

/** What fish may have died of: all of the list, those that are offered, and what stands for no choice. */
export function useLossCauses(): { all: Option[]; offered: { value: string; label: string }[]; none: string } {
  const { t } = useTranslation()
  const causes = useCall(lossCauseLibrary.list, {}).data ?? NOTHING
  return useMemo(
    () => ({
      all: causes.map(({ id, name, archived }) => ({ value: id, label: name, archived })),
      offered: unarchived(causes).map(({ id, name }) => ({ value: String(id), label: name })),
      none: t(NO_CAUSE),
    }),
    [causes, t],
  )
}
