/** Actions of a cage: the menu, the phone's sheet and the keys 1…9, 0 share this list. */
import { useCallback } from 'react'
import { type Ability, NO_RIGHT, NO_SUBSCRIPTION } from '../../../shared/abilities'
import type { Action } from '../../../web/actions'
import { useTranslation } from '../../../web/i18n'
import { useCan, useExpired } from '../../../web/session'
import { kinds, type KindName } from '../../../core/documents/kinds/kinds.contract'
import { SECTIONS } from '../../../core/documents/engine/operation.contract'
import { openOperation } from '../../../core/documents/form/operation.web'
import { openWhy } from '../../../core/documents/why/why.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { useHistory } from '../../../core/cages/use-farm.web'
import { openChangeCategory } from './category/category-host.web'
import { useCategoryMoves } from './category/category-moves.web'

/** All kinds of operations by section of the menu. */
const names = Object.keys(kinds) as KindName[]
const sections = SECTIONS.map((section) => names.filter((name) => kinds[name].section === section))

/** In an empty cage stocking comes first. The keys stay the same. */
function stockingFirst(actions: Action[][]): Action[][] {
  const first = actions.flat().filter(({ id }) => id === 'stocking')
  return [first, ...actions.map((group) => group.filter(({ id }) => id !== 'stocking'))]
}

/** What only shows something is never blocked. */
export const SHOWING: ReadonlySet<string> = new Set(['why', 'info'])

export const HISTORY_BLOCKS = 'В режиме истории операции заблокированы'

export interface CageActionsOptions {
  history: boolean
  onTransfer: (cage: CageRow) => void
  onInfo: (cage: CageRow) => void
  /** after an operation on a cage was recorded */
  onSaved: (saved: { kind: KindName; cage: CageRow }) => void
}

export type CageActions = (cage: CageRow) => Action[][]

const CORRECT = 'create corrections'

/** The change of category that the average weight of a cage's fish asks for. */
function useCategoryActions(reasonOf: (ability: Ability) => string | undefined): (cage: CageRow) => Action[] {
  const { t } = useTranslation()
  const movesOf = useCategoryMoves()
  return useCallback(
    (cage) =>
      movesOf(cage).map(({ group, to }) => ({
        id: `category ${group.id}`,
        title: t('Перевести в «{{category}}»', { category: to.name }),
        icon: 'stock',
        ability: CORRECT,
        disabledReason: reasonOf(CORRECT),
        run: () => openChangeCategory({ cage, generationId: group.generation_id, categoryId: to.id }),
      })),
    [movesOf, reasonOf, t],
  )
}

/** Why something that needs this right cannot be done now. */
function useReason(history: boolean): (ability: Ability) => string | undefined {
  const { t } = useTranslation()
  const can = useCan()
  const expired = useExpired()
  return useCallback(
    (ability) => {
      if (history) return t(HISTORY_BLOCKS)
      if (!can(ability)) return t(NO_RIGHT)
      return expired ? t(NO_SUBSCRIPTION) : undefined
    },
    [t, can, expired, history],
  )
}

export function useCageActions({ history, onTransfer, onInfo, onSaved }: CageActionsOptions): CageActions {
  const { t } = useTranslation()
  const { day } = useHistory()
  const reason = useReason(history)
  const categoryActions = useCategoryActions(reason)
  return useCallback(
    (cage) => {
      let key = 0
      const actions = sections.map((section) =>
        section.map((kind): Action => ({
          id: kind,
          title: t(kinds[kind].title, { context: 'операция' }),
          icon: kinds[kind].icon,
          ability: kinds[kind].ability,
          hotkey: ++key < 10 ? String(key) : undefined,
          disabledReason: reason(kinds[kind].ability),
          run: () =>
            kind === 'transfer'
              ? onTransfer(cage)
              : openOperation(kind, { cageId: cage.id, onSaved: () => onSaved({ kind, cage }) }),
        })),
      )
      const why = () => openWhy({ cageId: cage.id, about: 'weight', at: day })
      const showing: Action[] = [
        { id: 'why', title: t('Почему столько?'), icon: 'why', run: why },
        { id: 'info', title: t('Информация'), icon: 'info', hotkey: '0', run: () => onInfo(cage) },
      ]
      const category = categoryActions(cage)
      const moved = category.length > 0 ? [category] : []
      return [...(cage.count > 0 ? actions : stockingFirst(actions)), ...moved, showing]
    },
    [t, reason, categoryActions, day, onTransfer, onInfo, onSaved],
  )
}
