import { useEffect } from 'react'
import { Anchor, Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { averageWarnings } from '../../../shared/ledger/warnings'
import { NBSP, showAverage } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCompanySettings } from '../../../web/session'
import { brieflyKg } from '../../../web/ui/fields/decimal-text'
import { AverageField, CountField, DecimalField } from '../../../web/ui/fields/number-fields'
import { Columns } from './columns.web'
import { toKg } from '../../../shared/numbers'
import { agree, averageOf, calculate, follow, isOff, readMg, typedAverage, type FishKey } from './fish-math.web'
import { fishTexts, type FieldsProps, type Settings, type Values, type WeightUnit } from './form-model.web'

type Form = UseFormReturnType<Values>

interface CalculateProps {
  form: Form
  of: FishKey
  /** the computed field, for screen readers: «Количество» */
  label: string
}

const needed: Record<FishKey, string> = {
  count: 'Сначала введите навеску и общий вес',
  avg_weight: 'Сначала введите количество и общий вес',
  weight: 'Сначала введите количество и навеску',
}

/** «рассчитать»: fills the field from the other two. */
function Calculate({ form, of, label }: CalculateProps) {
  const { t } = useTranslation()
  const value = calculate(of, fishTexts(form.values))
  return (
    <CalculateLink
      label={label}
      hint={value === null ? t(needed[of]) : undefined}
      onClick={() => value !== null && form.setFieldValue(of, value)}
    />
  )
}

interface CalculateLinkProps {
  label: string
  /** why nothing can be computed yet */
  hint?: string
  /** translated; «рассчитать» by default */
  text?: string
  onClick: () => void
}

export function CalculateLink({ label, hint, text, onClick }: CalculateLinkProps) {
  const { t } = useTranslation()
  const words = text ?? t('рассчитать')
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      title={hint}
      aria-disabled={hint !== undefined}
      aria-label={`${words}: ${label}`}
      c={hint ? 'var(--text-3)' : undefined}
      underline={hint ? 'never' : 'hover'}
      style={hint ? { cursor: 'default' } : undefined}
      onClick={onClick}
    >
      {words}
    </Anchor>
  )
}

/** «452 г», «0,4520 кг». */
export const averageText = (mg: number, unit: WeightUnit, t: (key: string) => string): string =>
  `${showAverage(toKg(mg), unit)}${NBSP}${t(unit === 'g' ? 'г' : 'кг')}`

/** «4 500 г? Ожидалось 452 г»: a warning that does not prevent saving. */
export function useDoubt(averageMg: number | null, bookMg: number, unit: WeightUnit): string | undefined {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  if (averageMg === null || averageWarnings(averageMg, bookMg, bookMg, settings).length === 0) return undefined
  const texts = { typed: averageText(averageMg, unit, t), expected: averageText(bookMg, unit, t) }
  return t('{{typed}}? Ожидалось {{expected}}', texts)
}

/** «учётная 452 г» under an average. */
export function useBookHint(bookMg: number, unit: WeightUnit): string | undefined {
  const { t } = useTranslation()
  return bookMg ? t('учётная {{average}}', { average: averageText(bookMg, unit, t) }) : undefined
}

interface Props {
  form: Form
  /** average weight in the book, 0 when unknown */
  bookMg: number
  settings: Settings
  shortage?: string | null
  countHint?: string
  averageHint?: string
}

/** Count, average and total weight: two of them give the third. */
export function FishFields({ form, bookMg, settings, shortage, countHint, averageHint }: Props) {
  const { t } = useTranslation()
  const texts = fishTexts(form.values)
  const average = typedAverage(texts)
  const warning = useDoubt(average, bookMg, settings.unit)
  const atAverage = texts.avg_weight !== ''
  const contradicts =
    readMg(texts.avg_weight) !== null && average !== null && readMg(texts.weight) !== null && !agree(texts)
  const field = (key: FishKey) => ({
    ...form.getInputProps(key),
    onChange: (value: string) => {
      form.setValues(follow(fishTexts(form.values), key, value))
      form.clearFieldError(key)
    },
  })
  const outvoted =
    contradicts && t('Запишется общий вес: навеска {{average}}', { average: averageText(average, settings.unit, t) })
  return (
    <>
      <Columns>
        <CountField
          {...field('count')}
          label={t('Количество')}
          action={<Calculate form={form} of="count" label={t('Количество')} />}
          error={form.errors.count ?? shortage}
          hint={countHint}
        />
        <DecimalField
          {...field('weight')}
          label={t('Общий вес')}
          unit={t('кг')}
          briefly={brieflyKg}
          action={<Calculate form={form} of="weight" label={t('Общий вес')} />}
          warning={outvoted || (atAverage ? undefined : warning)}
        />
      </Columns>
      <AverageField
        {...field('avg_weight')}
        label={t('Навеска')}
        unit={settings.unit}
        onUnit={settings.setUnit}
        action={<Calculate form={form} of="avg_weight" label={t('Навеска')} />}
        warning={atAverage ? warning : undefined}
        hint={averageHint}
      />
    </>
  )
}

interface SelectionProps {
  form: Form
  previewEffect: FieldsProps['previewEffect']
  unit: WeightUnit
  /** the stored answer of an edited row; null for a new one */
  stored: string | null
  block: FieldsProps['block']
}

/** Asks whether the catch was a fair sample, when its average would change what is known of the remaining fish. */
export function SelectionField({ form, previewEffect, unit, stored, block }: SelectionProps) {
  const { t } = useTranslation()
  const texts = fishTexts(form.values)
  const average = typedAverage(texts)
  const [leaving] = previewEffect(form.values).changes
  const off = average !== null && leaving !== undefined && isOff(average, averageOf(leaving.stock))
  // a stored answer stays visible, even if the book average has come closer since
  const asked = (off || (average !== null && stored === 'representative')) && (leaving?.change?.after.count ?? 0) > 0
  const { setFieldValue } = form
  useEffect(() => {
    // an answer to a question that is no longer asked must not be sent
    if (!asked) setFieldValue('selection', stored ?? '')
  }, [asked, stored, setFieldValue])
  const chosen = form.values.selection || (stored === null ? '' : 'graded')
  const open = asked && chosen === ''
  useEffect(() => block(open ? t('Выберите, что это за рыба') : null), [open, block, t])
  if (!asked) return null
  const rest = (representative: boolean) => {
    const selection = representative ? 'representative' : 'graded'
    const after = previewEffect({ ...form.values, selection }).changes[0]?.change?.after ?? { count: 0, mass: 0 }
    return t('У остатка станет {{average}}.', { average: averageText(averageOf(after), unit, t) })
  }
  return (
    <Radio.Group
      {...form.getInputProps('selection')}
      value={chosen}
      label={off ? t('Навеска заметно отличается от учётной. Что это за рыба?') : t('Что это за рыба?')}
    >
      <Stack gap={8} mt={8}>
        <Radio
          value="graded"
          label={t('Отсортированная')}
          description={`${t('Рыба крупнее или мельче остальной: у остатка своя навеска, по разности массы.')} ${rest(false)}`}
        />
        <Radio
          value="representative"
          label={t('Обычная, как вся группа')}
          description={`${t('Навеска верна для всей группы: сначала её получит вся группа, потом рыба уйдёт.')} ${rest(true)}`}
        />
      </Stack>
    </Radio.Group>
  )
}
