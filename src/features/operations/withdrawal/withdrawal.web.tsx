import { useTranslation } from 'react-i18next'
import { useCall } from '../../../web/query-client'
import { showCount } from '../../../web/format'
import { SelectField } from '../../../web/ui/fields/select-field'
import { textsOf, type FieldsProps, type KindWeb } from '../form-model.web'
import { reasonsCall } from './withdrawal.contract'
import { LeavingFish, leaving, leavingPayload, leavingValues } from '../transfer/transfer.web'

function WithdrawalFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { form, row } = props
  const known = useCall(reasonsCall, {}, { staleTime: Infinity }).data?.withdrawal ?? [{ id: 'sale', name: 'Продажа' }]
  // a reason that is no longer offered stays with its row
  const own = row ? [{ id: String(row.reason), name: String(row.reason_name) }] : []
  const offered = new Map([...own, ...known].map(({ id, name }) => [id, name]))
  const reasons = [...offered].map(([value, label]) => ({ value, label: t(label) }))
  return (
    <>
      <LeavingFish {...props} />
      <SelectField
        {...form.getInputProps('reason')}
        onChange={(reason) => form.setFieldValue('reason', reason ?? 'sale')}
        label={t('Причина')}
        data={reasons}
      />
    </>
  )
}

export const withdrawalForm: KindWeb = {
  editTitle: 'Редактирование подъёма рыбы',
  cageKeys: ['from_id'],
  numberKeys: ['number'],
  initial: (target) => ({ ...leavingValues(target), reason: textsOf(target.row, 'reason').reason || 'sale' }),
  Fields: WithdrawalFields,
  effects: (values, book) => [leaving(values, book)],
  needsFish: true,
  payload: leavingPayload,
  emptyText: 'Подъемов за указанный период не обнаружено.',
  brief: (row, t) => t('подъём {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
