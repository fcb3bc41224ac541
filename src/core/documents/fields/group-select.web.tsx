import { useEffect, useRef } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import { NBSP, NOTHING, showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { SelectField, type Option } from '../../../web/ui/fields/select-field'
import { groupKey, groupName, type CageBalance, type Group, type OperationRow, type Values } from './form-model.web'

const OTHER = 'other'

interface Props {
  form: UseFormReturnType<Values>
  book: CageBalance
  row: OperationRow | undefined
  /** offers groups that are not in the cage: a correction may bring fish back */
  onOther?: () => void
}

/** The row's own group may have no fish at the new instant; it stays an option until another is chosen. */
function ownOption(row: OperationRow | undefined, cageId: number | undefined): Option | null {
  if (!row?.generation_id || cageId !== (row.from_id ?? row.cage_id)) return null
  const { generation_id, age_category_id, generation_name, age_category_name } = row as OperationRow & Group
  return {
    value: groupKey({ generation_id, age_category_id }),
    label: groupName({ generation_name, age_category_name }),
  }
}

function options(
  { groups, cage }: CageBalance,
  row: OperationRow | undefined,
  pieces: (count: number) => string,
): Option[] {
  const alive = groups.filter((group) => group.count > 0)
  const here = alive.map((group) => ({ value: groupKey(group), label: groupName(group), hint: pieces(group.count) }))
  const own = ownOption(row, cage?.id)
  return own && !here.some((option) => option.value === own.value) ? [...here, own] : here
}

/**
 * The group of a cage at the chosen instant, with its count. The only group is chosen automatically and at once, even
 * before the groups of that instant have loaded; if there are several then, the person chooses.
 */
export function GroupSelect({ form, book, row, onOther }: Props) {
  const { t } = useTranslation()
  const data = options(book, row, (count) => `${showCount(count)}${NBSP}${t('шт')}`)
  const { generation_id: generation = '', age_category_id: category = '' } = form.values
  const value = generation ? groupKey({ generation_id: generation, age_category_id: category }) : ''
  const guessed = useRef(false)
  const choose = (key: string) => {
    guessed.current = false
    if (key === OTHER) return onOther?.()
    const [generation_id = '', age_category_id = ''] = key.split(':')
    form.setValues({ generation_id, age_category_id })
    form.clearFieldError('generation_id')
  }
  const only = data.length === 1 ? String(data[0]!.value) : ''
  const lost = value !== '' && !data.some((option) => option.value === value)
  useEffect(() => {
    const open = value === '' || (book.known && (lost || (guessed.current && only === '')))
    if (open && value !== only) {
      choose(only)
      guessed.current = !book.known
    } else if (book.known) guessed.current = false
  }, [book.known, only, value, lost])
  const none = book.known && data.length === 0
  return (
    <SelectField
      {...form.getInputProps('generation_id')}
      label={t('Генерация')}
      data={onOther ? [...data, { value: OTHER, label: t('Другая группа…') }] : data}
      value={value || only}
      onChange={(key) => choose(key ?? '')}
      disabled={none && !onOther}
      placeholder={none ? NOTHING : t('Выберите генерацию')}
    />
  )
}
