import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { usePhone } from '../use-phone'
import { brieflyAverage, cleanDecimal, cleanSigned, gramsToKg, kgToGrams, toShown, toText } from './decimal-text'
import { FieldBox, Unit, useFrame, type FieldProps } from './field'
import { useTyping } from './use-typing'
import classes from './field.module.css'

type NumberValue = string | number | null | undefined

export interface DecimalFieldProps extends FieldProps<NumberValue> {
  /** shown inside the field at the right */
  unit?: string
  /** most digits after the comma, 6 by default */
  decimals?: number
  /** arrow keys, and − + buttons on a phone, change the value by this */
  step?: number
  /** may be negative, as a temperature */
  signed?: boolean
  /** takes the place of the unit: the kg/g switch */
  end?: ReactNode
  /** formats a value that was not typed here; the value itself is unchanged */
  briefly?: (value: string) => string
}

/**
 * A decimal, ≥ 0 unless `signed`. Both comma and point work. The value is text with a point ('' for none), so nothing
 * is rounded.
 */
export function DecimalField({ unit, decimals = 6, step, signed, end, action, briefly, ...props }: DecimalFieldProps) {
  const frame = useFrame(props)
  const typing = useTyping()
  const thumbs = usePhone() && step !== undefined
  const [typed, setTyped] = useState('')
  const value = toText(props.value)
  const change = (text: string) => {
    const next = signed ? cleanSigned(text, decimals) : cleanDecimal(text, decimals)
    setTyped(next)
    props.onChange?.(next)
  }
  const stepBy = (direction: number) => {
    const next = Math.max(0, (Number(value) || 0) + direction * (step ?? 0))
    change(toText(Number(next.toFixed(decimals))))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    typing.onKeyDown(event)
    if (!step || props.readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1)
  }
  const button = (direction: -1 | 1) => (
    <StepButton direction={direction} onClick={() => stepBy(direction)} disabled={props.disabled || props.readOnly} />
  )
  return (
    <FieldBox action={action} className={thumbs ? classes.stepped : undefined}>
      <TextInput
        {...frame}
        label={thumbs && unit ? `${props.label}, ${unit}` : props.label}
        // a phone's keypad has no minus
        inputMode={signed ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        classNames={{ input: classes.number }}
        value={toShown(briefly && value !== typed ? briefly(value) : value)}
        onChange={(event) => change(typing.read(event))}
        onFocus={(event) => {
          typing.onFocus(event)
          props.onFocus?.(event)
        }}
        onBlur={props.onBlur}
        onKeyDown={onKeyDown}
        leftSection={thumbs ? button(-1) : undefined}
        leftSectionPointerEvents="all"
        rightSectionPointerEvents={thumbs || end ? 'all' : 'none'}
        rightSection={thumbs ? button(1) : (end ?? (unit && <Unit>{unit}</Unit>))}
        rightSectionWidth={thumbs ? 48 : end ? 72 : unit ? unitWidth(unit) : undefined}
        leftSectionWidth={thumbs ? 48 : undefined}
      />
    </FieldBox>
  )
}

const unitWidth = (unit: string) => 18 + unit.length * 8

/** Whole pieces. Arrow keys step by one. */
export function CountField(props: Omit<DecimalFieldProps, 'decimals'>) {
  const { t } = useTranslation()
  return <DecimalField unit={t('шт')} step={1} {...props} decimals={0} />
}

function StepButton({ direction, onClick, disabled }: { direction: -1 | 1; onClick: () => void; disabled?: boolean }) {
  const { t } = useTranslation()
  const label = direction < 0 ? t('Меньше') : t('Больше')
  return (
    <UnstyledButton className={classes.step} tabIndex={-1} aria-label={label} onClick={onClick} disabled={disabled}>
      <Icon name={direction < 0 ? 'minus' : 'plus'} size={22} />
    </UnstyledButton>
  )
}

export interface AverageFieldProps extends FieldProps<NumberValue> {
  unit: 'kg' | 'g'
  /** without it the unit is fixed */
  onUnit?: (unit: 'kg' | 'g') => void
}

/** Average weight. The value is text in kg; people see and type it in the chosen unit. */
export function AverageField({ unit, onUnit, value, onChange, ...props }: AverageFieldProps) {
  const { t } = useTranslation()
  const kg = toText(value)
  // '452,' and '452' in grams are both 0.452 kg: the typed text stays as long as it means the value
  const [typed, setTyped] = useState({ text: '', kg: '', unit })
  const current = typed.kg === kg && typed.unit === unit ? typed.text : unit === 'g' ? kgToGrams(kg) : kg
  const change = (text: string) => {
    const next = unit === 'g' ? gramsToKg(text) : text
    setTyped({ text, kg: next, unit })
    onChange?.(next)
  }
  // digits typed before the switch were meant in the new unit: «4500» stays 4500
  const turn = (next: 'kg' | 'g') => {
    onUnit?.(next)
    if (typed.kg !== kg || typed.text === '') return
    const read = next === 'g' ? gramsToKg(typed.text) : typed.text
    setTyped({ text: typed.text, kg: read, unit: next })
    onChange?.(read)
  }
  return (
    <DecimalField
      {...props}
      value={current}
      onChange={change}
      briefly={(text) => brieflyAverage(text, unit)}
      decimals={unit === 'g' ? 3 : 6}
      unit={unit === 'g' ? t('г') : t('кг')}
      end={onUnit && <UnitSwitch unit={unit} onUnit={turn} disabled={props.disabled} />}
    />
  )
}

function UnitSwitch({
  unit,
  onUnit,
  disabled,
}: Required<Pick<AverageFieldProps, 'unit' | 'onUnit'>> & { disabled?: boolean }) {
  const { t } = useTranslation()
  const names = { kg: t('кг'), g: t('г') }
  return (
    <UnstyledButton
      className={classes.units}
      disabled={disabled}
      onClick={() => onUnit(unit === 'kg' ? 'g' : 'kg')}
      aria-label={t('Единица навески: {{unit}}. Сменить', { unit: names[unit] })}
    >
      <span data-on={unit === 'kg' || undefined}>{names.kg}</span>
      <span data-on={unit === 'g' || undefined}>{names.g}</span>
    </UnstyledButton>
  )
}
