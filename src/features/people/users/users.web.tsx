import { useState } from 'react'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateFacts, useCall } from '../../../web/query-client'
import { CrudPage } from '../../../web/pages/crud-page'
import { useListFilters } from '../../../web/pages/list-filters'
import { ALL } from '../../../web/ui/fields/multi-select-field'
import { confirm } from '../../../web/ui/overlay/confirm'
import { userCalls, userColumns, type Person } from '../person/users.contract'
import { UserForm } from './user-form.web'
import { type Invited, InvitationWindow, PasswordWindow } from './user-windows.web'

const ADMINISTRATOR = 'Администратор'

/** As the columns show a person: null, which is everything, in a word. */
const shownAs = (person: Person, t: (text: string) => string) => ({
  ...person,
  role_name: person.is_admin ? ADMINISTRATOR : (person.role ?? t('Без роли')),
  modules: person.location_names ?? [t('Все')],
  stocks: person.stock_names ?? [t('Все')],
})
type Shown = ReturnType<typeof shownAs>

function useUserFilters() {
  const { t } = useTranslation()
  const roles = useCall(userCalls.roles, {}).data
  return useListFilters([
    { key: 'role', title: 'Роль', options: roles?.map(({ id, name }) => ({ value: id, label: t(name) })) },
    { key: 'waiting', title: 'Ещё не вошли', as: 'flag' },
  ])
}

/** Who works here, what they may, and whether they have entered. */
export function UsersPage() {
  const { t } = useTranslation()
  const filters = useUserFilters()
  const { role, waiting } = filters.values
  const [invited, setInvited] = useState<Invited | null>(null)
  const invite = async ({ id, name }: Person) => {
    const invitation = await call(userCalls.invite, { id })
    setInvited({ name, invitation })
    await invalidateFacts(['people'])
  }
  const withdraw = async ({ id, name }: Person) => {
    if (!(await confirm(t('Отозвать приглашение? {{name}} не сможет войти.', { name }), { yes: t('Отозвать') }))) return
    await call(userCalls.withdraw, { id })
    notifySuccess(t('Приглашение отозвано'))
    await invalidateFacts(['people'])
  }
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
  return (
    <>
      <CrudPage<Shown>
        list={userCalls.list}
        remove={userCalls.remove}
        archiving={userCalls.archiving}
        ability={{ create: 'create users', update: 'update users', remove: 'delete users' }}
        changes={['people']}
        table={{ name: 'users', columns: userColumns, title: t('Пользователи'), startSort: 'name' }}
        filters={filters}
        shown={(people) =>
          people
            .filter((person) => role === ALL || String(person.role_id) === role)
            .filter(({ entry }) => waiting === ALL || entry !== 'entered')
            .map((person) => shownAs(person, t))
        }
        confirmDelete={t('Удалить пользователя? Кто оставил записи, уйдёт в архив: его имя в них останется.')}
        rowActions={(person, open) => [
          ...(person.entry === 'entered'
            ? []
            : [
                {
                  icon: 'link' as const,
                  title: t('Пригласить заново'),
                  ability: 'create users' as const,
                  onClick: () => quietly(invite(person)),
                  disabled: person.edit_disabled,
                  disabledReason: person.edit_disabled_reason ? t(person.edit_disabled_reason) : undefined,
                },
                ...(person.entry === 'withdrawn'
                  ? []
                  : [
                      {
                        icon: 'x' as const,
                        title: t('Отозвать приглашение'),
                        ability: 'create users' as const,
                        onClick: () => quietly(withdraw(person)),
                        disabled: person.edit_disabled,
                        disabledReason: person.edit_disabled_reason ? t(person.edit_disabled_reason) : undefined,
                      },
                    ]),
              ]),
          {
            icon: 'key' as const,
            title: t('Сменить пароль'),
            ability: 'set passwords' as const,
            onClick: () => open('password', person),
            disabled: person.own || person.edit_disabled,
            disabledReason: person.own
              ? t('Свой пароль меняют в личном кабинете.')
              : person.edit_disabled_reason
                ? t(person.edit_disabled_reason)
                : undefined,
          },
        ]}
        windows={{
          form: ({ row, ...shown }) => (
            <UserForm {...shown} person={row} onInvited={(name, invitation) => setInvited({ name, invitation })} />
          ),
          password: ({ row, ...shown }) => <PasswordWindow {...shown} person={row} />,
        }}
      />
      <InvitationWindow invited={invited} onClose={() => setInvited(null)} />
    </>
  )
}
