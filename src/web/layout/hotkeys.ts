import { useEffect } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isModalOpen = () => document.querySelector('[aria-modal="true"]') !== null

/**
 * Which shortcut of the page frame the event is. Also compares the physical key, so that it works in the Russian
 * layout.
 */
export function frameKey(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  const command = event.ctrlKey || event.metaKey
  if (command && !event.altKey && !event.shiftKey && event.code === 'KeyK') return 'palette'
  if (command || event.altKey) return null
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return 'keys'
  if (event.key === '/' || (event.code === 'Slash' && !event.shiftKey)) return 'search'
  return null
}

/** Ctrl+K works everywhere; «/» and «?» only while nobody types and no window is open. */
export function useFrameKeys(openSearch: () => void, openKeys: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = frameKey(event)
      if (!key || event.defaultPrevented) return
      if (key !== 'palette' && (isTyping(event.target) || isModalOpen())) return
      event.preventDefault()
      if (key === 'keys') openKeys()
      else openSearch()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [openSearch, openKeys])
}
