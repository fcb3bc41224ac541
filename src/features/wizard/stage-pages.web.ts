/** Where each stage leads: its page, with the form of a new row open where there is one. */
import { openOperation } from '../../core/documents/form/operation.web'
import { libraries, type LibraryName } from '../../core/lists/library.contract'
import type { Ability } from '../../shared/abilities'
import { hrefOf } from '../../shared/pages'
import { openWithForm } from '../../web/pages/wanted-form'
import { navigate } from '../../web/router/address'
import type { Stage } from './wizard.contract'

interface StagePage {
  ability: Ability
  /** i18n key of what is made there */
  make: string
  open: () => void
}

const ofLibrary = (name: LibraryName, make: string): StagePage => {
  const { route, ability = 'access library' } = libraries[name]
  return { ability, make, open: () => openWithForm(hrefOf('library', { route })) }
}

export const STAGE_PAGES: Readonly<Record<Stage, StagePage>> = {
  modules: ofLibrary('location', 'Создать модуль'),
  cages: { ability: 'create cages', make: 'Создать садок', open: () => openWithForm(hrefOf('farm')) },
  species: ofLibrary('species', 'Создать вид рыбы'),
  generations: ofLibrary('generation', 'Создать генерацию'),
  stocks: ofLibrary('stock', 'Создать склад'),
  feed: { ability: 'write stocks', make: 'Создать корм', open: () => openWithForm(hrefOf('goods')) },
  norms: {
    ability: 'access library',
    make: 'Завести нормы',
    open: () => navigate(hrefOf('norms')),
  },
  people: { ability: 'create users', make: 'Добавить сотрудника', open: () => openWithForm(hrefOf('users')) },
  stocking: {
    ability: 'create stockings',
    make: 'Записать зарыбление',
    open: () => {
      navigate(hrefOf('farm'))
      openOperation('stocking', {})
    },
  },
}
