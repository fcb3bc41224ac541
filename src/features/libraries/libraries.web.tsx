import { hrefOf } from '../../shared/pages'
import type { Ability } from '../../shared/abilities'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import type { IconName } from '../../web/icons'
import { NotFound } from '../../web/layout/not-found'
import type { PageProps } from '../../web/router/router'
import { useCan } from '../../web/session'
import { CrudPage } from '../../web/pages/crud-page'
import { type CrudRow, CrudWindow } from '../../web/pages/crud-window'
import { openBrandNorms } from '../../core/feeding/brand-norms.web'
import { libraries, type LibraryName } from '../../core/lists/library.contract'
import { useLibrary } from '../../core/lists/library-window.web'

/** What a library says in its own words. */
const OWN_TEXTS: Partial<Record<LibraryName, { emptyText?: string; deleteFailed?: string }>> = {
  location: { emptyText: 'Данные о модулях не найдены.' },
  age_category: { deleteFailed: 'Произошла ошибка удаления категории рыб' },
}

/** Where else a row leads. */
interface LibraryLink {
  icon: IconName
  /** the i18n key */
  title: string
  ability: Ability
  run: (row: CrudRow) => void
}

/** Where else one goes from a row. */
const LINKS: Partial<Record<LibraryName, readonly LibraryLink[]>> = {
  generation: [
    {
      icon: 'link',
      title: 'Прослеживаемость',
      ability: 'access workshop',
      run: ({ id }) => navigate(hrefOf('trace', { what: 'generation', id })),
    },
  ],
  feed_brand: [
    {
      icon: 'feed',
      title: 'Загрузить нормы кормления',
      ability: 'access library',
      run: (row) => openBrandNorms({ id: Number(row.id), name: String((row as CrudRow & { name: string }).name) }),
    },
  ],
}

/** /lib/locations, /lib/species, …: the library with this route. */
export function LibraryPage({ params }: PageProps) {
  const name = (Object.keys(libraries) as LibraryName[]).find((one) => libraries[one].route === params.route)
  return name ? <Library key={name} name={name} /> : <NotFound />
}

function Library({ name }: { name: LibraryName }) {
  const { t } = useTranslation()
  const own = useLibrary(name)
  const {
    model,
    title,
    columns,
    list,
    remove,
    archiving,
    importing,
    ability = 'access library',
    confirmDelete,
  } = own.library
  const may = useCan()
  const links = (LINKS[name] ?? []).filter((one) => may(one.ability))
  const { emptyText = 'Нет данных для отображения', deleteFailed } = OWN_TEXTS[name] ?? {}
  return (
    <CrudPage
      list={list}
      remove={remove}
      archiving={archiving}
      importing={importing}
      ability={ability}
      entity={model}
      // names of these rows stand almost everywhere
      changes={['lists', 'places']}
      table={{ name: `lib-${model}`, title: t(title), columns, emptyText: t(emptyText) }}
      confirmDelete={confirmDelete && t(confirmDelete)}
      deleteFailed={deleteFailed && t(deleteFailed)}
      rowActions={(row) =>
        links.map(({ icon, title, run }) => ({ icon, title: t(title), looks: true, onClick: () => run(row) }))
      }
      windows={{ form: (shown) => <CrudWindow {...own} {...shown} /> }}
    />
  )
}
