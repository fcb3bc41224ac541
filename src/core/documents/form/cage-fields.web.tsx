import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from '../../../web/i18n'
import { FieldRow } from '../../../web/ui/fields/field'
import { SelectField } from '../../../web/ui/fields/select-field'
import { useCage, useCages, useLocations } from '../../cages/cage-cache.web'
import type { CageRow } from '../../cages/cage.contract'
import { hasTime } from '../engine/kind-rules.contract'
import type { Target, Values } from '../fields/form-model.web'
import { contractOf, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'

interface Props {
  form: UseFormReturnType<Values>
  kind: KindName
  target: Target
}

/** Fields for cages, shown only when the form was opened without them: from an edited row or the search. */
export function CageFields({ form, kind, target }: Props) {
  const { t } = useTranslation()
  const [from, to] = kindForms[kind].cageKeys ?? []
  const asked = {
    from: from !== undefined && (target.row !== undefined || target.cageId === undefined),
    to: to !== undefined && (target.row !== undefined || target.toCageId === undefined),
  }
  if (!asked.from && !asked.to) return null
  return (
    <FieldRow>
      {from && asked.from && <CageField form={form} name={from} label={to ? t('Из садка') : t('Садок')} except={to} />}
      {to && asked.to && <CageField form={form} name={to} label={t('В садок')} except={from} />}
    </FieldRow>
  )
}

interface FieldProps {
  form: UseFormReturnType<Values>
  name: string
  label: string
  /** the other side: a cage is not moved into itself */
  except?: string
}

function CageField({ form, name, label, except }: FieldProps) {
  const { t } = useTranslation()
  const cages = useCages()
  const modules = new Map(useLocations().map((location) => [location.id, location.name]))
  const other = except ? form.values[except] : undefined
  return (
    <SelectField
      {...form.getInputProps(name)}
      onChange={(id) => form.setFieldValue(name, id ?? '')}
      label={label}
      placeholder={t('Номер садка')}
      data={cages
        .filter((cage) => String(cage.id) !== other)
        .map((cage) => ({
          value: cage.id,
          label: cage.number,
          color: cage.color,
          hint: modules.get(cage.location_id),
        }))}
    />
  )
}

/** «Северный · Весна 2024 · Товарная»; for a transfer between modules «Северный → Южный · …» */
function useDescription(cage: CageRow | undefined, goal: CageRow | undefined): string {
  const locations = useLocations()
  const places = [...new Set([cage, goal].flatMap((one) => (one ? [one.location_id] : [])))]
  const names = places.map((place) => locations.find(({ id }) => id === place)?.name).join(' → ')
  return [names, cage?.generation_names, cage?.age_category_name].filter(Boolean).join(' · ')
}

/** «Отход: 7», «Пересадка: 7 → 3», «Редактирование навески», and the subtitle. */
export function useFormTitle(kind: KindName, target: Target): { title: string; subtitle: string } {
  const { t } = useTranslation()
  const { cageTitle, editTitle, cageKeys = [] } = kindForms[kind]
  const { row } = target
  const [fromId, toId] = cageKeys.map((key) => key && target.queued?.typed?.[key])
  const source = useCage(row ? Number(cageKeys[0] && row[cageKeys[0]]) : (target.cageId ?? Number(fromId)))
  const goal = useCage(target.toCageId ?? Number(toId))
  const description = useDescription(source, goal)
  if (row) {
    const number = source ? t('Садок {{number}}', { number: source.number }) : ''
    const moment = hasTime(contractOf(kind)) ? `${row.date} ${row.time}` : row.date
    return { title: t(editTitle), subtitle: [number, moment, row.user].filter(Boolean).join(' · ') }
  }
  const numbers = [source?.number, goal?.number].filter(Boolean).join(' → ')
  const title =
    numbers && cageTitle ? t(cageTitle, { number: numbers }) : t(contractOf(kind).title, { context: 'операция' })
  return { title, subtitle: description }
}
