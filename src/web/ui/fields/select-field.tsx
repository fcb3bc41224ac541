import { useRef, type ReactNode } from 'react'
import { Select, type OptionsFilter } from '@mantine/core'
import { unarchived } from '../../../shared/collections'
import { holdsWords } from './names'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { CagePill } from '../cage-pill'
import { FieldBox, useFrame, type FieldProps } from './field'
import classes from './field.module.css'

export interface Option {
  value: string | number
  label: string
  /** shown at the right end of the option: «11 242 шт» */
  hint?: string
  /** a second name it is found by: its code */
  alias?: string | null
  /** the label is a cage number of this colour */
  color?: number
  disabled?: boolean
  /** archived: shown where it is already chosen, but not offered */
  archived?: boolean
}

/** Rows as options; archived ones are not offered. */
export const optionsOf = (rows: readonly { id: number; name: string; archived: boolean }[] | undefined) =>
  rows && unarchived(rows).map(({ id, name }) => ({ value: id, label: name }))

/** «+ Создать генерацию», the last option of the list. */
export interface CreateOption {
  /** translated */
  title: string
  /** gets the typed search text; `choose` takes the id of the new row */
  run: (typed: string, choose: (id: number) => void) => void
}

export interface SelectFieldProps extends FieldProps<string | number | null | undefined, string | null> {
  data: Option[]
  /** may be empty: no choice is shown as [Не выбрано] */
  clearable?: boolean
  /** shown instead of an empty list: the next step */
  nothing?: ReactNode
  /** for lists that this user may add to */
  create?: CreateOption
  /** the label is inside the control, for toolbars */
  prefix?: string
  size?: 'xs' | 'sm'
  /** renders its list only when opened: for a table with a select in each line */
  lazy?: boolean
  /** mounted with the focus, or with its list open as well */
  begins?: 'focused' | 'opened'
}

/** A longer hint is shown only in the list: beside the chosen label there is no room for it. */
const SHORT_HINT = 12

/** One option of a list, found by typing. Emits the id as text, null for none. */
export function SelectField({
  data: known,
  clearable,
  nothing,
  create,
  prefix,
  size,
  lazy = false,
  begins,
  action,
  ...props
}: SelectFieldProps) {
  const { t } = useTranslation()
  const frame = useFrame(props)
  const value = props.value === null || props.value === undefined ? null : String(props.value)
  const data = known.filter((option) => !option.archived || String(option.value) === value)
  const options = new Map(data.map((option) => [String(option.value), option]))
  const chosen = value === null ? undefined : options.get(value)
  const typed = useRef('')
  const clears = clearable && chosen !== undefined
  const hint = chosen?.hint && chosen.hint.length <= SHORT_HINT ? chosen.hint : undefined
  return (
    <FieldBox action={action}>
      <Select
        {...frame}
        size={size}
        autoFocus={begins !== undefined}
        defaultDropdownOpened={begins === 'opened'}
        aria-label={props['aria-label'] ?? prefix}
        data={[
          ...data.map((option) => ({ value: String(option.value), label: option.label, disabled: option.disabled })),
          ...(create ? [{ value: NEW, label: create.title }] : []),
        ]}
        filter={finding(options)}
        onSearchChange={(search) => void (typed.current = search)}
        value={chosen ? value : null}
        onChange={(next) =>
          next === NEW
            ? create?.run(newName(typed.current, chosen), (id) => props.onChange?.(String(id)))
            : props.onChange?.(next)
        }
        onFocus={(event) => {
          event.currentTarget.select()
          props.onFocus?.(event)
        }}
        onBlur={props.onBlur}
        searchable={!props.readOnly}
        // Enter chooses the first match, even when the options load after the typing
        selectFirstOptionOnChange={data.length > 0}
        selectFirstOptionOnDropdownOpen={!chosen}
        openOnFocus={false}
        clearable={clearable}
        allowDeselect={clearable ?? false}
        placeholder={props.placeholder ?? t('[Не выбрано]')}
        nothingFoundMessage={data.length === 0 && nothing ? nothing : t('Ничего не найдено')}
        leftSection={prefix && <span className={classes.prefix}>{prefix}</span>}
        leftSectionWidth={prefix ? 22 + prefix.length * 7.6 : undefined}
        // «clear» would show an arrow of the library's in place of ours
        clearSectionMode={clears ? 'clear' : 'rightSection'}
        rightSection={<Chevron hint={hint} />}
        rightSectionWidth={hint && !clears ? 36 + hint.length * 8.8 : undefined}
        maxDropdownHeight={320}
        // in a table the column may be narrower than the options
        styles={lazy ? { dropdown: { minWidth: 360 } } : undefined}
        // rendered at once, since the first match is chosen from rendered options
        comboboxProps={{ shadow: 'md', transitionProps: { duration: 0 }, keepMounted: !lazy }}
        renderOption={({ option }) =>
          option.value === NEW ? (
            <NewLine title={option.label} />
          ) : (
            <OptionLine option={options.get(option.value)} label={option.label} />
          )
        }
      />
    </FieldBox>
  )
}

/** No id of a row. */
const NEW = '+'

/**
 * Matches by words: «6мм» finds «Корм 6 мм», a Latin letter its Cyrillic twin. The option that creates a row stays
 * last.
 */
const finding =
  (known: ReadonlyMap<string, Option>): OptionsFilter =>
  ({ options, search }) => {
    const wanted = search.trim().toLowerCase()
    const finds = (value: string, label: string) => {
      const name = [label, known.get(value)?.alias].filter(Boolean).join(' ')
      return name.toLowerCase().includes(wanted) || holdsWords(name, wanted)
    }
    return options.filter((one) => 'value' in one && (one.value === NEW || finds(one.value, one.label)))
  }

/** The search text for a row that does not exist; not the label of the chosen option. */
const newName = (typed: string, chosen: Option | undefined) => (typed === chosen?.label ? '' : typed.trim())

const NewLine = ({ title }: { title: string }) => (
  <span className={classes.create}>
    <Icon name="plus" size={16} />
    <span>{title}</span>
  </span>
)

const Chevron = ({ hint }: { hint?: string }) => (
  <span className={classes.chevron}>
    {hint && <span>{hint}</span>}
    <Icon name="down" size={14} />
  </span>
)

export const OptionLine = ({ option, label }: { option?: Option; label: string }) => (
  <span className={classes.option}>
    {option?.color ? <CagePill number={label} color={option.color} /> : <span>{label}</span>}
    {option?.hint && <span className={classes.optionHint}>{option.hint}</span>}
  </span>
)
