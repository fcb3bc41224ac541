import { useState } from 'react'
import { type Invited, InvitationWindow } from '../../core/lists/invitation-window.web'
import type { Column } from '../../shared/columns'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { CrudPage } from '../../web/pages/crud-page'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { Window } from '../../web/ui/overlay/window'
import { PlainTable } from '../../web/ui/table/plain-table'
import { CompanyForm } from './company-form.web'
import { companyCalls, companyColumns, type CompanyRow } from './companies.contract'

/** The farms of the installation, for its operator. */
export function CompaniesPage() {
  const { t } = useTranslation()
  const [invited, setInvited] = useState<Invited | null>(null)
  const invite = async ({ id }: CompanyRow) => {
    const { name, ...invitation } = await call(companyCalls.invite, { id })
    setInvited({ name, invitation })
  }
  // a refusal is shown by the call itself
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
  return (
    <>
      <CrudPage<CompanyRow>
        list={companyCalls.list}
        remove={companyCalls.remove}
        archiving={companyCalls.archiving}
        ability="manage companies"
        changes={['people']}
        confirmDelete={t('Удалить хозяйство со всеми его справочниками и пользователями? Вернуть его будет нельзя.')}
        table={{ name: 'companies', columns: companyColumns, title: t('Хозяйства'), startSort: 'name' }}
        rowActions={(row, open) => [
          { icon: 'user', title: t('Пользователи'), often: true, onClick: () => open('users', row), looks: true },
          ...(row.awaited
            ? [{ icon: 'link' as const, title: t('Пригласить заново'), onClick: () => quietly(invite(row)) }]
            : []),
        ]}
        windows={{
          form: ({ row, ...shown }) => <CompanyForm {...shown} company={row} onInvited={setInvited} />,
          users: ({ row, ...shown }) => row && <UsersWindow {...shown} company={row} />,
        }}
      />
      <InvitationWindow invited={invited} onClose={() => setInvited(null)} />
    </>
  )
}

const userColumns: Column[] = [
  { key: 'name', title: 'Имя', type: 'text' },
  { key: 'email', title: 'E-mail', type: 'text' },
  { key: 'role', title: 'Роль', type: 'text' },
  { key: 'is_admin', title: 'Администратор', type: 'flag' },
  { key: 'archived', title: 'В архиве', type: 'flag' },
]

interface UsersWindowProps {
  company: CompanyRow
  opened: boolean
  onClose: () => void
}

/** Who signs in to a farm. */
function UsersWindow({ company, opened, onClose }: UsersWindowProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(companyCalls.users, { id: company.id }, { enabled: opened })
  return (
    <Window title={t('Пользователи')} subtitle={company.name} icon="user" opened={opened} onClose={onClose} size={760}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState text={t('В этом хозяйстве нет пользователей.')} icon="user" />}
      {data && data.length > 0 && <PlainTable columns={userColumns} rows={data} rowKey={({ id }) => id} />}
    </Window>
  )
}
