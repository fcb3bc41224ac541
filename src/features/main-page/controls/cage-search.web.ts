/** Offers cages and their actions to the search: «кормление 12». */
import { useCallback } from 'react'
import { useOfferedActions, type Action } from '../../../web/actions'
import type { CageRow } from '../../../core/cages/cage.contract'
import { useTranslation } from '../../../web/i18n'
import type { CageActions } from '../cage/use-cage-actions.web'
import type { Farm } from '../../../core/cages/use-farm.web'

interface CageSearch {
  /** who offers: the main page, or another page while that is not open */
  source: string
  farm: Pick<Farm, 'cages' | 'locations'>
  actions: CageActions
  onModule: (id: number) => void
  /** brings a cage into sight */
  onSeek: (cage: CageRow) => void
}

export function useCageSearch({ source, farm: { cages, locations }, actions, onModule, onSeek }: CageSearch): void {
  const { t } = useTranslation()
  const offer = useCallback(() => {
    const modules = new Map(locations.map(({ id, name }) => [id, name]))
    return cages.flatMap((cage): Action[] => {
      const place = { number: cage.number, module: modules.get(cage.location_id) ?? '' }
      const of = (action: Action): Action => ({
        ...action,
        id: `${action.id} ${cage.id}`,
        place: t('садок {{number}}, {{module}}', place),
        group: t('Операции'),
        hotkey: undefined,
      })
      const go: Action = {
        id: `cage ${cage.id}`,
        title: t('Садок {{number}}, {{module}}', place),
        icon: 'cages',
        group: t('Садки'),
        run: () => {
          onModule(cage.location_id)
          onSeek(cage)
        },
      }
      return [go, ...actions(cage).flat().map(of)]
    })
  }, [cages, locations, actions, onModule, onSeek, t])
  useOfferedActions(source, offer)
}
