import { useEffect } from 'react'
import { can } from '../../../../shared/abilities'
import { showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { useUser } from '../../../../web/session'
import { FlagField } from '../../../../web/ui/fields/flag-field'
import { NoteBox } from '../../../../web/ui/note-box'
import type { FieldsProps, KindWeb, Values } from '../../fields/form-model.web'
import { closeOut } from '../close-out/close-out.contract'

/** A catch after which no more than a twentieth is left in the book may have been the last. */
const LAST_PART = 20

/** The fish that the book still has after these have left, where they are few enough to be a mistake of the book. */
function leftOf({ form, previewEffect }: FieldsProps): number | null {
  const change = previewEffect(form.values).changes[0]?.change
  if (!change || change.after.count === 0 || change.after.count * LAST_PART > change.before.count) return null
  return change.after.count
}

/** Tells what the book still has after the fish are gone, and offers to close it when the net is empty. */
export function LeftNote(props: FieldsProps) {
  const { t } = useTranslation()
  const { form, row } = props
  const user = useUser()
  const left = leftOf(props)
  const offered = left !== null && !row && can(user, closeOut.ability)
  const on = Boolean(form.values.close_out)
  // another count may leave more than a mistake of the book
  useEffect(() => {
    if (on && !offered) form.setFieldValue('close_out', '')
  }, [on, offered, form])
  if (left === null) return null
  const values = { pieces: showCount(left) }
  return (
    <NoteBox>
      {offered
        ? t('После этого по учёту останется {{pieces}} шт. Рыбы больше нет?', values)
        : t('После этого по учёту останется {{pieces}} шт. Рыбы больше нет? Запишите сверку при облове.', values)}
      {offered && (
        <FlagField
          {...form.getInputProps('close_out')}
          label={t('Сверить и закрыть: остаток по учёту уйдёт в необъяснённую разницу')}
        />
      )}
    </NoteBox>
  )
}

/** The close-out that is recorded with fish that leave, where its switch is on. */
export const closesToo: KindWeb['also'] = ({ close_out, from_id = '', ...values }: Values) =>
  close_out ? { kind: 'closeOut', typed: { ...values, cage_id: from_id, count: '0' } } : null
