/** The norms of a feed or of a brand on the screen: those that hold, an older version, or what is being typed. */
import { useMemo, useRef, useState } from 'react'
import { normCalls, type NormOwner, NORMS_FAILED } from '../../../core/feeding/norms.contract'
import { type Fault, type NormGrid, readGrids } from '../../../shared/feeding/norm-grid'
import { errorText, isShownByHandler, newKey } from '../../../web/api'
import { decimalMark } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { useCall } from '../../../web/query-client'
import { useSubmitState } from '../../../web/ui/form/submit-button'
import { typedOf } from './norm-edit.web'
import { saveNorms } from './owner-calls.web'
import { useNormDraft } from './use-norm-draft.web'

const NONE: never[] = []
/** What is empty is told once somebody has tried to save. */
const EMPTY = 'Заполните поле'

export type Norms = ReturnType<typeof useNorms>

function useStored(owner: NormOwner, version: number | null) {
  const of = { owner: owner.kind, owner_id: owner.id }
  const newest = useCall(normCalls.editing, of)
  const older = useCall(normCalls.editing, { ...of, version: version ?? undefined }, { enabled: version !== null })
  const shown = version === null ? newest : older
  const rates = shown.data?.rates
  const mark = decimalMark()
  const stored = useMemo(() => rates && typedOf(rates, mark), [rates, mark])
  return { newest, shown, stored }
}

/** Sends norms; an unchanged body keeps its key, so that a lost answer stores nothing twice. */
function useSending(owner: NormOwner, onFailed: () => void) {
  const [state, show] = useSubmitState()
  const attempt = useRef({ body: '', key: '' })
  const send = async (grids: readonly NormGrid[], version: number): Promise<boolean> => {
    const body = JSON.stringify([grids, version])
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() }
    show('loading')
    try {
      await saveNorms(owner, { grids, version, idempotencyKey: attempt.current.key })
      show('done')
      return true
    } catch (error) {
      show('failed')
      if (!isShownByHandler(error)) notifyError(errorText(error))
      onFailed()
      return false
    }
  }
  return { state, send }
}

/** The draft with its faults; what is empty is told once somebody has tried to save. */
function useChecked(owner: NormOwner) {
  const edit = useNormDraft(`${owner.kind}:${owner.id}`)
  const [tried, setTried] = useState(false)
  const { draft } = edit
  const found = useMemo(() => (draft ? readGrids(draft.grids).faults : NONE), [draft])
  const faults: readonly Fault[] = tried ? found : found.filter(({ text }) => text !== EMPTY)
  return { edit, draft, found, faults, setTried }
}

export function useNorms(owner: NormOwner) {
  const { t } = useTranslation()
  const [version, showVersion] = useState<number | null>(null)
  const { newest, shown, stored } = useStored(owner, version)
  const { edit, draft: kept, found, faults, setTried } = useChecked(owner)
  const { state, send } = useSending(owner, () => void newest.refetch())
  const draft = version === null ? kept : null
  const latest = newest.data?.latest ?? 0
  const end = () => {
    setTried(false)
    edit.drop()
  }
  const begin = (grids: NormGrid[], telling = false) => {
    showVersion(null)
    setTried(telling)
    edit.begin(grids, latest)
  }
  /** Answers the first fault that keeps the norms from being saved. */
  const save = async (): Promise<Fault | null> => {
    if (!draft || state === 'loading') return null
    setTried(true)
    if (found[0]) notifyError(t(NORMS_FAILED))
    else if (await send(draft.grids, draft.began)) {
      end()
      notifySuccess(t('Сохранено!'))
    }
    return found[0] ?? null
  }
  /** other norms at once: without a set, or as an older version */
  const put = async (grids: readonly NormGrid[]): Promise<boolean> => {
    const done = await send(grids, latest)
    if (done) showVersion(null)
    return done
  }
  /** somebody else has saved since the edit began */
  const outdated = kept !== null && newest.data !== undefined && latest !== kept.began
  const grids = draft?.grids ?? stored
  const shownNorms = { newest, shown, grids, stored, faults, version, latest, outdated }
  return { ...shownNorms, editing: draft !== null, edit, state, showVersion, begin, end, save, put }
}
