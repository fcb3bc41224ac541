import { useState } from 'react'
import { Box, TextInput } from '@mantine/core'
import { useTranslation } from '../../web/i18n'

/** The beginning of an address; Enter or leaving the field applies it. */
export function AddressFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  if (applied !== value) {
    setApplied(value)
    setTyped(value)
  }
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  return (
    <Box w={{ base: '100%', sm: 208 }}>
      <TextInput
        size="xs"
        maxLength={60}
        value={typed}
        placeholder={t('Начало адреса')}
        aria-label={t('Адрес')}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
    </Box>
  )
}
