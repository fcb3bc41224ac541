/** The session has ended while a page is open: the user signs in above it, and nothing on it is lost. */
import { createStore, useStore } from '@mantine/store'

const signedOut = createStore({ yes: false })

export function setSignedOut(next: boolean): void {
  if (signedOut.getState().yes !== next) signedOut.setState({ yes: next })
}

export const isSignedOut = (): boolean => signedOut.getState().yes

export const useSignedOut = (): boolean => useStore(signedOut).yes
