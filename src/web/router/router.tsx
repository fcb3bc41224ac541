/** Pages that are fetched when they are opened, and links that fetch them ahead. */
import type { ComponentProps, ComponentType, MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { navigate } from './address'
import { lazyModule } from '../lazy'

export interface PageProps {
  /** what of the address stands for the names in the path */
  params: Readonly<Record<string, string | undefined>>
}

export type LazyPage = ComponentType<PageProps> & { preload: () => Promise<unknown> }

/** The page that the file exports as `name`. The router draws it when it has been fetched. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PageProps>>>,
  name: Name,
): LazyPage {
  const code = lazyModule(() => load().then((file) => file[name]))
  const Page = (props: PageProps) => {
    const Loaded: ComponentType<PageProps> = code.now()!
    return <Loaded {...props} />
  }
  return Object.assign(Page, { preload: code.get })
}

const isPlainClick = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey

/**
 * Within the application; its page is fetched ahead when it is pointed at. Not the router's own link: that marks itself
 * as current by the address asked for, when another page is still shown.
 */
export function Link({ to, onClick, ...rest }: { to: string } & ComponentProps<'a'>) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to, href: to }).catch(() => undefined)
  return (
    <a
      {...rest}
      href={to}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}
