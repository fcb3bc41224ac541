/** Norms that are being typed: kept in this tab until they are saved or dropped, with undo. */
import { useState } from 'react'
import type { NormGrid } from '../../../shared/feeding/norm-grid'
import { readDraft, writeDraft } from '../../../web/offline/drafts'

interface NormDraft {
  /** the version that the edit began with */
  began: number
  grids: NormGrid[]
}

const MAX_UNDO = 200

interface Steps {
  past: NormGrid[][]
  future: NormGrid[][]
  /** what the last step changed: more of the same is one step */
  tag: string | null
}
const NO_STEPS: Steps = { past: [], future: [], tag: null }

/** `name` is that of whose norms they are; mount anew for another. */
export function useNormDraft(name: string) {
  const key = `norms:${name}`
  const [draft, setDraft] = useState(() => readDraft<NormDraft>('tab', key)?.values ?? null)
  const [steps, setSteps] = useState(NO_STEPS)
  const put = (next: NormDraft | null) => {
    setDraft(next)
    writeDraft('tab', key, next)
  }
  const travel = (from: 'past' | 'future', to: 'past' | 'future') => {
    const grids = steps[from].at(-1)
    if (!draft || !grids) return
    setSteps({ ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], draft.grids], tag: null })
    put({ ...draft, grids })
  }
  return {
    draft,
    begin: (grids: NormGrid[], began: number) => {
      setSteps(NO_STEPS)
      put({ grids, began })
    },
    /** `tag` names a cell that is typed into */
    change: (grids: NormGrid[], tag: string | null = null) => {
      if (!draft) return
      const more = tag !== null && tag === steps.tag
      setSteps({ past: more ? steps.past : [...steps.past, draft.grids].slice(-MAX_UNDO), future: [], tag })
      put({ ...draft, grids })
    },
    /** the norms that somebody else has saved are to be written over */
    over: (began: number) => draft && put({ ...draft, began }),
    undo: () => travel('past', 'future'),
    redo: () => travel('future', 'past'),
    canUndo: steps.past.length > 0,
    drop: () => put(null),
  }
}
