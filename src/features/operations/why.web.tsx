/** «Почему столько?»: opens the history of a number from anywhere it stands. */
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './why.module.css'

export type Asked = 'count' | 'weight' | 'average'

export interface WhyTarget {
  cageId: number
  about: Asked
  /** the group with most fish when left out */
  groupId?: number | null
  /** a day or an instant of the past; now when left out */
  at?: string | null
  /** the operation that was asked from, marked in the list */
  rowId?: number
}

interface State {
  id: number
  target: WhyTarget
  opened: boolean
}

let state: State | null = null
const watchers = new Set<() => void>()

function put(next: State): void {
  state = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const openWhy = (target: WhyTarget): void => put({ id: (state?.id ?? 0) + 1, target, opened: true })

function close(): void {
  if (state?.opened) put({ ...state, opened: false })
}

/** Windows under it leave Esc to it. */
export const useWhyOpened = (): boolean => useSyncExternalStore(subscribe, () => state?.opened ?? false)

const WhyWindow = lazy(() => import('./why-window.web').then((module) => ({ default: module.WhyWindow })))

/** The one place where it appears; mounted once in the layout. */
export function WhyHost() {
  const current = useSyncExternalStore(subscribe, () => state)
  if (!current) return null
  return (
    <Suspense fallback={null}>
      <WhyWindow key={current.id} target={current.target} opened={current.opened} onClose={close} />
    </Suspense>
  )
}

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
