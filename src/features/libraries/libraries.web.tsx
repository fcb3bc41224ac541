import { useQueries } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../web/layout/not-found'
import { CrudPage, type CrudLibrary } from '../../web/pages/crud-page'
import { callQuery, queryClient } from '../../web/query-client'
import { useCompanySettings } from '../../web/session'
import { libraries, type LibraryName } from './library.contract'

/** What a library says in its own words. */
const OWN_TEXTS: Partial<Record<LibraryName, { emptyText?: string; deleteFailed?: string }>> = {
  location: { emptyText: 'Данные о модулях не найдены.' },
  age_category: { deleteFailed: 'Произошла ошибка удаления категории рыб' },
}
const WEIGHTS = ['avg_weight_from', 'avg_weight_to']

/** /lib/locations, /lib/species, …: the library whose definition has this route. */
export function LibraryPage() {
  const { route } = useParams({ strict: false }) as { route?: string }
  const name = (Object.keys(libraries) as LibraryName[]).find((one) => libraries[one].route === route)
  return name ? <Library key={name} name={name} /> : <NotFound />
}

function Library({ name }: { name: LibraryName }) {
  const library = libraries[name] as unknown as CrudLibrary
  const byWeight = useCompanySettings()['age-categories-by-weight']
  const hidden = byWeight ? [] : WEIGHTS
  const columns = library.columns
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => (WEIGHTS.includes(column.key) ? { ...column, optional: false } : column))
  return (
    <CrudPage
      {...OWN_TEXTS[name]}
      library={{ ...library, columns }}
      related={useRelated(library)}
      hidden={hidden}
      onChanged={refreshNames}
    />
  )
}

/** The lists that the fields of this library refer to, as options. */
function useRelated(library: CrudLibrary) {
  const names = library.form.flatMap(({ relation }) => (relation ? [relation as LibraryName] : []))
  const answers = useQueries({ queries: names.map((name) => callQuery(libraries[name].list, {})) })
  return Object.fromEntries(
    names.map((name, index) => {
      const rows = (answers[index]?.data ?? []) as { id: number; name: string }[]
      return [name, rows.map((row) => ({ value: row.id, label: row.name }))]
    }),
  )
}

/** A module, species or warehouse is named on almost every other screen. */
const refreshNames = () => void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.area !== 'access' })
