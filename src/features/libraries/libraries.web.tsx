import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../web/layout/not-found'
import { CrudPage } from '../../web/pages/crud-page'
import { libraries, type LibraryName } from '../../core/lists/library.contract'
import { refreshNames, useLibrary } from '../../core/lists/library-window.web'

/** What a library says in its own words. */
const OWN_TEXTS: Partial<Record<LibraryName, { emptyText?: string; deleteFailed?: string }>> = {
  location: { emptyText: 'Данные о модулях не найдены.' },
  age_category: { deleteFailed: 'Произошла ошибка удаления категории рыб' },
}

/** /lib/locations, /lib/species, …: the library whose definition has this route. */
export function LibraryPage() {
  const { route } = useParams({ strict: false }) as { route?: string }
  const name = (Object.keys(libraries) as LibraryName[]).find((one) => libraries[one].route === route)
  return name ? <Library key={name} name={name} /> : <NotFound />
}

const Library = ({ name }: { name: LibraryName }) => (
  <CrudPage {...OWN_TEXTS[name]} {...useLibrary(name)} onChanged={() => void refreshNames()} />
)
