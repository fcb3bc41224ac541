/** «Почему столько?»: opens the history of a number from wherever it is shown. */
import type { ReactNode } from 'react'
import { useTranslation } from '../../../web/i18n'
import { createWindowHost } from '../../../web/ui/overlay/window-host'
import styles from './why.module.css'

export type ExplainedNumber = 'count' | 'weight' | 'average'

export interface WhyTarget {
  cageId: number
  about: ExplainedNumber
  /** the group with most fish when left out */
  groupId?: number | null
  /** a day or an instant of the past; now when left out */
  at?: string | null
  /** the operation that was asked from, marked in the list */
  rowId?: number
}

const why = createWindowHost<{ target: WhyTarget }>(() => import('./why-window.web').then(({ WhyWindow }) => WhyWindow))

export const openWhy = (target: WhyTarget): void => why.open({ target })

/** Windows under it leave Esc to it. */

export const WhyHost = why.Host

interface WhyNumberProps extends WhyTarget {
  /** the number as it stands there */
  children: ReactNode
}

/** A number that can be asked: dotted until one comes near. */
export function WhyNumber({ children, ...target }: WhyNumberProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.number}
      title={t('Почему столько?')}
      onClick={(event) => {
        event.stopPropagation()
        openWhy(target)
      }}
    >
      {children}
    </button>
  )
}
