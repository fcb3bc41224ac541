import { useEffect } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { setLanguage } from '../i18n'
import { useUserSettings } from '../session'

/** Applies the user's theme, language and table style on whatever device they sign in. */
export function useSettingsSync(): void {
  const [{ theme, language, 'table-style': tableStyle }] = useUserSettings()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (colorScheme !== theme) setColorScheme(theme)
  }, [theme, colorScheme, setColorScheme])
  useEffect(() => void setLanguage(language), [language])
  useEffect(() => {
    // naming what is usual would make the browser look up the styles of all cells once more
    if (tableStyle === 'default') delete document.documentElement.dataset.tableStyle
    else document.documentElement.dataset.tableStyle = tableStyle
  }, [tableStyle])
}
