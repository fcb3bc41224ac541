import { useTranslation } from '../../i18n'
import { SelectField } from '../fields/select-field'
import { PAGE_SIZES, type Paging } from './view/view'

/** How many rows a page has. */
export function PageSize({ perPage, onPage }: Pick<Paging, 'perPage' | 'onPage'>) {
  const { t } = useTranslation()
  const sizes = [...new Set([...PAGE_SIZES, perPage])].sort((a, b) => a - b)
  return (
    <SelectField
      size="xs"
      prefix={t('По', { context: 'страница' })}
      data={sizes.map((size) => ({ value: size, label: String(size) }))}
      value={perPage}
      onChange={(size) => onPage(1, Number(size))}
    />
  )
}
