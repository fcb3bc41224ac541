import { useEffect } from 'react'
import { listenToCalls } from '../../../web/api'
import { createWindowHost } from '../../../web/ui/overlay/window-host'

export interface PasswordAsked {
  /** false when the window was closed without it */
  onAnswer: (confirmed: boolean) => void
}

const passwords = createWindowHost<PasswordAsked>(() =>
  import('./password-window.web').then(({ PasswordWindow }) => PasswordWindow),
)

let asking: Promise<boolean> | null = null

/** One question, however many calls need the password. */
const ask = () =>
  (asking ??= new Promise<boolean>((onAnswer) => passwords.open({ onAnswer })).finally(() => (asking = null)))

/** Asks for the password above any page; mounted once in the layout. */
export function PasswordHost() {
  useEffect(() => listenToCalls({ passwordNeeded: ask }), [])
  return <passwords.Host />
}
