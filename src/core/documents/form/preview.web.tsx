/**
 * «Что изменится»: the cages and goods whose numbers an edit or deletion in the past would change, shown beforehand.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Warning } from '../../../shared/ledger/warnings'
import { call, errorText, isApiError, type ApiError } from '../../../web/api'
import { NBSP, showAmount, showCount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { NoteBox } from '../../../web/ui/note-box'
import { useCageColor } from '../../cages/cage-cache.web'
import { MEASURES } from '../../goods/good.contract'
import { signed } from '../fields/balance.web'
import type { WeightUnit } from '../fields/form-model.web'
import { warningText } from '../fields/warning-text.web'
import { contractOf, type KindName } from '../kinds/kinds.contract'
import type { PreviewAnswer } from '../engine/preview.contract'
import { Figure, GroupLine } from './preview-records.web'
import { OpenRefused } from './refused.web'
import styles from './preview.module.css'

/** Lines shown at first; the others are behind a fold. */
const SHOWN = 3
const TYPING_MS = 400

function GoodLine({ change }: { change: PreviewAnswer['goods'][number] }) {
  const { t } = useTranslation()
  const { name } = MEASURES[change.measure as keyof typeof MEASURES]
  return (
    <li>
      <span className={styles.place}>{`${change.stock}: ${change.good}`}</span>
      <span className={styles.figures}>
        <Figure was={showAmount(change.before)} will={showAmount(change.after)} unit={t(name)} />
      </span>
    </li>
  )
}

function ItemLine({ change }: { change: PreviewAnswer['items'][number] }) {
  return (
    <li>
      <span className={styles.place}>{change.item}</span>
      <span className={styles.figures}>
        <Figure was={change.before ?? '…'} will={change.after ?? '…'} unit="" />
      </span>
    </li>
  )
}

interface LinesProps {
  answer: PreviewAnswer
  unit: WeightUnit
  colorOf: (cageId: number) => number | undefined
  /** operation by operation, where there is room */
  detailed?: boolean
}

/** The change of the farm's total today; null when the user does not see all of it. */
function useFarmSum({ groups, others }: PreviewAnswer): string | null {
  const { t } = useTranslation()
  if (others > 0 || groups.length === 0) return null
  const lasting = groups.filter(({ end }) => end === null)
  const sum = (key: 'count' | 'weight') =>
    lasting.reduce((total, { before, after }) => total + after[key] - before[key], 0)
  const [count, weight] = [sum('count'), Math.round(sum('weight') * 1e6) / 1e6]
  if (count === 0 && weight === 0) return t('Поголовье и биомасса фермы на сегодня не изменятся.')
  const moves = [
    count !== 0 && `${signed(count, showCount)}${NBSP}${t('шт')}`,
    weight !== 0 && `${signed(weight, (kg) => showKg(kg, Math.abs(weight) < 0.1 ? 3 : 1))}${NBSP}${t('кг')}`,
  ]
  return t('Ферма сегодня: {{moves}}', { moves: moves.filter(Boolean).join(', ') })
}

/** The first lines; the others are behind a fold. */
function Lines({ answer, unit, colorOf, detailed = false }: LinesProps) {
  const { t } = useTranslation()
  const farm = useFarmSum(answer)
  const { groups, goods, items, others, warning } = answer
  const lines: ReactNode[] = [
    ...goods.map((change) => <GoodLine key={`${change.good_id}:${change.stock_id}`} change={change} />),
    ...items.map((change) => <ItemLine key={`item ${change.item_id}`} change={change} />),
    ...groups.map((change) => (
      <GroupLine
        key={`${change.cage_id}:${change.generation_id}:${change.age_category_id}`}
        change={change}
        unit={unit}
        color={colorOf(change.cage_id)}
        open={detailed}
      />
    )),
  ]
  if (lines.length + others === 0)
    return <span className={styles.quiet}>{t('Остатки садков и складов не изменятся.')}</span>
  const [first, rest] = [lines.slice(0, SHOWN), lines.slice(SHOWN)]
  return (
    <>
      <ul className={styles.list}>{first}</ul>
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{t('ещё строк: {{count}}', { count: rest.length })}</summary>
          <ul className={`${styles.list} ${styles.scroll}`}>{rest}</ul>
        </details>
      )}
      {others > 0 && <span className={styles.quiet}>{t('и ещё групп рыбы: {{count}}', { count: others })}</span>}
      {farm && <span className={styles.quiet}>{farm}</span>}
      {warning && <span className={styles.quiet}>{t(warning)}</span>}
    </>
  )
}

/** The server has an answer to it: not allowed, gone, changed meanwhile, refused. */
const SAID: ReadonlySet<number> = new Set([403, 404, 409, 422])

interface BoxProps extends Omit<LinesProps, 'answer'> {
  /** «Что изменится» unless said */
  title?: string
  answer: PreviewAnswer | undefined
  error: Error | null
  /** the numbers belong to the values typed before; the right ones are loading */
  waiting: boolean
  /** a link to the operation in the way */
  way?: ReactNode
}

export function PreviewBox({ answer, error, waiting, way, title, ...look }: BoxProps) {
  const { t } = useTranslation()
  const refused = isApiError(error) && SAID.has(error.status)
  return (
    <div
      className={waiting ? `${styles.box} ${styles.waiting}` : styles.box}
      data-preview
      aria-live="polite"
      aria-busy={waiting}
    >
      <span className={styles.caption}>
        <Icon name="hist" size={16} />
        {title ?? t('Что изменится')}
        {waiting && <span className={styles.busy}>{t('считаем…')}</span>}
      </span>
      {error && (
        <p className={refused ? styles.refused : styles.quiet} role={refused ? 'alert' : undefined}>
          {refused && <Icon name="lock" size={16} />}
          {refused ? errorText(error) : t('Не удалось узнать, что изменится. Сервер проверит сам.')}
        </p>
      )}
      {way}
      {!error && answer && <Lines answer={answer} {...look} />}
    </div>
  )
}

/** An edit that changes nothing yet. */
function Nothing() {
  const { t } = useTranslation()
  return (
    <div className={styles.box} data-preview>
      <span className={styles.caption}>
        <Icon name="hist" size={16} />
        {t('Что изменится')}
      </span>
      <span className={styles.quiet}>{t('Пока ничего. Измените запись: здесь будет видно, что пересчитается.')}</span>
    </div>
  )
}

interface OperationPreviewProps extends Omit<LinesProps, 'answer'> {
  kind: KindName
  /** of the stored operation, null for a new one */
  id: number | null
  /** as they would be sent; null while they cannot be */
  values: Record<string, unknown> | null
  /** the box is shown before anything is changed */
  idle: boolean
  onTold: (told: PreviewTold) => void
}

/** What was found of just these values. */
export interface PreviewTold {
  refusal: ApiError | null
  /** nothing stands in the way */
  clear: boolean
  /** what the server would ask about */
  doubts: readonly Warning[]
}

const NO_DOUBTS: readonly Warning[] = []

/** What saving the form would change, fetched shortly after each change. */
export function OperationPreview({ kind, id, values, idle, onTold, ...look }: OperationPreviewProps) {
  const { previewCreate, previewUpdate } = contractOf(kind)
  const preview = id === null ? previewCreate : previewUpdate
  const wanted = values && JSON.stringify(values)
  const [settled] = useDebouncedValue(wanted, TYPING_MS)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [preview.path, { id, settled }],
    queryFn: ({ signal }) => {
      const typed = JSON.parse(settled!) as object
      return call(preview, id === null ? typed : { ...typed, id }, { quiet: true, signal }) as Promise<PreviewAnswer>
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
    meta: { reads: preview.reads },
  })
  const waiting = wanted !== settled || isFetching || isPlaceholderData
  const refusal = !waiting && isApiError(error) && error.status === 422 ? error : null
  const clear = wanted !== null && !waiting && data !== undefined && !error
  const warnings = (!waiting && !error && data?.doubts) || NO_DOUBTS
  useEffect(() => onTold({ refusal, clear, doubts: warnings }), [refusal, clear, warnings, onTold])
  // what is refused is said by the form
  if (refusal || (wanted !== null && settled === null && !data)) return null
  if (wanted === null) return idle ? <Nothing /> : null
  return <PreviewBox answer={data} error={waiting ? null : error} waiting={waiting} {...look} />
}

interface RemovalPreviewProps extends Omit<LinesProps, 'answer' | 'colorOf'> {
  kind: KindName
  id: number
  /** why the deletion would be refused */
  onRefused: (text: string | null) => void
  /** closes the question, when the operation in the way is opened */
  onLeave: () => void
}

/** What deleting an operation would change, shown inside the question before deletion. */
export function RemovalPreview({ kind, id, onRefused, onLeave, ...look }: RemovalPreviewProps) {
  const colorOf = useCageColor()
  const [answer, setAnswer] = useState<PreviewAnswer>()
  const [error, setError] = useState<ApiError | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    call(contractOf(kind).previewRemove, { id }, { quiet: true, signal: gone.signal })
      .then((told) => setAnswer(told as PreviewAnswer))
      .catch((failure: unknown) => {
        if (gone.signal.aborted || !isApiError(failure)) return
        setError(failure)
        if (SAID.has(failure.status)) onRefused(errorText(failure))
      })
    return () => gone.abort()
  }, [kind, id, onRefused])
  const way = error?.refusal && <OpenRefused refusal={error.refusal} onOpen={onLeave} />
  return (
    <>
      <PreviewBox answer={answer} error={error} waiting={!answer && !error} way={way} colorOf={colorOf} {...look} />
      <Doubts answer={answer} unit={look.unit} />
    </>
  )
}

/** What is unusual in it, where no form asks about it. */
export function Doubts({ answer, unit }: { answer: PreviewAnswer | undefined; unit: WeightUnit }) {
  const { t } = useTranslation()
  return answer?.doubts.map((doubt) => (
    <NoteBox key={JSON.stringify(doubt)} kind="warn" icon="alert">
      {warningText(doubt, unit, t)}
    </NoteBox>
  ))
}
