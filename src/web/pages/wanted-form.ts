/** A link that opens a page with the form of a new row: asked for before the page is there. */
import { useEffect } from 'react'
import { createStore, useStore } from '@mantine/store'
import { navigate, useShownPathname } from '../router/address'

const wanted = createStore<{ page: string | null }>({ page: null })

/** @param page its address, of `hrefOf` */
export function openWithForm(page: string): void {
  wanted.setState({ page })
  navigate(page)
}

/** Opens the form of this page once, when it was asked for. */
export function useWantedForm(open: () => unknown): void {
  // the page before stays until this one is there, and must not take the form for its own
  const here = useShownPathname()
  const asked = useStore(wanted).page === here
  useEffect(() => {
    if (!asked) return
    wanted.setState({ page: null })
    open()
  }, [asked])
}
