/** «ещё N» of a day of the month. */
import { type ComponentPropsWithRef, useState } from 'react'
import { useMergedRef } from '@mantine/hooks'
import { useTranslation } from '../../web/i18n'

const COLUMN = 100 / 7

/** The calendar does not tell which day its button is of: it lies in its column of its week. */
function dayOfButton(node: HTMLElement): string {
  const column = Math.round(Number(/[\d.]+(?=%)/.exec(node.style.left)?.[0] ?? 0) / COLUMN)
  return node.parentElement?.parentElement?.querySelectorAll<HTMLElement>('[data-day]')[column]?.dataset.day ?? ''
}

interface MonthMoreProps extends ComponentPropsWithRef<'button'> {
  /** day → how many the calendar was not given */
  left: ReadonlyMap<string, number>
  /** opens the whole day */
  onWhole: (day: string) => void
}

/** Its child is how many the calendar itself does not show; where it was not given all, the day is opened instead. */
export function MonthMore({ left, onWhole, children, onClick, ref, ...props }: MonthMoreProps) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const all = useMergedRef(ref, (node: HTMLElement | null) => {
    if (node) setDay(dayOfButton(node))
  })
  const more = left.get(day) ?? 0
  return (
    <button {...props} ref={all} type="button" onClick={more > 0 ? () => onWhole(day) : onClick}>
      {t('ещё {{count}}', { count: Number(children) + more })}
    </button>
  )
}
