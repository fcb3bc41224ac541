import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import classes from './tabs.module.css'

interface TabsProps<K extends string> {
  /** translated: what they choose between */
  label: string
  /** key → translated title, in order */
  tabs: Record<K, string>
  current: K
  onChoose: (key: K) => void
  /** what the current one shows */
  children: ReactNode
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Several panels in one place, one of them shown; arrow keys move between tabs. */
export function Tabs<K extends string>({ label, tabs, current, onChoose, children }: TabsProps<K>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const keys = Object.keys(tabs) as K[]
  const tabOf = (key: K) => list.current?.querySelector<HTMLElement>(`[data-tab="${key}"]`)
  // on a phone the last ones lie outside of the screen
  useLayoutEffect(() => void tabOf(current)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (!by) return
    const next = keys[(keys.indexOf(current) + by + keys.length) % keys.length]!
    onChoose(next)
    tabOf(next)?.focus()
  }
  return (
    <>
      <div ref={list} className={classes.tabs} role="tablist" aria-label={label} onKeyDown={step}>
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            data-tab={key}
            className={classes.tab}
            aria-selected={key === current}
            aria-controls={`${id}panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {tabs[key]}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${current}`}>
        {children}
      </div>
    </>
  )
}
