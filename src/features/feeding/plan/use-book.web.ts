/** What a plan is computed by and named with: norms, rules, feeds, cages. */
import { useMemo } from 'react'
import { useCompanySettings } from '../../../web/session'
import type { Option } from '../../../web/ui/fields/select-field'
import { useCagesQuery, useLocationsQuery } from '../../../core/cages/cage-cache.web'
import { useGoods } from '../../../core/documents/fields/goods.web'
import type { PlanNorms, PlanSituation } from '../../../core/feeding/plan/plan-shapes.contract'
import type { Book, Line } from './plan-model.web'

export function useBook(norms: readonly PlanNorms[], situationOf: (line: Line) => PlanSituation | null): Book {
  const settings = useCompanySettings()
  return useMemo(
    () => ({
      norms: new Map(norms.map((norm) => [norm.feed_type_id, norm])),
      knownOf: situationOf,
      rules: { matching: settings['feeding-rates']['temperature-matching'], water: settings },
    }),
    [norms, situationOf, settings],
  )
}

/** Feeds to choose from, those of the rows too, though they are archived. */
export function useFeeds(lines: readonly Line[]) {
  const chosen = [...new Set(lines.map(({ feed }) => Number(feed)))].sort().join()
  const own = useMemo(() => ({ good: chosen.split(',').map(Number) }), [chosen])
  const { goods } = useGoods('feed', own)
  const feeds = useMemo(() => goods.map(({ id, name }): Option => ({ value: id, label: name })), [goods])
  return { goods, feeds }
}

/** Numbers and colours of cages, names of modules. */
export function useCageNames() {
  const cages = useCagesQuery().data
  const locations = useLocationsQuery().data
  return useMemo(() => {
    const byId = new Map(cages?.map((cage) => [cage.id, cage]))
    const modules = new Map(locations?.map(({ id, name }) => [id, name]))
    return {
      numberOf: (id: number | null) => (id === null ? '' : (byId.get(id)?.number ?? `№ ${id}`)),
      colorOf: (id: number | null) => (id === null ? null : (byId.get(id)?.color ?? null)),
      moduleOf: (id: number | null) => modules.get(byId.get(id ?? 0)?.location_id ?? 0) ?? '',
      cages: cages ?? [],
      locations: locations ?? [],
      loading: cages === undefined || locations === undefined,
    }
  }, [cages, locations])
}
