import { PasswordField } from '../../../web/ui/fields/password-field'
import { libraries } from '../../../core/lists/library.contract'
import type { Invitation } from '../../../shared/user'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { useCall } from '../../../web/query-client'
import { useCan, useUser } from '../../../web/session'
import { FieldRow } from '../../../web/ui/fields/field'
import { FlagField } from '../../../web/ui/fields/flag-field'
import { optionsOf, SelectField } from '../../../web/ui/fields/select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { type Form, FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { type Person, userCalls } from '../person/users.contract'
import { LimitField } from './limit-field.web'
import classes from './users.module.css'

interface UserFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new person is made */
  person?: Person
  onSaved: () => void
  /** a link has been made, and is shown this once */
  onInvited: (name: string, invitation: Invitation) => void
}

const startOf = (person: Person | undefined, own: { modules: number[] | null }) => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  role_id: person?.role_id ? String(person.role_id) : '',
  is_admin: person?.is_admin ?? false,
  location_id: person ? person.location_id : own.modules,
  stock_id: person ? person.stock_id : null,
  password: '',
  password_confirmation: '',
})
type Values = ReturnType<typeof startOf>

/** What of the form is sent: of a field that is not shown what is stored stays. */
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
      initial={startOf(person, { modules: me.location_ids })}
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
  const { location_ids } = useUser()
  const roles = useCall(userCalls.roles, {}).data ?? []
  const modules = optionsOf(useCall(libraries.location.list, {}).data) ?? []
  const stocks = optionsOf(useCall(libraries.stock.list, {}).data) ?? []
  const options = roles.map(({ id, name, beyond }) => ({
    value: id,
    label: t(name),
    disabled: beyond,
    hint: beyond ? t('выше ваших прав') : undefined,
  }))
  const limit = (field: 'location_id' | 'stock_id') => ({
    value: form.values[field],
    onChange: (ids: number[] | null) => form.setFieldValue(field, ids as never),
    error: form.errors[field] as string | undefined,
    'data-path': field,
  })
  return (
    <>
      {may.roles && (
        <SelectField
          {...form.getInputProps('role_id')}
          onChange={(id) => form.setFieldValue('role_id', id ?? '')}
          label={t('Роль')}
          data={options}
          clearable
          hint={form.values.role_id ? undefined : t('Без роли человек только смотрит доступные ему модули')}
        />
      )}
      {may.admins && (
        <FlagField
          {...form.getInputProps('is_admin')}
          onChange={(on) => form.setFieldValue('is_admin', on === '1')}
          label={t('Администратор')}
          hint={t('Может всё, какой бы ни была роль, но только в модулях и на складах, доступных ниже')}
        />
      )}
      <div className={classes.limits}>
        <LimitField
          {...limit('location_id')}
          options={modules}
          someOnly={location_ids !== null}
          texts={{ all: t('Все модули'), list: t('Модули'), none: t('Ни одного: садков человек не увидит') }}
        />
        <LimitField
          {...limit('stock_id')}
          options={stocks}
          texts={{ all: t('Все склады'), list: t('Склады'), none: t('Ни одного: на складах человек ничего не увидит') }}
        />
      </div>
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
