import { useState } from 'react'
import { NBSP, showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { CountField } from '../../../../web/ui/fields/number-fields'
import { signed } from '../../fields/balance.web'
import { readCount } from '../../fields/fish-math.web'
import { groupKey, type CageBalance, type FieldsProps, type KindWeb, type Values } from '../../fields/form-model.web'
import { GenerationFields } from '../../fields/generation-fields.web'
import { GroupSelect } from '../../fields/group-select.web'

const corrected = (values: Values, book: CageBalance) =>
  book.groups.find((group) => groupKey(group) === `${values.generation_id}:${values.age_category_id}`)

/** Groups of the cage and how many fish there are; `label` is translated. */
export function CountedFields({ form, book, row, label }: FieldsProps & { label: string }) {
  const { t } = useTranslation()
  const [other, setOther] = useState(false)
  const showOther = () => {
    form.setValues({ generation_id: '', age_category_id: '' })
    setOther(true)
  }
  const group = corrected(form.values, book)
  const count = readCount(form.values.count, 0)
  const there = group && showCount(group.count)
  const difference = group && count !== null ? signed(count - group.count, showCount) || '0' : null
  const hint =
    difference === null
      ? there && t('на это время {{there}} шт', { there })
      : t('на это время {{there}} шт, разница {{difference}} шт', { there, difference })
  return (
    <>
      {other ? <GenerationFields form={form} /> : <GroupSelect form={form} book={book} row={row} onOther={showOther} />}
      <CountField {...form.getInputProps('count')} label={label} hint={hint} />
    </>
  )
}

/** The forms of kinds that set how many fish a group has. */
export const countedForm: Pick<KindWeb, 'cageKeys' | 'numberKeys' | 'rows' | 'historyText'> = {
  cageKeys: ['cage_id'],
  numberKeys: ['number'],
  // the average of an emptied group is its last known one, which only the server has
  rows: ({ count }) => (count > 0 ? ['count', 'mass'] : ['count']),
  historyText: (row, t) => {
    const difference = signed(Number(row.count_difference), showCount)
    return `${showCount(Number(row.count))}${NBSP}${t('шт')}${difference && ` (${difference})`}`
  },
}
