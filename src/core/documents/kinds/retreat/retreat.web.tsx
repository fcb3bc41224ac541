import { useTranslation } from 'react-i18next'
import { brieflyKg, toShown } from '../../../../web/ui/fields/decimal-text'
import { showCount, showPercent } from '../../../../web/format'
import { CountField, DecimalField } from '../../../../web/ui/fields/number-fields'
import { Columns } from '../../fields/columns.web'
import { askLoss } from '../../fields/doubts.web'
import { averageText, CalculateLink, useDoubt } from '../../fields/fish-fields.web'
import { averageOf, kgText, readCount, readMg, roundText, take, typedAverage } from '../../fields/fish-math.web'
import {
  chosenGroup,
  fishLine,
  fishTexts,
  stockOf,
  textsOf,
  type Effect,
  type FieldsProps,
  type KindWeb,
  type Settings,
  type Values,
} from '../../fields/form-model.web'
import { mulDiv } from '../../../../shared/numbers'
import { GroupSelect } from '../../fields/group-select.web'

/** Dead fish weigh as their group does, unless a weight may be typed and is. */
const massTaken = (values: Values, stock: { count: number; mass: number }, settings: Settings): number => {
  const typed = settings.weightAllowed ? readMg(values.weight) : null
  const count = readCount(values.count) ?? 0
  return typed ?? (stock.count ? mulDiv(stock.mass, count, stock.count) : 0)
}

function RetreatFields({ form, book, row, settings, shortage }: FieldsProps) {
  const { t } = useTranslation()
  const stock = stockOf(chosenGroup(form.values, book.groups))
  const count = readCount(form.values.count)
  const meant = count && stock.count ? massTaken({ ...form.values, weight: '' }, stock, settings) : null
  const derived = meant === null ? '' : roundText(meant)
  const doubt = useDoubt(
    settings.weightAllowed ? typedAverage(fishTexts(form.values)) : null,
    averageOf(stock),
    settings.unit,
  )
  const share = count && stock.count >= count ? showPercent((count / stock.count) * 100) : null
  const average = stock.count ? averageText(averageOf(stock), settings.unit, t) : null
  return (
    <>
      <GroupSelect form={form} book={book} row={row} />
      <Columns>
        <CountField
          {...form.getInputProps('count')}
          label={t('Количество')}
          error={form.errors.count ?? shortage}
          hint={share && t('{{share}} от поголовья', { share })}
        />
        <DecimalField
          {...form.getInputProps('weight')}
          {...(settings.weightAllowed ? { placeholder: toShown(derived) } : { value: derived })}
          label={t('Общий вес')}
          unit={t('кг')}
          briefly={brieflyKg}
          disabled={!settings.weightAllowed}
          action={
            settings.weightAllowed && (
              <CalculateLink
                label={t('Общий вес')}
                hint={derived ? undefined : t('Сначала введите количество')}
                onClick={() => meant !== null && form.setFieldValue('weight', kgText(meant))}
              />
            )
          }
          warning={doubt}
          hint={average && t('средняя по генерации {{average}}', { average })}
        />
      </Columns>
    </>
  )
}

export const retreatForm: KindWeb = {
  cageTitle: 'Отход: {{number}}',
  editTitle: 'Редактирование отхода',
  cageKeys: ['from_id'],
  numberKeys: ['number'],
  initial: ({ row }) => ({
    ...textsOf(row, 'generation_id', 'age_category_id', 'count'),
    weight: row?.weight_typed ? textsOf(row, 'weight').weight! : '',
  }),
  Fields: RetreatFields,
  asks: [askLoss],
  effects: (values, book, _, settings): Effect[] => {
    const group = chosenGroup(values, book.groups)
    const stock = stockOf(group)
    const count = readCount(values.count)
    const change = group && count ? take(stock, count, massTaken(values, stock, settings)) : null
    return [{ cage: book.cage, group, stock, change }]
  },
  needsFish: true,
  notePlaceholder: 'Причина, место, кто поднял',
  payload: (values, settings) => ({ weight: settings.weightAllowed ? values.weight : '' }),
  emptyText: 'Отходов за указанный период не обнаружено.',
  line: fishLine,
  brief: (row, t) => t('отход {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
