import { dayOf } from '../../../../shared/dates'
import { useTranslation } from '../../../../web/i18n'
import { useNow } from '../../../../web/session'
import { NoteBox } from '../../../../web/ui/note-box'
import { byMedicine, untilText, useCagePeriods } from '../../../feeding/treated/cage-periods.web'
import { chosenGroup, type FieldsProps } from '../../fields/form-model.web'

/** Treated fish take their withdrawal period with them. */
export function PeriodNote({ form, book, row }: FieldsProps) {
  const { t } = useTranslation()
  const known = useCagePeriods(book.cage?.id ?? 0, dayOf(useNow()))
  const group = chosenGroup(form.values, book.groups)
  const own = known?.periods.filter(
    ({ generation_id, age_category_id }) =>
      !group || (generation_id === group.generation_id && age_category_id === group.age_category_id),
  )
  if (row || !own || own.length === 0) return null
  const told = byMedicine(own).map((one) => `${one.medicine}, ${untilText(one, t)}`)
  return (
    <NoteBox kind="warn" icon="pill">
      {t('Рыба под каренцией, и новый садок будет под ней: {{periods}}', { periods: told.join('; ') })}
    </NoteBox>
  )
}
