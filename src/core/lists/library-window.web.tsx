import { useQueries } from '@tanstack/react-query'
import type { CrudLibrary, Related } from '../../web/pages/crud-form'
import { CrudWindow } from '../../web/pages/crud-window'
import { callQuery, invalidateTags } from '../../web/query-client'
import { useCompanySettings } from '../../web/session'
import { useCreators, type CreateRequest } from './create.web'
import { libraries, type LibraryName } from './library.contract'

const WEIGHTS = ['avg_weight_from', 'avg_weight_to']

/** A library with the columns and fields that settings require, and the lists it refers to. */
export function useLibrary(name: LibraryName) {
  const library = libraries[name] as unknown as CrudLibrary
  const hidden = useCompanySettings()['age-categories-by-weight'] ? [] : WEIGHTS
  const columns = library.columns
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => (WEIGHTS.includes(column.key) ? { ...column, optional: false } : column))
  return { library: { ...library, columns }, hidden, related: useRelated(library) }
}

/** The lists that the fields of this library refer to. */
function useRelated(library: CrudLibrary): Related {
  const names = library.form.flatMap(({ relation }) => (relation ? [relation as LibraryName] : []))
  const answers = useQueries({ queries: names.map((name) => callQuery(libraries[name].list, {})) })
  const creators = useCreators()
  return Object.fromEntries(
    names.map((name, index) => {
      const rows = (answers[index]?.data ?? []) as { id: number; name: string; archived: boolean }[]
      return [
        name,
        { data: rows.map(({ id, name, archived }) => ({ value: id, label: name, archived })), create: creators(name) },
      ]
    }),
  )
}

/**
 * Names of modules, species and warehouses are on almost every screen. Resolves once the visible data is fetched again.
 */
const refreshNames = (): Promise<void> => invalidateTags(['lists', 'places'])

interface LibraryWindowProps extends CreateRequest {
  opened: boolean
  onClose: () => void
}

/** «Создать …» over whatever is open. */
export const LibraryWindow = ({ name, values, onCreated, ...shown }: LibraryWindowProps) => (
  <CrudWindow
    {...useLibrary(name)}
    {...shown}
    values={values}
    // it is chosen when the lists know it
    onSaved={({ id }) => void refreshNames().then(() => onCreated?.(Number(id)))}
  />
)
