import { dayOf } from '../../shared/dates'
import { call } from '../api'
import { useTranslation } from '../i18n'
import { notifySuccess } from '../notify'
import { useNow } from '../session'
import { FormModal } from '../ui/form/form-modal'
import { NoteBox } from '../ui/note-box'
import type { Row } from '../../shared/sheets/rows'
import { CrudFormFields, formValues, type CrudLibrary, type Related } from './crud-form'

export interface CrudRow extends Row {
  archived?: boolean
  edit_disabled?: boolean
  edit_disabled_reason?: string | null
  delete_disabled?: boolean
  delete_disabled_reason?: string | null
  /** version of the row in the form: an edit is refused once somebody else has written */
  version?: string
}

interface CrudWindowProps {
  library: CrudLibrary
  related: Related
  hidden: readonly string[]
  opened: boolean
  /** the row to change; absent for a new one */
  row?: CrudRow
  /** what a new one starts with */
  values?: object
  onClose: () => void
  onSaved: (row: CrudRow) => void
}

/** The form of a row, made from the list's definition. */
export function CrudWindow({
  library,
  related,
  hidden,
  opened,
  row,
  values: start,
  onClose,
  onSaved,
}: CrudWindowProps) {
  const { t } = useTranslation()
  const what = t(library.one)
  const today = dayOf(useNow())
  const save = async (values: object, { idempotencyKey }: { idempotencyKey: string }) => {
    // the form itself shows the error
    const options = { idempotencyKey, quiet: true }
    const saved = await (row
      ? call(library.update, { ...values, id: row.id } as never, options)
      : call(library.create, values as never, options))
    notifySuccess(row ? t('Изменено!') : t('Сохранено!'))
    onSaved(saved as CrudRow)
  }
  return (
    <FormModal
      title={row ? t('Изменить {{what}}', { what }) : t('Создать {{what}}', { what })}
      icon={row ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      schema={library.create.input}
      initial={{ ...formValues(library.form, row ?? start, today), ...(row && { version: row.version }) }}
      onSubmit={save}
    >
      {(form) => (
        <>
          <CrudFormFields
            fields={library.form.filter(({ key }) => !hidden.includes(key))}
            form={form}
            related={related}
          />
          {/* a pale button alone would not say it under a thumb */}
          {row?.delete_disabled_reason && <NoteBox icon="lock">{row.delete_disabled_reason}</NoteBox>}
        </>
      )}
    </FormModal>
  )
}
