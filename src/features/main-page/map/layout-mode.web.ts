/** «Расположение»: cages of a module are moved, then saved all together or not at all. */
import { useCallback, useRef, useState } from 'react'
import { call, errorText, isShownByHandler, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { confirm } from '../../../web/ui/overlay/confirm'
import { useSubmitState, type SubmitState } from '../../../web/ui/form/submit-button'
import { cageCalls, type CageRow } from '../../../core/cages/cage.contract'
import { replaceCages } from '../../../core/cages/cage-cache.web'
import type { Point } from './scene/cage-geometry.web'

export type Moves = ReadonlyMap<number, Point>
const NONE: Moves = new Map()
const NOTHING = { moved: NONE, lastId: null }

export interface LayoutMode {
  on: boolean
  /** cage id → where it was put, not saved yet */
  moved: Moves
  /** the cage moved last */
  lastId: number | null
  state: SubmitState
  start: () => void
  place: (id: number, to: Point) => void
  save: () => Promise<void>
  /** Ends it, after a question when something was moved. False when the user stays. */
  leave: () => Promise<boolean>
}

/** The moved cages, also readable outside of a render. */
function useMoves(cages: readonly CageRow[]) {
  const [{ moved, lastId }, setMoves] = useState<{ moved: Moves; lastId: number | null }>(NOTHING)
  const latest = useRef({ moved, cages })
  latest.current = { moved, cages }
  const place = useCallback((id: number, to: Point) => {
    setMoves(({ moved }) => {
      const stored = latest.current.cages.find((cage) => cage.id === id)
      const next = new Map(moved).set(id, to)
      if (stored && stored.x === to.x && stored.y === to.y) next.delete(id)
      return { moved: next, lastId: id }
    })
  }, [])
  const forget = useCallback(() => setMoves(NOTHING), [])
  return { moved, lastId, latest, place, forget }
}

/**
 * Saves all moves in one call. It is repeated with the same key until a move changes, so a lost answer stores nothing
 * twice.
 */
function useSave({ latest }: ReturnType<typeof useMoves>, stop: () => void) {
  const { t } = useTranslation()
  const [state, show] = useSubmitState()
  const attempt = useRef({ moved: NONE, key: '' })
  const save = async () => {
    const { moved, cages } = latest.current
    const list = cages.flatMap(({ id, number }) => (moved.has(id) ? [{ id, number, ...moved.get(id)! }] : []))
    if (list.length === 0) return stop()
    if (attempt.current.moved !== moved) attempt.current = { moved, key: newKey() }
    show('loading')
    try {
      replaceCages(await call(cageCalls.moves, { list }, { idempotencyKey: attempt.current.key }))
      show('idle')
      stop()
      notifySuccess(t('Сохранено!'))
    } catch (error) {
      show('failed')
      if (!isShownByHandler(error)) notifyError(errorText(error))
    }
  }
  return { state, save }
}

export function useLayoutMode(cages: readonly CageRow[]): LayoutMode {
  const { t } = useTranslation()
  const [on, setOn] = useState(false)
  const moves = useMoves(cages)
  const { moved, lastId, latest, place, forget } = moves
  const stop = useCallback(() => {
    setOn(false)
    forget()
  }, [forget])
  const leave = useCallback(async () => {
    const yes = t('Не сохранять')
    const asked = latest.current.moved.size > 0
    if (asked && !(await confirm(t('Расположение изменено. Выйти без сохранения?'), { yes }))) return false
    stop()
    return true
  }, [t, stop, latest])
  const { state, save } = useSave(moves, stop)
  const start = useCallback(() => setOn(true), [])
  return { on, moved, lastId, state, start, place, save, leave }
}
