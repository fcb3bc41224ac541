/** What the form of a calculation offers; cages depend on the chosen modules and categories. */
import { useCages, useLocations } from '../../../core/cages/cage-cache.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { goodCalls } from '../../../core/goods/good-calls.contract'
import { ageCategoryLibrary } from '../../../core/lists/libraries/age-category.contract'
import { CELSIUS, measureParameterLibrary } from '../../../core/lists/libraries/measure-parameter.contract'
import { useCall } from '../../../web/query-client'
import { ALL, isAll } from '../../../shared/sheets/filter-words'
import type { Option } from '../../../web/ui/fields/select-field'

/** Whether a cage is in these modules and holds one of these categories now; ['-1'] is all. */
const fits =
  (locations: readonly string[], categories: readonly string[]) =>
  ({ location_id, age_categories_ids }: CageRow): boolean =>
    (isAll(locations) || locations.includes(String(location_id))) &&
    (isAll(categories) || age_categories_ids.some((id) => categories.includes(String(id))))

/** The cages that may be chosen beside those that are, and which of the chosen ones other modules would leave. */
export function useCageOptions(locations: readonly string[], categories: readonly string[], chosen: readonly string[]) {
  const cages = useCages()
  const names = new Map(useLocations().map(({ id, name }) => [id, name]))
  const several = new Set(cages.map(({ location_id }) => location_id)).size > 1
  const offered = fits(locations, categories)
  const options = cages
    .filter((cage) => offered(cage) || chosen.includes(String(cage.id)))
    .map(({ id, number, color, location_id }): Option => ({
      value: id,
      label: number,
      color,
      hint: several ? names.get(location_id) : undefined,
    }))
  /** those of the chosen ones that fit */
  const left = (modules: readonly string[], kinds: readonly string[]): string[] => {
    const fitting = new Set(cages.filter(fits(modules, kinds)).map(({ id }) => String(id)))
    const kept = chosen.filter((id) => fitting.has(id))
    return kept.length > 0 ? kept : [ALL]
  }
  return { options, left }
}

/** The lists that depend on nothing. */
export function useCalcLists() {
  const goods = useCall(goodCalls.list, { type: 'feed' }).data
  const parameters = useCall(measureParameterLibrary.list, {}).data ?? []
  const categories = useCall(ageCategoryLibrary.list, {}).data ?? []
  const locations = useLocations()
  return {
    feeds: Object.values(goods ?? {})
      .toSorted((one, other) => one.name.localeCompare(other.name, 'ru', { numeric: true }))
      .map(({ id, name, archived }): Option => ({ value: id, label: name, archived })),
    parameters: parameters
      .filter(({ symbol }) => symbol === CELSIUS)
      .map(({ id, name, location_name, archived }): Option => ({
        value: id,
        label: `${name} · ${location_name}`,
        archived,
      })),
    locations: locations.map(({ id, name }): Option => ({ value: id, label: name })),
    categories: categories
      .filter(({ archived }) => !archived)
      .map(({ id, name }): Option => ({ value: id, label: name })),
  }
}
