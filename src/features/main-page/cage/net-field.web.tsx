import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import type { FieldProps } from '../../../web/ui/fields/field'
import { SelectField, type Option } from '../../../web/ui/fields/select-field'
import { itemCalls, type ItemRow } from '../../../core/goods/item.contract'
import type { CageRow } from '../../../core/cages/cage.contract'

interface NetFieldProps extends FieldProps<string | number | null | undefined, string | null> {
  /** null is one that is being created */
  cage: CageRow | null
  /** the chosen net hangs in another cage: said before it is saved */
  onRefused: (text: string) => void
}

const nameOf = ({ name, code }: ItemRow) => (code ? `${name} · ${code}` : name)

/** The net of a cage: those in the warehouses, and those of other cages, which have to be untied there first. */
export function NetField({ cage, onRefused, onChange, ...props }: NetFieldProps) {
  const { t } = useTranslation()
  const nets = useCall(itemCalls.nets, {}).data ?? []
  const elsewhere = (net: ItemRow) => net.cage_id !== null && net.cage_id !== cage?.id
  const options = nets.map((net): Option => ({
    value: net.id,
    label: nameOf(net),
    archived: net.archived,
    hint: net.cage_number ? t('садок {{number}}', { number: net.cage_number }) : (net.stock_field ?? undefined),
  }))
  // a net of a warehouse that is closed to this person stays as it is
  const own =
    cage?.net_id && !nets.some(({ id }) => id === cage.net_id)
      ? [{ value: cage.net_id, label: cage.net_name ?? '' }]
      : []
  const choose = (id: string | null) => {
    onChange?.(id)
    const net = nets.find((one) => String(one.id) === id)
    if (net && elsewhere(net))
      onRefused(
        t('Данная дель уже используется в садке {{number}}. Открепите её в окне редактирования указанного садка.', {
          number: net.cage_number,
        }),
      )
  }
  return (
    <SelectField
      {...props}
      label={t('Дель')}
      data={[...own, ...options]}
      clearable
      nothing={t('Дели вносят на странице «Склад → Изделия»')}
      onChange={choose}
    />
  )
}
