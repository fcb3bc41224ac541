/** Shows from which lot an amount comes, beside its field. */
import { dayOf, parseDay, parseTime, showDay } from '../../../shared/dates'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { lotCalls, type LotRow } from './lots.contract'
import styles from './lots.module.css'

export interface LotsAsked {
  /** ids, '' while none is chosen */
  good: string | undefined
  stock: string | undefined
  /** as typed; only a past moment is sent, so that one answer serves everything recorded now */
  date?: string
  time?: string
  /** the stored document that is edited */
  except?: number
}

/** The lots of a good in a warehouse just before the document takes its amount; undefined while unknown. */
export function useLots({ good, stock, date = '', time = '', except }: LotsAsked): LotRow[] | undefined {
  const today = dayOf(useNow())
  const [day, minute] = [parseDay(date), parseTime(time)]
  const past = day !== null && minute !== null && day < today
  const asked = { id: good!, ...(past && { date: `${showDay(day)} ${minute}` }), ...(except && { except }) }
  const { data } = useCall(lotCalls.ofGood, asked, { enabled: Boolean(good && stock) })
  return data?.filter((lot) => String(lot.stock_id) === stock)
}

/** «партия А-17, годна до 01.12.2026»; a lot without a name is named by its receipt. */
export function lotText(
  { lot, source, since, best_before, state }: Pick<LotRow, 'lot' | 'source' | 'since' | 'best_before' | 'state'>,
  t: TFunction,
): string {
  const name = lot === null ? `${t(source, { context: 'операция' })} ${showDay(since)}` : t('партия {{lot}}', { lot })
  if (best_before === null) return name
  const day = showDay(best_before)
  return `${name}, ${state === 'expired' ? t('истекла {{day}}', { day }) : t('годна до {{day}}', { day })}`
}

interface NextLotProps extends LotsAsked {
  /** what has expired is taken in its turn */
  expiredFirst?: boolean
}

/** The lot that is taken first; nothing when no lot has a name or a date. */
export function NextLot({ expiredFirst = false, ...asked }: NextLotProps) {
  const { t } = useTranslation()
  const lots = useLots(asked) ?? []
  const fresh = expiredFirst ? undefined : lots.find(({ state }) => state !== 'expired')
  const next = fresh ?? lots[0]
  if (!next || lots.every(({ lot, best_before }) => lot === null && best_before === null)) return null
  const bad = next.state === 'expired' || next.state === 'soon'
  return (
    <span className={styles.next} data-state={next.state}>
      <Icon name={bad ? 'alert' : 'box'} size={14} />
      {t('Первой уйдёт {{lot}}', { lot: lotText(next, t) })}
    </span>
  )
}
