import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px: lists instead of tables, sheets instead of windows, controls for thumbs. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
