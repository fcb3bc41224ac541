/** Pages that load when opened, links that preload them, and scroll positions. */
import {
  Component,
  createContext,
  use,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { HistoryLocation } from '@tanstack/history'
import { parse } from 'regexparam'
import { navigate } from './address'
import { lazyModule } from '../lazy'

export interface PageProps {
  /** values of the names in the path */
  params: Readonly<Record<string, string>>
}

export type LazyPage = ComponentType<PageProps> & { preload: () => Promise<unknown> }

/** The page that the file exports as `name`. It suspends while loading, so that the current page stays. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PageProps>>>,
  name: Name,
): LazyPage {
  const code = lazyModule(() => load().then((file) => file[name]))
  const Page = (props: PageProps) => {
    // a failure is thrown to the boundary; the page does not request it again by itself
    const Loaded: ComponentType<PageProps> = code.now() ?? use(code.last())
    return <Loaded {...props} />
  }
  return Object.assign(Page, { preload: code.get })
}

/** '/journals/:path' → matches an address, and answers the values of names; null when it does not match. */
export function matcherOf(path: string): (pathname: string) => PageProps['params'] | null {
  const { pattern, keys } = parse(path)
  return (pathname) => {
    const found = pattern.exec(pathname)
    return found && Object.fromEntries(keys.map((key, index) => [key, found[index + 1] ?? '']))
  }
}

/** Preloads the page of a path. */
export const Preload = createContext<(path: string) => void>(() => undefined)

const isPlainClick = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey

/** A link within the application; its page is preloaded when it is pointed at. */
export function Link({ to, onClick, ...rest }: { to: string } & ComponentProps<'a'>) {
  const preload = useContext(Preload)
  return (
    <a
      {...rest}
      href={to}
      onMouseEnter={() => preload(to)}
      onFocus={() => preload(to)}
      onTouchStart={() => preload(to)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}

/** Defers navigation to another path until its chunk has loaded; a new query or a refusal applies at once. */
export function useShownAddress(opened: HistoryLocation | null): HistoryLocation | null {
  const before = useDeferredValue(opened)
  return opened === null || before?.pathname === opened.pathname ? opened : before
}

const SCROLLED = 'scrolled'
const keyOf = ({ state, href }: HistoryLocation) => state.__TSR_key ?? href

/** History entry → scroll position of its page; kept for a reload. */
function readScrolled(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(SCROLLED) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}
const scrolled = readScrolled()

/** Restores the scroll position of an entry; a new one starts at the top. */
export function useScrollMemory(shown: HistoryLocation): void {
  const key = keyOf(shown)
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    window.scrollTo(0, scrolled.get(key) ?? 0)
  }, [key])
  useEffect(() => {
    const note = () => void scrolled.set(key, window.scrollY)
    const keep = () => {
      try {
        sessionStorage.setItem(SCROLLED, JSON.stringify([...scrolled]))
      } catch {
        // a full storage opens the page at its top
      }
    }
    window.addEventListener('scroll', note, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', note)
      window.removeEventListener('pagehide', keep)
    }
  }, [key])
}

interface BoundaryProps {
  children: ReactNode
  instead: (error: unknown) => ReactNode
}

/** Shown instead of a page that throws. Give it the page's path as its key. */
export class PageBoundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false }
  static getDerivedStateFromError = (error: unknown) => ({ error, failed: true })
  override render() {
    return this.state.failed ? this.props.instead(this.state.error) : this.props.children
  }
}
