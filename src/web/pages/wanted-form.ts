/** A link that opens a page with the form of a new row: asked for before the page is there. */
import { useEffect } from 'react'
import { createStore, useStore } from '@mantine/store'

const wanted = createStore<{ list: string | null }>({ list: null })

/** @param list path of the call whose rows the page shows */
export const wantForm = (list: string): void => wanted.setState({ list })

/** Opens the form once, when it was asked for. */
export function useWantedForm(list: string, open: () => unknown): void {
  const asked = useStore(wanted).list === list
  useEffect(() => {
    if (!asked) return
    wanted.setState({ list: null })
    open()
  }, [asked])
}
