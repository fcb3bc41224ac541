import { NBSP, showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { useAverageHint } from '../../fields/expected-hint.web'
import { averageText, FishFields } from '../../fields/fish-fields.web'
import { toKg, toMg } from '../../../../shared/numbers'
import { averageOf, typedAverage } from '../../fields/fish-math.web'
import {
  fishTexts,
  sumOf,
  textsOf,
  type CageBalance,
  type FieldsProps,
  type KindWeb,
  type Values,
} from '../../fields/form-model.web'

/** The weighed generations; none means all. Several come only from programs, and an edit keeps them. */
const chosen = (values: Values): string[] =>
  values.generation_id ? [values.generation_id] : (values.generations ?? '').split(',').filter(Boolean)

const weighed = (values: Values, book: CageBalance) => {
  const ids = chosen(values)
  return book.groups.filter((group) => ids.length === 0 || ids.includes(String(group.generation_id)))
}

const ALL_KEY = '-1'
const SEVERAL = 'several'

/** Generation → pieces; a generation in two age categories is weighed as one. */
function generations(book: CageBalance): Map<string, { name: string; count: number }> {
  const found = new Map<string, { name: string; count: number }>()
  for (const { generation_id, generation_name, count } of book.groups) {
    const before = found.get(String(generation_id))?.count ?? 0
    if (count > 0) found.set(String(generation_id), { name: generation_name, count: before + count })
  }
  return found
}

function WeighingFields({ form, book, row, settings }: FieldsProps) {
  const { t } = useTranslation()
  const present = generations(book)
  const own = String(row?.generation_id ?? '')
  if (own && !present.has(own)) present.set(own, { name: String(row?.generation_name), count: 0 })
  const option = ([value, { name, count }]: [string, { name: string; count: number }]) => ({
    value,
    label: name,
    hint: `${showCount(count)}${NBSP}${t('шт')}`,
  })
  const several = form.values.generations?.includes(',')
    ? [{ value: SEVERAL, label: String(row?.generation_name) }]
    : []
  const data = [{ value: ALL_KEY, label: t('[Все]') }, ...several, ...[...present].map(option)]
  const choose = (key: string | null) => {
    if (key !== SEVERAL) form.setValues({ generation_id: key && key !== ALL_KEY ? key : '', generations: '' })
  }
  const groups = weighed(form.values, book)
  const bookMg = averageOf(sumOf(groups))
  return (
    <>
      <SelectField
        {...form.getInputProps('generation_id')}
        label={t('Генерация')}
        data={data}
        value={form.values.generation_id || (form.values.generations ? SEVERAL : ALL_KEY)}
        onChange={choose}
      />
      <FishFields
        form={form}
        bookMg={bookMg}
        settings={settings}
        countHint={t('взвешено рыб')}
        averageHint={useAverageHint({ book, groups, bookMg, unit: settings.unit })}
      />
    </>
  )
}

/** Records of the system (without a user) are hidden by default. */
export const weighingForm: KindWeb = {
  cageTitle: 'Навеска: {{number}}',
  editTitle: 'Редактирование навески',
  record: 'Записать навеску',
  cageKeys: ['cage_id'],
  numberKeys: ['cage_number'],
  initial: ({ row }) => textsOf(row, 'generation_id', 'generations', 'count', 'avg_weight', 'weight'),
  payload: (values) => ({ generations: chosen(values) }),
  Fields: WeighingFields,
  rows: () => ['average', 'mass'],
  opensLocked: true,
  check: (values): Record<string, string> =>
    typedAverage(fishTexts(values)) === null ? { avg_weight: 'Введите навеску или количество и общий вес' } : {},
  emptyText: 'Навесок за указанный период не обнаружено.',
  unsavedRow: (values) => ({ avg_weight: toKg(typedAverage(fishTexts(values)) ?? 0) }),
  historyText: (row, t, unit) => {
    const average = averageText(toMg(Number(row.avg_weight)), unit, t)
    return row.count === null
      ? average
      : t('{{average}}, проба {{pieces}} шт', { average, pieces: showCount(Number(row.count)) })
  },
  toastText: (row, t, unit) =>
    t('навеска {{average}}', { average: averageText(toMg(Number(row.avg_weight)), unit, t) }),
}
