import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { NO_RIGHT, NO_SUBSCRIPTION } from '../../../shared/abilities'
import { useOfferedActions, type Action, fullTitle } from '../../../web/actions'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCan, useExpired } from '../../../web/session'
import { openBatch } from '../../../core/documents/batch/batch.web'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import type { LocationRow } from '../../../core/cages/cage.contract'
import { perform } from '../cage/cage-hotkeys.web'
import { WHOLE_FARM } from '../../../core/cages/current-module.web'
import { HISTORY_BLOCKS } from '../cage/use-cage-actions.web'

const BATCHES = ['feeding', 'retreat'] as const
/** names the module, so that it is not taken for one cage */
const LABELS = {
  feeding: { module: 'Кормление модуля', farm: 'Кормление фермы' },
  retreat: { module: 'Отход модуля', farm: 'Отход фермы' },
} as const
const TITLES = { feeding: 'Групповое кормление', retreat: 'Групповой отход' } as const

/** Feeding and mortality of a whole module. */
function useBatchActions(history: boolean): (module: { id: number; name: string }) => Action[] {
  const { t } = useTranslation()
  const can = useCan()
  const expired = useExpired()
  return useMemo(
    () => (module) =>
      BATCHES.map((name): Action => {
        const { ability, icon } = kinds[name]
        const gate = can(ability) ? (expired ? t(NO_SUBSCRIPTION) : undefined) : t(NO_RIGHT)
        return {
          id: `batch ${name} ${module.id}`,
          title: t(TITLES[name]),
          place: module.name,
          icon,
          group: t('Операции'),
          ability,
          disabledReason: history ? t(HISTORY_BLOCKS) : gate,
          run: () => openBatch(name, module.id === WHOLE_FARM ? null : module.id),
        }
      }),
    [t, can, expired, history],
  )
}

interface Props {
  locations: readonly LocationRow[]
  /** the module on screen */
  current: number
  history: boolean
}

/** Actions of the module on the screen; the search offers those of all modules. */
export function useBatches(locations: readonly LocationRow[], current: number, history: boolean): Action[] {
  const { t } = useTranslation()
  const actionsOf = useBatchActions(history)
  const all = useMemo(
    () => [{ id: WHOLE_FARM, name: t('Вся ферма') }, ...locations].map(actionsOf),
    [locations, actionsOf, t],
  )
  useOfferedActions(
    'batches',
    useMemo(() => all.flat(), [all]),
  )
  return all[locations.findIndex(({ id }) => id === current) + 1]!
}

export function BatchButtons({ locations, current, history }: Props) {
  const { t } = useTranslation()
  return useBatches(locations, current, history).map((action, index) => (
    <Button
      key={BATCHES[index]}
      variant={BATCHES[index] === 'feeding' ? 'filled' : 'default'}
      size="xs"
      leftSection={<Icon name={action.icon} size={16} />}
      title={action.disabledReason ?? fullTitle(action)}
      aria-label={fullTitle(action)}
      aria-disabled={action.disabledReason ? true : undefined}
      data-disabled={action.disabledReason ? true : undefined}
      onClick={() => perform(action, () => undefined)}
    >
      {t(LABELS[BATCHES[index]!][current === WHOLE_FARM ? 'farm' : 'module'])}
    </Button>
  ))
}
