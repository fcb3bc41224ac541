import { groupBy } from '../../../../shared/collections'
import { showDay } from '../../../../shared/dates'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { NoteBox } from '../../../../web/ui/note-box'
import { linesIn } from '../../fields/document-lines.web'
import type { FieldsProps } from '../../fields/form-model.web'
import { cachedGoodOf } from '../../fields/goods.web'
import { productPeriodsCall } from '../../lots/product-periods.contract'

/** Tells of each chosen product whose fish were lifted before the withdrawal period of a medicine was over. */
export function PeriodsOfProducts({ form }: FieldsProps) {
  const { t } = useTranslation()
  const stock = Number(form.values.stock_id)
  const named = linesIn(form.values).flatMap(({ good_id }) => Number(good_id) || [])
  const chosen = [...new Set(named)].sort((a, b) => a - b)
  const asked = { stock_id: stock, goods_id: chosen }
  const { data = [] } = useCall(productPeriodsCall, asked, { enabled: stock > 0 && chosen.length > 0, retry: false })
  const told = [...groupBy(data, ({ good_id }) => good_id)].map(([id, own]) => {
    const cages = own.map(({ cage, medicine, free_on }) =>
      free_on === null
        ? t('садок {{cage}}: {{medicine}}', { cage, medicine })
        : t('садок {{cage}}: {{medicine}}, до ~{{day}}', { cage, medicine, day: showDay(free_on) }),
    )
    return `${cachedGoodOf('workshop_good', String(id))?.name ?? ''} (${[...new Set(cages)].join('; ')})`
  })
  if (told.length === 0) return null
  return (
    <NoteBox kind="warn" icon="pill">
      {t('Продукция из рыбы, поднятой до конца каренции: {{products}}', { products: told.join(', ') })}
    </NoteBox>
  )
}
