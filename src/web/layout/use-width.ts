import { useMediaQuery } from '@mantine/hooks'

/** 'phone' below 768 px (drawer), 'rail' below 1440 px (icons), else 'full'. */
export function useWidth(): 'phone' | 'rail' | 'full' {
  const options = { getInitialValueInEffect: false }
  const full = useMediaQuery('(min-width: 1440px)', true, options)
  const phone = useMediaQuery('(max-width: 767px)', false, options)
  return phone ? 'phone' : full ? 'full' : 'rail'
}
