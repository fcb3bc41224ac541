/** Searches offered on every page: fish by generation, days of history, and cages where the main page is not open. */
import { useCallback, useMemo } from 'react'
import { hrefOf } from '../../shared/pages'
import { navigate, usePathname } from '../../web/router/address'
import { groupBy } from '../../shared/collections'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { useOfferedActions, type Action } from '../../web/actions'
import { useTranslation, type TFunction } from '../../web/i18n'
import { useNow } from '../../web/session'
import { openOperation } from '../../core/documents/form/operation.web'
import { useCages, useLocations } from '../../core/cages/cage-cache.web'
import { useCageSearch } from './controls/cage-search.web'
import { compareNumbers } from '../../core/cages/cage-state.web'
import type { CageRow } from '../../core/cages/cage.contract'
import { WHOLE_FARM } from '../../core/cages/current-module.web'
import { useCageActions } from './cage/use-cage-actions.web'

const DAYS_OFFERED = 366
/** More cages are counted, not named. */
const CAGES_NAMED = 8

export function FarmSearch() {
  const onMainPage = usePathname() === hrefOf('farm')
  useFishSearch()
  useHistorySearch()
  return onMainPage ? null : <CagesElsewhere />
}

/** The main page with these cages picked out. */
function useShowCages(): (cages: readonly CageRow[]) => void {
  return useCallback(
    (cages) => {
      const modules = new Set(cages.map((cage) => cage.location_id))
      const locationId = modules.size === 1 ? [...modules][0]! : WHOLE_FARM
      navigate(hrefOf('farm', { locationId, cagesId: cages.map(({ id }) => id) }))
    },
    [navigate],
  )
}

const cagesText = (t: TFunction, cages: readonly CageRow[]) =>
  cages.length > CAGES_NAMED
    ? t('{{count}} садков', { count: cages.length })
    : t(cages.length === 1 ? 'садок {{numbers}}' : 'садки {{numbers}}', {
        numbers: cages.map(({ number }) => number).join(', '),
      })

/** Finds the cages of a generation, a species or a category. */
function useFishSearch(): void {
  const { t } = useTranslation()
  const cages = useCages()
  const show = useShowCages()
  const offer = useCallback(() => {
    const groups = [...cages].sort(compareNumbers).flatMap((cage) => cage.groups.map((group) => ({ cage, group })))
    return [...groupBy(groups, ({ group }) => group.generation_id)].map(([id, own]): Action => {
      const { generation_name: name, species_name: species } = own[0]!.group
      const held = [...new Set(own.map(({ cage }) => cage))]
      return {
        id: `generation ${id}`,
        title: `${name}, ${species}`,
        place: cagesText(t, held),
        icon: 'stock',
        group: t('Рыба'),
        keywords: [t('Генерация'), ...new Set(own.map(({ group }) => group.age_category_name))],
        run: () => show(held),
      }
    })
  }, [cages, show, t])
  useOfferedActions('fish', offer)
}

/** «история 10.11»: the farm at the end of that day. */
function useHistorySearch(): void {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const offer = useCallback(
    () =>
      Array.from({ length: DAYS_OFFERED }, (_, index): Action => {
        const date = showDay(addDays(today, -index - 1))
        return {
          id: `history ${date}`,
          title: t('История на {{date}}', { date }),
          icon: 'hist',
          group: t('История'),
          keywords: index === 0 ? [t('Вчера')] : [],
          run: () => navigate(hrefOf('farm', { date })),
        }
      }),
    [today, navigate, t],
  )
  useOfferedActions('history', offer)
}

/** «кормление 12» from any page. */
function CagesElsewhere() {
  const [cages, locations] = [useCages(), useLocations()]
  const show = useShowCages()
  const farm = useMemo(() => ({ cages, locations }), [cages, locations])
  const seek = useCallback((cage: CageRow) => show([cage]), [show])
  const actions = useCageActions({ history: false, onTransfer: transferFrom, onInfo: seek, onSaved: nothing })
  useCageSearch({ source: 'cages elsewhere', farm, actions, onModule: nothing, onSeek: seek })
  return null
}

const nothing = () => undefined
const transferFrom = ({ id }: CageRow) => openOperation('transfer', { cageId: id })
