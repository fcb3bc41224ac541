import { useMediaQuery } from '@mantine/hooks'

const PHONE = '(max-width: 47.99em)'

/** At this moment, outside of what is drawn. */
export const isPhone = (): boolean => window.matchMedia(PHONE).matches

/** Below 768 px: lists instead of tables, sheets instead of windows, controls for thumbs. */
export const usePhone = (): boolean => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
