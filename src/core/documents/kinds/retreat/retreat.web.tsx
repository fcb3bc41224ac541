import { useTranslation } from '../../../../web/i18n'
import { brieflyKg, toShown } from '../../../../web/ui/fields/decimal-text'
import { showCount, showPercent } from '../../../../web/format'
import { CountField, DecimalField } from '../../../../web/ui/fields/number-fields'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { useCreators } from '../../../lists/create.web'
import { Columns } from '../../fields/columns.web'
import { averageText, CalculateLink, useDoubt } from '../../fields/fish-fields.web'
import { averageOf, kgText, readCount, roundText, typedAverage } from '../../fields/fish-math.web'
import {
  chosenGroup,
  fishLine,
  fishTexts,
  stockOf,
  textsOf,
  type FieldsProps,
  type KindWeb,
} from '../../fields/form-model.web'
import { GroupSelect } from '../../fields/group-select.web'
import { useLossCauses } from '../../fields/loss-causes.web'

function CauseSelect({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation()
  const { all, none } = useLossCauses()
  const creators = useCreators()
  return (
    <SelectField
      {...form.getInputProps('loss_cause_id')}
      onChange={(id) => form.setFieldValue('loss_cause_id', id ?? '')}
      label={t('Причина')}
      data={all}
      clearable
      placeholder={none}
      create={creators('loss_cause')}
    />
  )
}

function RetreatFields({ form, book, row, settings, shortage, previewEffect }: FieldsProps) {
  const { t } = useTranslation()
  const stock = stockOf(chosenGroup(form.values, book.groups))
  const count = readCount(form.values.count)
  const meant = previewEffect({ ...form.values, weight: '' }).moved
  const derived = meant === null ? '' : roundText(meant)
  const warning = useDoubt(
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
          warning={warning}
          hint={average && t('навеска по генерации {{average}}', { average })}
        />
      </Columns>
      <CauseSelect form={form} />
    </>
  )
}

export const retreatForm: KindWeb = {
  cageTitle: 'Отход: {{number}}',
  editTitle: 'Редактирование отхода',
  record: 'Записать отход',
  cageKeys: ['from_id'],
  numberKeys: ['number'],
  initial: ({ row }) => ({
    ...textsOf(row, 'generation_id', 'age_category_id', 'count', 'loss_cause_id'),
    weight: row?.weight_typed ? textsOf(row, 'weight').weight! : '',
  }),
  Fields: RetreatFields,
  notePlaceholder: 'Место, кто поднял',
  payload: (values, settings) => ({ weight: settings.weightAllowed ? values.weight : '' }),
  emptyText: 'Отходов за указанный период не обнаружено.',
  historyText: fishLine,
  toastText: (row, t) => t('отход {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
