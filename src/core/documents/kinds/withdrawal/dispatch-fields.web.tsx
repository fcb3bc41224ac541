import { useTranslation } from '../../../../web/i18n'
import { brieflyKg, toShown } from '../../../../web/ui/fields/decimal-text'
import { useCall } from '../../../../web/query-client'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { optionsOf, SelectField } from '../../../../web/ui/fields/select-field'
import { useCreators } from '../../../lists/create.web'
import { libraries } from '../../../lists/library.contract'
import { Columns } from '../../fields/columns.web'
import { isFar, roundText, readMg } from '../../fields/fish-math.web'
import type { FieldsProps } from '../../fields/form-model.web'
import { useKnown, withOwn } from './choices.web'

interface Props extends FieldsProps {
  /** mass that leaves the cage, milligrams; null while unknown */
  mass: number | null
}

/** Fish sent to the workshop: the warehouse, and the weight measured there. */
export function DispatchFields({ form, row, mass }: Props) {
  const { t } = useTranslation()
  const stocks = useCall(libraries.stock.list, {}).data
  const offered = withOwn(optionsOf(stocks) ?? [], row?.stock_id, row?.stock)
  useKnown(form, 'stock_id', stocks && offered)
  const weighed = readMg(form.values.workshop_weight)
  const far = weighed !== null && mass !== null && isFar(weighed, mass)
  return (
    <Columns>
      <SelectField
        {...form.getInputProps('stock_id')}
        onChange={(id) => form.setFieldValue('stock_id', id ?? '')}
        label={t('Склад')}
        data={offered}
        hint={form.values.stock_id && t('войдёт в партию этого дня')}
        nothing={t('Сначала создайте склад в справочнике')}
        create={useCreators()('stock')}
      />
      <DecimalField
        {...form.getInputProps('workshop_weight')}
        label={t('Вес в цехе')}
        unit={t('кг')}
        briefly={brieflyKg}
        placeholder={mass === null ? undefined : toShown(roundText(mass))}
        hint={t('если пусто, как общий вес')}
        warning={far ? t('Сильно отличается от общего веса') : undefined}
      />
    </Columns>
  )
}
