import { useEffect, useRef } from 'react'
import { Box, Input } from '@mantine/core'
import { fcr } from '../../../../shared/fish/growth'
import { type TFunction, useTranslation } from '../../../../web/i18n'
import { toShown } from '../../../../web/ui/fields/decimal-text'
import { NBSP, showAmount } from '../../../../web/format'
import { ChoiceButtons } from '../../../../web/ui/fields/choice-buttons'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { withRate, withVolume } from '../../fields/feed-rate.web'
import { toKg } from '../../../../shared/numbers'
import { sumOf, textsOf, type FieldsProps, type KindWeb, type Values } from '../../fields/form-model.web'
import { GivenFields, GoodsBalance } from '../../fields/given-fields.web'
import { remember } from '../../fields/goods.web'
import { lastFed } from '../../recent/recent.web'

const feed = { goodKey: 'feed_type_id', nameKey: 'feed_type', type: 'feed' } as const
const APPETITES = ['1', '2', '3', '4', '5']

/**
 * The amount and its share of the biomass at the chosen instant: each is computed from the other; the amount is stored.
 */
function useRate({ form, book, row }: FieldsProps) {
  const biomass = toKg(sumOf(book.groups).mass)
  const { volume = '', rate = '' } = form.values
  const last = useRef(0)
  const stored = textsOf(row, 'volume', 'rate')
  const untouched = row !== undefined && volume === stored.volume && rate === stored.rate
  const { setValues } = form
  useEffect(() => {
    if (biomass === 0 || last.current === biomass) return
    last.current = biomass
    // a stored row keeps its rate until it is changed
    if (untouched) return
    if (volume !== '') setValues(withVolume(volume, biomass))
    else if (rate !== '') setValues(withRate(rate, biomass))
  }, [biomass, volume, rate, untouched, setValues])
  const set = (values: Values) => {
    form.setValues(values)
    form.clearFieldError('volume')
  }
  return {
    /** the rate of the amount, when nobody typed a rate */
    meant: withVolume(volume, biomass).rate,
    onVolume: (text: string) => set(withVolume(text, biomass)),
    onRate: (text: string) => set(biomass === 0 ? { rate: text } : withRate(text, biomass)),
  }
}

function FeedingFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { form } = props
  const { meant, onVolume, onRate } = useRate(props)
  return (
    <>
      <GivenFields
        {...props}
        {...feed}
        memory={lastFed(Number(form.values.cage_id))}
        label={t('Корм')}
        volumeLabel={t('Количество')}
        nothing={t('Сначала создайте корм на складе')}
        onVolume={onVolume}
        beside={
          <DecimalField
            {...form.getInputProps('rate')}
            onChange={onRate}
            label={t('% от биомассы')}
            unit="%"
            placeholder={toShown(meant)}
          />
        }
      />
      <Input.Wrapper
        label={t('Аппетит')}
        description={t('1 не берёт, 5 жадно')}
        error={form.errors.appetite}
        labelElement="div"
      >
        <Box mt={4}>
          <ChoiceButtons
            label={t('Аппетит')}
            path="appetite"
            value={form.values.appetite ?? ''}
            options={APPETITES}
            onChange={(chosen) => form.setFieldValue('appetite', chosen === form.values.appetite ? '' : chosen)}
          />
        </Box>
      </Input.Wrapper>
    </>
  )
}

/** «КК 1,16 при 6,4 °C»: feed for a kilogram of the growth that it gave. */
function grownText(row: Record<string, unknown>, t: TFunction): string | null {
  const [volume, growth, temperature] = [row.volume, row.growth, row.temperature] as (number | null)[]
  const ratio = fcr(volume ?? 0, growth ?? 0)
  if (ratio === null || temperature === null) return null
  return t('КК {{ratio}} при {{temperature}} °C', {
    ratio: showAmount(Math.round(ratio * 100) / 100),
    temperature: showAmount(temperature ?? 0),
  })
}

export const feedingForm: KindWeb = {
  cageTitle: 'Кормление: {{number}}',
  editTitle: 'Редактирование кормления',
  record: 'Записать кормление',
  cageKeys: ['cage_id'],
  numberKeys: ['number'],
  initial: ({ row, cageId, preset }) => {
    const { good = '', stock = '' } = lastFed(cageId)
    const of = row ?? preset
    return {
      ...(of ? textsOf(of, 'feed_type_id', 'stock_id') : { feed_type_id: good, stock_id: stock }),
      ...textsOf(of, 'volume', 'rate', 'appetite'),
    }
  },
  Fields: FeedingFields,
  Balance: (props) => <GoodsBalance {...props} {...feed} />,
  saved: (row) =>
    remember('feeding', Number(row.cage_id), {
      good: String(row.feed_type_id),
      goodName: String(row.feed_type),
      stock: String(row.stock_id),
      stockName: String(row.stock),
    }),
  emptyText: 'Кормлений за указанный период не обнаружено.',
  historyText: (row, t) =>
    [`${String(row.feed_type)}, ${showAmount(Number(row.volume))}${NBSP}${t('кг')}`, grownText(row, t)]
      .filter(Boolean)
      .join(', '),
  toastText: (row, t) => t('кормление {{volume}} кг', { volume: showAmount(Number(row.volume)) }),
}
