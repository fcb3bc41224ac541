import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ElementType,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import styles from './dropdown.module.css'

interface DropdownProps {
  /** name of the button for screen readers */
  label: string
  button: ReactNode
  className?: string
  /** component of the button; a plain one by default */
  as?: ElementType<ComponentProps<'button'>>
  here?: boolean
  /** below the button, aligned with its right edge (above it near the bottom of the screen), or beside it */
  side?: 'below' | 'right'
  /** opens under the mouse as well */
  onHover?: boolean
  /** in a menu of actions arrows move between items; a dialog is just a panel */
  kind?: 'menu' | 'dialog'
  width?: number
  children: (close: () => void) => ReactNode
}

const GAP = 6
const EDGE = 8
const HOVER_CLOSE_MS = 180
const ITEMS = '[role^="menuitem"]'

function place(button: HTMLElement, side: 'below' | 'right', wanted: number): CSSProperties {
  const box = button.getBoundingClientRect()
  const from = (top: number) => ({ top, '--panel-top': `${top}px` }) as CSSProperties
  if (side === 'right') return { ...from(box.top), left: box.right + GAP, width: wanted }
  const { clientWidth, clientHeight } = document.documentElement
  const width = Math.min(wanted, clientWidth - 2 * EDGE)
  const right = Math.max(EDGE, Math.min(clientWidth - box.right, clientWidth - width - EDGE))
  const low = box.bottom > clientHeight * 0.65
  return low ? { bottom: clientHeight - box.top + GAP, right, width } : { ...from(box.bottom + GAP), right, width }
}

/** The item that an arrow key leads to. */
function next(items: HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement)
  const step: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? items.length - 1 : at - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  }
  const to = step[key]
  return to === undefined ? undefined : items[to % items.length]
}

function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Escape') return close()
  const to = next([...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)], event.key)
  if (!to) return
  event.preventDefault()
  to.focus()
}

/** Whether it is open; it closes on a click or focus elsewhere, and when its button scrolls away. */
function useOpened(root: { current: HTMLElement | null }) {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!opened) return
    const elsewhere = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpened(false)
    }
    const close = () => setOpened(false)
    const top = root.current?.getBoundingClientRect().top
    // a scroll event from before the click may arrive after it
    const scrolled = () => {
      if (root.current?.getBoundingClientRect().top !== top) close()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('scroll', scrolled, true)
    window.addEventListener('resize', close)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('scroll', scrolled, true)
      window.removeEventListener('resize', close)
    }
  }, [opened, root])
  return [opened, setOpened] as const
}

/** Opens under the pointer, and stays open while it moves from the button to the panel. */
function useHover(enabled: boolean, setOpened: (opened: boolean) => void) {
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!enabled) return {}
  const later = (opened: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpened(opened), ms)
  }
  return {
    onPointerEnter: (event: { pointerType: string }) => event.pointerType === 'mouse' && later(true, 100),
    onPointerLeave: (event: { pointerType: string }) => event.pointerType === 'mouse' && later(false, HOVER_CLOSE_MS),
  }
}

/** The dropdown of the page frame and of the main page. It is small on purpose: both load before anything else. */
export function Dropdown({
  as: Trigger = 'button',
  kind = 'menu',
  side = 'below',
  width = 272,
  onHover = false,
  ...props
}: DropdownProps) {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useOpened(root)
  const hover = useHover(onHover, setOpened)
  const close = useCallback(() => {
    setOpened(false)
    button.current?.focus()
  }, [setOpened])
  return (
    <div
      ref={root}
      className={styles.root}
      onKeyDown={opened ? (event) => onMenuKey(event, close) : undefined}
      {...hover}
    >
      <Trigger
        ref={button}
        type="button"
        className={props.className}
        data-here={props.here || undefined}
        aria-label={props.label}
        aria-haspopup={kind}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {props.button}
      </Trigger>
      {opened && button.current && (
        <div role={kind} aria-label={props.label} className={styles.panel} style={place(button.current, side, width)}>
          {props.children(close)}
        </div>
      )}
    </div>
  )
}
