import { useBlocker } from '@tanstack/react-router'

/**
 * While a modal is open, leaving the page (a link, the back button) closes the modal instead. A query with `force` passes;
 * so does a page that only rewrites its own query, as a filter does.
 */
export function useModalGuard(opened: boolean, close: () => void): void {
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next, action }) => {
      if ('force' in (next.search as Record<string, unknown>)) return false
      const ownQuery = next.pathname === current.pathname && (action === 'PUSH' || action === 'REPLACE')
      if (ownQuery) return false
      close()
      return true
    },
  })
}
