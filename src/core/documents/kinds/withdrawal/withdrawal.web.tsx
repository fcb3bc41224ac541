import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { showCount } from '../../../../web/format'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { fishLine, textsOf, type FieldsProps, type KindWeb, type Values } from '../../fields/form-model.web'
import { LeavingFish, leavingPayload, leavingValues } from '../transfer/transfer.web'
import { HarvestNote } from './harvest-note.web'
import { closesToo, LeftNote } from '../transfer/left-note.web'
import { DispatchFields } from './dispatch-fields.web'
import { keepChoice, lastChoice } from './choices.web'
import { SaleFields } from './sale-fields.web'
import { gapsOf, isSaleTo, reasonsCall, SALE, WORKSHOP } from './withdrawal.contract'

/** Why the fish leave, and to whom. */
function WhereTo(props: FieldsProps) {
  const { t } = useTranslation()
  const { form, row, previewEffect } = props
  const known = useCall(reasonsCall, {}, { staleTime: Infinity }).data?.withdrawal ?? [{ id: SALE, name: 'Продажа' }]
  // a row keeps a reason that is no longer offered
  const own = row ? [{ id: String(row.reason), name: String(row.reason_name) }] : []
  const offered = new Map([...own, ...known].map(({ id, name }) => [id, name]))
  const reasons = [...offered].map(([value, label]) => ({ value, label: t(label) }))
  const mass = previewEffect(form.values).moved
  return (
    <>
      <HarvestNote form={form} />
      <LeftNote {...props} />
      <SelectField
        {...form.getInputProps('reason')}
        onChange={(reason) => form.setFieldValue('reason', reason ?? SALE)}
        label={t('Причина')}
        data={reasons}
      />
      {form.values.reason === WORKSHOP && <DispatchFields {...props} mass={mass} />}
      {form.values.reason === SALE && <SaleFields {...props} mass={mass} />}
    </>
  )
}

const DISPATCH = ['stock_id', 'workshop_weight']
const SALE_TO = ['counterparty_id', 'employee_id', 'price_per_kilogram', 'payment']

/** Values typed for another reason stay in the form and are not sent. */
const sentFor = (values: Values, on: boolean, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, on ? values[key] : null]))

/** Why the fish leave, and to whom, of a stored row or as it was planned. */
const choicesOf = (row: Record<string, unknown> | undefined) => ({
  reason: textsOf(row, 'reason').reason || SALE,
  show_with_counterparty: row?.show_with_counterparty ? '1' : '',
  ...textsOf(row, 'stock_id', ...SALE_TO, 'harvest_row_id'),
})

/** The batch that an answer or a row names. */
const batchOf = ({ batch, batch_name }: Record<string, unknown>) =>
  (batch as { name?: string } | null | undefined)?.name ?? batch_name

export const withdrawalForm: KindWeb = {
  cageTitle: 'Подъём рыбы: {{number}}',
  editTitle: 'Редактирование подъёма рыбы',
  record: 'Записать подъём',
  cageKeys: ['from_id'],
  numberKeys: ['number'],
  initial: (target) => ({
    ...leavingValues(target),
    ...(!target.row && target.preset && textsOf(target.preset, 'generation_id', 'age_category_id', 'count', 'weight')),
    ...choicesOf(target.row ?? target.preset),
    ...(!target.row && lastChoice()),
    ...textsOf(target.row?.workshop_weight_typed ? target.row : undefined, 'workshop_weight'),
  }),
  Fields: LeavingFish,
  Aside: WhereTo,
  opensLocked: true,
  check: gapsOf,
  payload: (values) => ({
    ...leavingPayload(values),
    ...sentFor(values, values.reason === WORKSHOP, DISPATCH),
    ...sentFor(values, isSaleTo(values), ['show_with_counterparty', ...SALE_TO]),
  }),
  also: closesToo,
  saved: keepChoice,
  emptyText: 'Подъемов за указанный период не обнаружено.',
  historyText: (row, t) => `${t(String(row.reason_name))}: ${fishLine(row, t)}`,
  toastText: (row, t) => {
    const lifted = t('подъём {{pieces}} шт', { pieces: showCount(Number(row.count)) })
    const batch = batchOf(row)
    return batch ? `${lifted}, ${t('партия #{{name}}', { name: batch })}` : lifted
  },
}
