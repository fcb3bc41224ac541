import { showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { NoteBox } from '../../../../web/ui/note-box'
import type { FieldsProps } from '../../fields/form-model.web'

/** A catch after which no more than a twentieth is left in the book may have been the last. */
const LAST_PART = 20

/** Tells what the book still has after the fish are gone, and what to do when the net is empty. */
export function LeftNote({ form, previewEffect }: Pick<FieldsProps, 'form' | 'previewEffect'>) {
  const { t } = useTranslation()
  const change = previewEffect(form.values).changes[0]?.change
  if (!change || change.after.count === 0 || change.after.count * LAST_PART > change.before.count) return null
  return (
    <NoteBox>
      {t('После подъёма по учёту останется {{pieces}} шт. Рыбы больше нет? Запишите сверку при облове из меню садка.', {
        pieces: showCount(change.after.count),
      })}
    </NoteBox>
  )
}
