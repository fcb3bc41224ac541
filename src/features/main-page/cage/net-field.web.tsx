import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import type { FieldProps } from '../../../web/ui/fields/field'
import { SelectField, type Option } from '../../../web/ui/fields/select-field'
import { itemCalls, type ItemRow } from '../../../core/goods/item.contract'
import type { CageRow } from '../../../core/cages/cage.contract'

interface NetFieldProps extends FieldProps<string | number | null | undefined, string | null> {
  /** null is one that is being created */
  cage: CageRow | null
}

const nameOf = ({ name, code }: ItemRow) => (code ? `${name} · ${code}` : name)

/** The net of a cage: nets in warehouses, and those of other cages, which have to be untied first. */
export function NetField({ cage, error, ...props }: NetFieldProps) {
  const { t } = useTranslation()
  const nets = useCall(itemCalls.nets, {}).data ?? []
  const options = nets.map((net): Option => ({
    value: net.id,
    label: nameOf(net),
    archived: net.archived,
    hint: net.cage_number ? t('садок {{number}}', { number: net.cage_number }) : (net.stock_field ?? undefined),
  }))
  // a net in a warehouse closed to the user stays as it is
  const own =
    cage?.net_id && !nets.some(({ id }) => id === cage.net_id)
      ? [{ value: cage.net_id, label: cage.net_name ?? '' }]
      : []
  const chosen = nets.find(({ id }) => String(id) === String(props.value))
  // shown before saving, also when the list with this loads after the choice
  const elsewhere =
    chosen &&
    chosen.cage_id !== null &&
    chosen.cage_id !== cage?.id &&
    t('Данная дель уже используется в садке {{number}}. Открепите её в окне редактирования указанного садка.', {
      number: chosen.cage_number,
    })
  return (
    <SelectField
      {...props}
      error={error ?? elsewhere}
      label={t('Дель')}
      data={[...own, ...options]}
      clearable
      nothing={t('Дели вносят на странице «Склад → Изделия»')}
    />
  )
}
