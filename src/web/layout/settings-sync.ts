import { useEffect } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { setLanguage } from '../i18n'
import { useUserSettings } from '../session'

/** The person's theme, language and look of tables, on whatever device they sign in. */
export function useSettingsSync(): void {
  const [{ theme, language, 'table-style': tableStyle }] = useUserSettings()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (colorScheme !== theme) setColorScheme(theme)
  }, [theme, colorScheme, setColorScheme])
  useEffect(() => void setLanguage(language), [language])
  useEffect(() => {
    document.documentElement.dataset.tableStyle = tableStyle
  }, [tableStyle])
}
