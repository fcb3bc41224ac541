import { Box } from '@mantine/core'
import { useTranslation } from '../../web/i18n'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { SelectField } from '../../web/ui/fields/select-field'

interface FilterSelectProps {
  /** translated, as the labels */
  title: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** One of several, or all. */
export function FilterSelect({ title, options, value, onChange }: FilterSelectProps) {
  const { t } = useTranslation()
  return (
    <Box w={{ base: '100%', sm: 208 }}>
      <SelectField
        prefix={title}
        size="xs"
        data={[{ value: ALL, label: t('[Все]') }, ...options]}
        value={value}
        onChange={(chosen) => onChange(chosen ?? ALL)}
      />
    </Box>
  )
}
