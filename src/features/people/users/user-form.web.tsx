import { PasswordField } from '../../../web/ui/fields/password-field'
import type { Invitation } from '../../../shared/user'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { useCan, useUser } from '../../../web/session'
import { FieldRow } from '../../../web/ui/fields/field'
import { FlagField } from '../../../web/ui/fields/flag-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { type Form, FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { type Person, userCalls } from '../person/users.contract'
import { LimitFields, type Limits, RoleField } from './given-fields.web'

interface UserFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new person is made */
  person?: Person
  onSaved: () => void
  /** a link has been made, and is shown this once */
  onInvited: (name: string, invitation: Invitation) => void
}

const startOf = (person: Person | undefined, own: Limits) => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  role_id: person?.role_id ? String(person.role_id) : '',
  is_admin: person?.is_admin ?? false,
  location_id: person ? person.location_id : own.location_id,
  stock_id: person ? person.stock_id : own.stock_id,
  password: '',
  password_confirmation: '',
})
type Values = ReturnType<typeof startOf>

/** The fields to send: those not shown keep their stored values. */
function sentOf(values: Values, person: Person | undefined, may: { roles: boolean; admins: boolean }) {
  const { role_id, is_admin, location_id, stock_id, password, password_confirmation, ...named } = values
  const own = person?.own === true
  return {
    ...named,
    ...(may.roles && !own && { role_id: role_id || null }),
    ...(may.admins && !own && { is_admin }),
    ...(!own && { location_id, stock_id }),
    ...(!person && { password, password_confirmation }),
  }
}

export function UserForm({ opened, onClose, person, onSaved, onInvited }: UserFormProps) {
  const { t } = useTranslation()
  const can = useCan()
  const me = useUser()
  const may = { roles: can('assign roles'), admins: me.is_admin }
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const sent = sentOf(values, person, may)
    const saved = await (person
      ? call(userCalls.update, { ...sent, id: person.id }, options)
      : call(userCalls.create, sent, options))
    notifySuccess(person ? t('Изменено!') : t('Сохранено!'))
    onSaved()
    if (saved.invitation) onInvited(saved.name, saved.invitation)
  }
  return (
    <FormModal<Values>
      title={person ? t('Изменить пользователя') : t('Новый пользователь')}
      subtitle={person?.name}
      icon="user"
      size={640}
      opened={opened}
      onClose={onClose}
      schema={userCalls.create.input}
      initial={startOf(person, { location_id: me.location_ids, stock_id: me.stock_ids })}
      onSubmit={save}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Имя')} maxLength={200} />
          <FieldRow long>
            <TextField {...form.getInputProps('email')} label={t('E-mail')} maxLength={200} />
            <TextField {...form.getInputProps('phone')} label={t('Телефон')} maxLength={40} />
          </FieldRow>
          {person?.own ? (
            <NoteBox>
              {t('Свою роль, модули и склады меняет другой администратор, а пароль — вы сами в личном кабинете.')}
            </NoteBox>
          ) : (
            <Given form={form} may={may} />
          )}
          {!person && <FirstPassword form={form} />}
        </>
      )}
    </FormModal>
  )
}

/** The role, and what the person is limited to. */
function Given({ form, may }: { form: Form<Values>; may: { roles: boolean; admins: boolean } }) {
  const { t } = useTranslation()
  return (
    <>
      {may.roles && <RoleField form={form} />}
      {may.admins && (
        <FlagField
          {...form.getInputProps('is_admin')}
          onChange={(on) => form.setFieldValue('is_admin', on === '1')}
          label={t('Администратор')}
          hint={t('Может всё, какой бы ни была роль, но только в модулях и на складах, доступных ниже')}
        />
      )}
      <LimitFields form={form} />
    </>
  )
}

function FirstPassword({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const text = (error: unknown) => (typeof error === 'string' ? t(error) : undefined)
  const { error, ...password } = form.getInputProps('password')
  const { error: differs, ...again } = form.getInputProps('password_confirmation')
  return (
    <>
      <FieldRow long>
        <PasswordField {...password} error={text(error)} label={t('Пароль')} autoComplete="new-password" />
        <PasswordField {...again} error={text(differs)} label={t('Пароль ещё раз')} autoComplete="new-password" />
      </FieldRow>
      {form.values.password === '' && (
        <NoteBox icon="link">
          {t('Без пароля человек получит приглашение: ссылку, по которой сам задаст пароль. Она действует 7 дней.')}
        </NoteBox>
      )}
    </>
  )
}
