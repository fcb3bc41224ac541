import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { TextField } from '../../../web/ui/fields/text-fields'
import { FormModal } from '../../../web/ui/form/form-modal'
import { type Role, roleCalls } from './roles.contract'

/** The purpose of the window: a new role, a copy of one, or another name. */
export interface RoleTask {
  kind: 'create' | 'copy' | 'rename'
  role?: Role
}

const TITLES = { create: 'Создать роль', copy: 'Копия роли', rename: 'Переименовать роль' } as const

export function RoleForm({ task, opened, onClose }: { task: RoleTask; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { kind, role } = task
  const save = async ({ name }: { name: string }, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    await (kind === 'rename'
      ? call(roleCalls.update, { id: role!.id, name }, options)
      : call(roleCalls.create, { name, copy_of: kind === 'copy' ? role!.id : null }, options))
    notifySuccess(kind === 'rename' ? t('Изменено!') : t('Сохранено!'))
    await invalidateTags(['people'])
  }
  return (
    <FormModal
      key={`${kind} ${role?.id}`}
      title={t(TITLES[kind])}
      subtitle={role && t(role.name)}
      icon={kind === 'rename' ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      schema={roleCalls.create.input}
      initial={{ name: kind === 'rename' ? role!.name : '' }}
      onSubmit={save}
    >
      {(form) => <TextField {...form.getInputProps('name')} label={t('Название роли')} maxLength={100} />}
    </FormModal>
  )
}
