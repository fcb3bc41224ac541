/** Creates a row of a library from elsewhere: from a select, or in the first steps of a farm. */
import { useTranslation } from '../../web/i18n'
import { useCan, useWriteGate } from '../../web/session'
import type { CreateOption } from '../../web/ui/fields/select-field'
import { createWindowRequests } from '../../web/ui/overlay/window-host'
import { libraries, type LibraryName } from './library.contract'

export interface CreateRequest {
  name: LibraryName
  /** what the form starts with */
  values?: object
  onCreated?: (id: number) => void
}

/** A generation needs a species: one form opens above the other. */
export const createRequests = createWindowRequests<CreateRequest>({ stacked: true })
export const openCreate = createRequests.open

/** For selects of a library: creates another row, for users who may. */
export function useCreators(): (name: LibraryName) => CreateOption | undefined {
  const { t } = useTranslation()
  const may = useCan()
  const ended = useWriteGate()
  return (name) => {
    const { one, form, ability = 'access library' } = libraries[name]
    if (ended || !may(ability)) return undefined
    const first = form[0]!.key
    return {
      title: t('Создать {{what}}', { what: t(one) }),
      run: (typed, choose) => openCreate({ name, values: { [first]: typed }, onCreated: choose }),
    }
  }
}
