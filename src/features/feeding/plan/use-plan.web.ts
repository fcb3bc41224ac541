/** The rows of a plan while they are edited, and saving them. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ErrorAnswer } from '../../../shared/errors'
import { isApiError, isShownByHandler, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { confirm } from '../../../web/ui/overlay/confirm'
import { useSubmitState } from '../../../web/ui/form/submit-button'
import { PLAN_FAILED, type PlanRow } from '../../../core/feeding/plan/plan-shapes.contract'
import { isWrong, type Line, lineOf } from './plan-model.web'

const contents = new WeakMap<Line, string>()

/** What of a row is saved, as text; each row is written once. */
function contentOf(row: Line): string {
  const { key: _, cells, ...line } = row
  const text = contents.get(row) ?? JSON.stringify([line, Object.values(cells).map(({ text, value }) => value ?? text)])
  contents.set(row, text)
  return text
}
const digest = (lines: readonly Line[]) => lines.map(contentOf).join('\n')

interface Stored {
  version: string
  rows: PlanRow[]
}

type Differing = NonNullable<ErrorAnswer['differing']>
export type Lines = ReturnType<typeof useLines>
export type Saving = ReturnType<typeof useSaving>

/** A new answer replaces the rows, unless something is typed. */
export function useLines(answer: Stored) {
  const [opened, open] = useState(() => ({ version: answer.version, lines: answer.rows.map(lineOf) }))
  const [lines, setLines] = useState<readonly Line[]>(opened.lines)
  const dirty = useMemo(() => digest(lines) !== digest(opened.lines), [lines, opened])
  const seen = useRef(answer)
  const latest = useRef(answer)
  latest.current = answer
  const reset = ({ version, rows }: Stored) => {
    const next = rows.map(lineOf)
    seen.current = latest.current
    open({ version, lines: next })
    setLines(next)
  }
  useEffect(() => {
    if (seen.current !== answer && !dirty) reset(answer)
  }, [answer, dirty])
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  return {
    lines,
    opened: opened.lines,
    version: opened.version,
    dirty,
    setLines,
    change: (key: string, edit: (line: Line) => Line) =>
      setLines((was) => was.map((line) => (line.key === key ? edit(line) : line))),
    remove: (key: string) => setLines((was) => was.filter((line) => line.key !== key)),
    reset,
    /** what is saved next begins with this version */
    begin: (version: string) => open((was) => ({ ...was, version })),
  }
}

/** Asks before unsaved rows are lost. */
export function useLeave({ dirty }: Pick<Lines, 'dirty'>) {
  const { t } = useTranslation()
  return async (leave: () => void) => {
    if (!dirty) return leave()
    // the Esc that closes the window would answer the question as well
    await new Promise((done) => setTimeout(done))
    const text = t('Вы действительно хотите выйти из плана дня? Все несохраненные данные будут удалены!')
    if (await confirm(text, { yes: t('Выйти') })) leave()
  }
}

/** Saves sound rows. What somebody else has changed meanwhile is handed over, and nothing is lost. */
export function useSaving(plan: Lines, send: (plan: readonly Line[], version: string, key: string) => Promise<Stored>) {
  const { t } = useTranslation()
  const [state, show] = useSubmitState()
  const [differing, setDiffering] = useState<Differing | null>(null)
  const attempt = useRef({ body: '', key: '' })
  const fail = (error: unknown) => {
    show('failed')
    if (isApiError(error) && error.differing) return setDiffering(error.differing)
    if (!isShownByHandler(error)) notifyError(t(PLAN_FAILED))
  }
  const save = async () => {
    if (state === 'loading') return
    if (plan.lines.some(isWrong)) return fail(null)
    const body = `${plan.version} ${digest(plan.lines)}`
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() }
    show('loading')
    try {
      plan.reset(await send(plan.lines, plan.version, attempt.current.key))
      show('done')
      notifySuccess(t('План кормления успешно сохранен!'))
      await invalidateTags(['plans'])
    } catch (error) {
      fail(error)
    }
  }
  return { state, save: () => void save(), differing, settle: () => setDiffering(null) }
}
