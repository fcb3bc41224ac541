import { useCallback, useMemo, useState, type ReactElement } from 'react'
import { useWantedForm } from '../../../web/pages/wanted-form'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { useRemove } from '../../../web/ui/form/use-remove'
import { cageCalls, type CageRow } from '../../../core/cages/cage.contract'
import { dropCage } from '../../../core/cages/cage-cache.web'
import type { Moment } from '../../../core/cages/cage-state.web'
import type { Unit } from '../../../core/cages/cage-words.web'
import { lazyPart } from '../../../web/lazy'

// forms are not needed to see the farm
const CageModal = lazyPart(() => import('./cage-modal.web').then((module) => module.CageModal))
const CageInfo = lazyPart(() => import('./cage-info.web').then((module) => module.CageInfo))

export interface CageWindows {
  create: () => void
  edit: (cage: CageRow) => void
  info: (cage: CageRow) => void
  remove: (cage: CageRow) => void
  element: ReactElement
}

interface Options {
  cages: readonly CageRow[]
  locationId: number | null
  unit: Unit
  moment: Moment
  onCreated: (cage: CageRow) => void
}

type OpenWindow = { window: 'create' } | { window: 'edit' | 'info'; cage: CageRow }

/** The windows about a cage itself, and its deletion. */
export function useCageWindows({ cages, locationId, unit, moment, onCreated }: Options): CageWindows {
  const { t } = useTranslation()
  const remove = useRemove()
  const [last, setLast] = useState<OpenWindow | null>(null)
  const [opened, setOpened] = useState(false)
  const show = useCallback((next: OpenWindow) => {
    setLast(next)
    setOpened(true)
  }, [])
  const close = useCallback(() => setOpened(false), [])
  const commands = useMemo(
    () => ({
      create: () => show({ window: 'create' }),
      edit: (cage: CageRow) => show({ window: 'edit', cage }),
      info: (cage: CageRow) => show({ window: 'info', cage }),
      remove: async (cage: CageRow) => {
        const question = t('Вы уверены, что хотите удалить садок {{number}}?', { number: cage.number })
        if (!(await remove({ question, remove: () => call(cageCalls.remove, { id: cage.id }) }))) return
        dropCage(cage.id)
        close()
      },
    }),
    [t, show, close, remove],
  )
  useWantedForm(commands.create)
  const old = last && 'cage' in last ? (cages.find(({ id }) => id === last.cage.id) ?? last.cage) : null
  const element = (
    <>
      {last?.window === 'info' && old && (
        <CageInfo
          cage={old}
          unit={unit}
          moment={moment}
          opened={opened}
          onClose={close}
          onEdit={commands.edit}
          onDelete={(cage) => void commands.remove(cage)}
        />
      )}
      {(last?.window === 'create' || last?.window === 'edit') && (
        <CageModal
          key={old?.id ?? 'new'}
          cage={last.window === 'edit' ? old : null}
          locationId={locationId}
          unit={unit}
          onCreated={onCreated}
          opened={opened}
          onClose={close}
        />
      )}
    </>
  )
  return { ...commands, remove: (cage) => void commands.remove(cage), element }
}
