import { useEffect } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { setLanguage } from '../i18n'
import { useUserSettings } from '../session'

/** The person's theme and language, on whatever device they sign in. */
export function useSettingsSync(): void {
  const [{ theme, language }] = useUserSettings()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (colorScheme !== theme) setColorScheme(theme)
  }, [theme, colorScheme, setColorScheme])
  useEffect(() => void setLanguage(language), [language])
}
