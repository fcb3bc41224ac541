/** Finds the number nearest to the typed one that a ledger accepts, by asking the server. */
import { useQuery } from '@tanstack/react-query'
import type { Refusal } from '../../../shared/errors'
import { call, isApiError } from '../../../web/api'
import { NBSP, showAmount, showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { toKg } from '../../../shared/numbers'
import { follow, kgText, readCount, readMg } from '../fields/fish-math.web'
import { fishTexts, type BalanceChange, type Values } from '../fields/form-model.web'
import { contractOf, type KindName } from '../kinds/kinds.contract'

/** The typed numbers with another count; the third number is recomputed. */
export const withCount = (values: Values, count: number): Values => ({
  ...values,
  ...('avg_weight' in values ? follow(fishTexts(values), 'count', String(count)) : { count: String(count) }),
})

/** Smaller where the operation takes fish, larger where it adds or sets; null when no number helps. */
function stepped(kind: KindName, values: Values, refusal: Refusal, changes: BalanceChange[]): Values | null {
  const { shortage, cage_id } = refusal
  if (shortage <= 0) return null
  if ('volume' in values) {
    const left = (readMg(values.volume) ?? 0) - shortage
    return left > 0 ? { ...values, volume: kgText(left) } : null
  }
  const change = changes.find(({ cage }) => cage?.id === cage_id)?.change
  const typed = readCount(values.count)
  if (!change || typed === null) return null
  const takes = !contractOf(kind).setsCount && change.after.count < change.before.count
  const count = takes ? typed - shortage : typed + shortage
  return count > 0 ? withCount(values, count) : null
}

/** So many later operations may refuse one after another. */
const TRIES = 12

async function search(
  ask: (values: Values) => Promise<unknown>,
  step: (from: Values, by: Refusal) => Values | null,
  from: Values,
  by: Refusal,
) {
  let [values, refusal] = [from, by]
  for (let tried = 0; tried < TRIES; tried++) {
    const next = step(values, refusal)
    if (!next) return null
    values = next
    try {
      await ask(values)
      return values
    } catch (error) {
      if (!isApiError(error) || !error.refusal) return null
      refusal = error.refusal
    }
  }
  return null
}

interface FittingRequest {
  kind: KindName
  /** of the stored operation, null for a new one */
  id: number | null
  values: Values
  /** as they are sent */
  sent: (values: Values) => Record<string, unknown>
  refusal: Refusal | undefined
  changes: BalanceChange[]
  unit: string
}

/** The number that would fit, and its text; null while unknown. */
export function useFitting({ kind, id, values, sent, refusal, changes, unit }: FittingRequest) {
  const { t } = useTranslation()
  const { previewCreate, previewUpdate } = contractOf(kind)
  const ask = (typed: Values) =>
    call(id === null ? previewCreate : previewUpdate, { ...sent(typed), ...(id !== null && { id }) }, { quiet: true })
  const { data } = useQuery({
    queryKey: ['fitting', kind, id, values, refusal],
    queryFn: () => search(ask, (from, by) => stepped(kind, from, by, changes), values, refusal!),
    enabled: refusal !== undefined && refusal.shortage > 0,
    retry: false,
    meta: { reads: previewCreate.reads },
  })
  if (!data || !refusal) return null
  const key = 'volume' in data ? 'volume' : 'count'
  const read = key === 'volume' ? readMg : readCount
  const [fits, typed] = [read(data[key]) ?? 0, read(values[key]) ?? 0]
  const show = (value: number) => (key === 'volume' ? showAmount(toKg(value)) : showCount(value))
  const told = { value: `${show(fits)}${NBSP}${unit}`, typed: show(typed) }
  const most = fits < typed
  const text = most
    ? t('Записать {{value}} вместо {{typed}}: это наибольшее возможное', told)
    : t('Записать {{value}} вместо {{typed}}: это наименьшее возможное', told)
  return { values: data, text }
}
