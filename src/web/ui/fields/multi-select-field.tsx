import { useState, type ReactNode } from 'react'
import { CheckIcon, Combobox, InputBase, useCombobox } from '@mantine/core'
import { ALL, isAll } from '../../../shared/sheets/filter-words'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { FieldBox, useFrame, type FieldProps } from './field'
import { OptionLine, type Option } from './select-field'
import classes from './multi-select-field.module.css'

export interface MultiSelectFieldProps extends FieldProps<string[], string[]> {
  data: Option[]
  /** the label is inside the control, for toolbars */
  prefix?: string
  size?: 'xs' | 'sm'
}

/** Several options of a list. ['-1'] is [Все]: choosing nothing, or everything, becomes that. */
export function MultiSelectField({
  data,
  prefix,
  size,
  action,
  value = [ALL],
  onChange,
  ...props
}: MultiSelectFieldProps) {
  const { t } = useTranslation()
  const frame = useFrame(props)
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const chosen = isAll(value) ? [] : value
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    onChange?.(id === ALL || next.length === 0 || next.length === data.length ? [ALL] : next)
  }
  const found = data.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <FieldBox action={action}>
      <Combobox store={combobox} onOptionSubmit={toggle} shadow="md" withinPortal>
        <Combobox.Target targetType="button" withExpandedAttribute>
          <InputBase
            {...frame}
            component="button"
            type="button"
            pointer
            size={size}
            aria-label={`${prefix ?? props['aria-label'] ?? named(props.label)} ${summary(chosen, data, t('[Все]'))}`.trim()}
            leftSection={prefix && <span className={classes.prefix}>{prefix}</span>}
            leftSectionWidth={prefix ? 22 + prefix.length * 7.6 : undefined}
            rightSection={<Icon name="down" size={14} />}
            onClick={() => combobox.toggleDropdown()}
          >
            <span className={classes.summary}>{summary(chosen, data, t('[Все]'))}</span>
          </InputBase>
        </Combobox.Target>
        <Combobox.Dropdown miw={200} data-mantine-stop-propagation="true">
          {data.length > 8 && (
            <Combobox.Search
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              placeholder={t('Найти')}
              aria-label={t('Найти')}
            />
          )}
          <Combobox.Options mah={300} style={{ overflowY: 'auto' }}>
            {search === '' && (
              <Choice id={ALL} checked={chosen.length === 0} option={{ value: ALL, label: t('[Все]') }} />
            )}
            {found.map((option) => (
              <Choice
                key={option.value}
                id={String(option.value)}
                checked={chosen.includes(String(option.value))}
                option={option}
              />
            ))}
            {found.length === 0 && search !== '' && <Combobox.Empty>{t('Ничего не найдено')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </FieldBox>
  )
}

/** A control with a name of its own is not called by its label any more. */
const named = (label: ReactNode): string => (typeof label === 'string' ? label : '')

function Choice({ id, checked, option }: { id: string; checked: boolean; option: Option }) {
  return (
    <Combobox.Option value={id} active={checked} className={classes.choice}>
      <span className={classes.check} data-checked={checked || undefined}>
        {checked && <CheckIcon size={10} />}
      </span>
      <OptionLine option={option} label={option.label} />
    </Combobox.Option>
  )
}

function summary(chosen: string[], data: Option[], all: string): string {
  if (chosen.length === 0) return all
  const labels = data.filter((option) => chosen.includes(String(option.value))).map((option) => option.label)
  return labels.length === 0 ? `${chosen.length}` : labels.join(', ')
}
