/**
 * Notices at the bottom of the page: what was done and how to undo it, warnings and errors. Texts have to be translated
 * already.
 */
import { createStore, useStore } from '@mantine/store'
import type { IconName } from './icons'

const SHOWN_S = 5
const LONG_TEXT_S = 8
const LONG_TEXT = 200
const UNDO_S = 8
const MAX_TOASTS = 3

export interface Notice {
  id: number
  tone: 'good' | 'info' | 'warn' | 'danger'
  icon: IconName
  text: string
  /** how long it stays, in seconds; it stays while the pointer or the focus is on it */
  seconds: number
  undo?: () => void
  /** translated: a page that shows what was done */
  link?: { to: string; title: string } | null
}

const notices = createStore<readonly Notice[]>([])
let lastId = 0

export const currentNotices = (): readonly Notice[] => notices.getState()
export const useNotices = (): readonly Notice[] => useStore(notices)

export const dropNotice = (id: number): void =>
  notices.setState(notices.getState().filter((notice) => notice.id !== id))

function show(notice: Omit<Notice, 'id'>): void {
  // a notice with the same text is replaced instead of shown twice
  const others = notices.getState().filter(({ text, undo }) => undo || text !== notice.text)
  notices.setState([...others, { ...notice, id: (lastId += 1) }].slice(-MAX_TOASTS))
}

const secondsFor = (text: string) => (text.length > LONG_TEXT ? LONG_TEXT_S : SHOWN_S)

/**
 * Something was done. With `undo` the notice stays 8 s, counts down and offers to undo; with a `link` it stays as long.
 */
export function notifySuccess(text: string, { undo, link }: Pick<Notice, 'undo' | 'link'> = {}): void {
  show({ tone: 'good', icon: 'check', text, undo, link, seconds: undo || link ? UNDO_S : secondsFor(text) })
}

/** Saved on this device, not yet on the server: without a check mark. */
export const notifyKept = (text: string, { undo }: { undo?: () => void } = {}): void =>
  show({ tone: 'info', icon: 'wifi0', text, undo, seconds: UNDO_S })

/** 5 s, 8 s when the text is longer than 200 characters. */
export const notifyError = (text: string): void =>
  show({ tone: 'danger', icon: 'alert', text, seconds: secondsFor(text) })
/** Done with something to know, or not possible, and why. */
export const notifyWarning = (text: string): void =>
  show({ tone: 'warn', icon: 'alert', text, seconds: secondsFor(text) })
/** Information, neither good nor bad. */
export const notifyInfo = (text: string): void => show({ tone: 'info', icon: 'info', text, seconds: secondsFor(text) })
