import { useState, type ComponentType } from 'react'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useCan } from '../../../web/session'
import { CrudPage } from '../../../web/pages/crud-page'
import { useFilters } from '../../../web/filters/use-filters'
import { ALL } from '../../../shared/sheets/filter-words'
import { confirm } from '../../../web/ui/overlay/confirm'
import { type Invited, InvitationWindow } from '../../../core/lists/invitation-window.web'
import { ENTRY, type Entry, userCalls, userColumns, type Person } from '../person/users.contract'
import { InviteWindow } from './invite-window.web'
import { UserForm } from './user-form.web'
import { PasswordWindow } from './user-windows.web'

const ADMINISTRATOR = 'Администратор'

/** Shows where somebody is signed in. */
export type OpenSessions = (of: { id: number }) => void

const openTo = (names: string[] | null, t: (text: string) => string): string[] =>
  names === null ? [t('Все')] : names.length > 0 ? names : [t('нет')]

/** A person as columns show them: everything and nothing as words. */
const shownAs = (person: Person, t: (text: string) => string) => ({
  ...person,
  role_name: person.is_admin ? ADMINISTRATOR : (person.role ?? t('Без роли')),
  modules: openTo(person.location_names, t),
  stocks: openTo(person.stock_names, t),
  factor: person.second_factor ? 'включён' : 'нет',
})
type ShownUser = ReturnType<typeof shownAs>

/** Of those who work here. */
const OFFERED = (Object.keys(ENTRY) as Entry[]).filter((entry) => entry !== 'closed')

function useUserFilters() {
  const { t } = useTranslation()
  const roles = useCall(userCalls.roles, {}).data
  return useFilters([
    { key: 'role', title: 'Роль', as: 'one', options: roles?.map(({ id, name }) => ({ value: id, label: t(name) })) },
    { key: 'entry', title: 'Доступ', as: 'one', options: OFFERED.map((value) => ({ value, label: t(ENTRY[value]) })) },
  ])
}

/** The people of the farm, their rights, and whether they have signed in. */
export function UsersPage({ openSessions, Programs }: { openSessions: OpenSessions; Programs: ComponentType }) {
  const { t } = useTranslation()
  const can = useCan()
  const filters = useUserFilters()
  const { role, entry: chosen } = filters.values
  const [invited, setInvited] = useState<Invited | null>(null)
  const [inviting, setInviting] = useState(false)
  const invite = async ({ id, name }: Person) => {
    const invitation = await call(userCalls.invite, { id })
    setInvited({ name, invitation })
    await invalidateTags(['people'])
  }
  const withdraw = async ({ id, name }: Person) => {
    if (!(await confirm(t('Отозвать приглашение? {{name}} не сможет войти.', { name }), { yes: t('Отозвать') }))) return
    await call(userCalls.withdraw, { id })
    notifySuccess(t('Приглашение отозвано'))
    await invalidateTags(['people'])
  }
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
  return (
    <>
      <CrudPage<ShownUser>
        list={userCalls.list}
        remove={userCalls.remove}
        archiving={userCalls.archiving}
        ability={{ create: 'create users', update: 'update users', remove: 'delete users' }}
        changes={['people']}
        table={{ name: 'users', columns: userColumns, title: t('Пользователи'), startSort: 'name' }}
        filters={filters}
        primary={{ title: t('Пригласить'), run: () => setInviting(true) }}
        shown={(people) =>
          people
            .filter((person) => role === ALL || String(person.role_id) === role)
            .filter(({ entry }) => chosen === ALL || entry === chosen)
            .map((person) => shownAs(person, t))
        }
        confirmDelete={t('Удалить пользователя? Кто оставил записи, уйдёт в архив: его имя в них останется.')}
        rowActions={(person, open) => {
          const locked = person.edit_disabled_reason ?? undefined
          const own = person.own ? t('Свой пароль меняют в личном кабинете.') : undefined
          const may = { ability: 'create users', disabled: locked !== undefined, disabledReason: locked } as const
          const seeing = { ability: 'update users', disabled: locked !== undefined, disabledReason: locked } as const
          const again = { icon: 'link', title: t('Пригласить заново'), onClick: () => quietly(invite(person)) } as const
          const back = {
            icon: 'x',
            title: t('Отозвать приглашение'),
            onClick: () => quietly(withdraw(person)),
          } as const
          const password = {
            icon: 'key',
            title: t('Сменить пароль'),
            often: true,
            onClick: () => open('password', person),
          } as const
          const sessions = {
            icon: 'phone',
            title: t('Сеансы'),
            onClick: () => openSessions({ id: person.id }),
          } as const
          return [
            ...(['entered', 'closed'].includes(person.entry) ? [] : [{ ...again, ...may }]),
            ...(person.entry === 'entered' ? [{ ...sessions, ...seeing }] : []),
            ...(person.invited_until === null ? [] : [{ ...back, ...may }]),
            { ...password, ability: 'set passwords', disabled: !!(own ?? locked), disabledReason: own ?? locked },
          ]
        }}
        windows={{
          form: ({ row, ...shown }) => (
            <UserForm {...shown} person={row} onInvited={(name, invitation) => setInvited({ name, invitation })} />
          ),
          password: ({ row, ...shown }) => <PasswordWindow {...shown} person={row} />,
        }}
      />
      {can('manage external apps') && <Programs />}
      <InviteWindow opened={inviting} onClose={() => setInviting(false)} />
      <InvitationWindow invited={invited} onClose={() => setInvited(null)} />
    </>
  )
}
