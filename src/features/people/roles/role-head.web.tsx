import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import { MenuAction } from '../../../web/ui/overlay/dropdown-items'
import type { RoleTask } from './role-form.web'
import type { Role } from './roles.contract'
import classes from './matrix-table.module.css'

interface RoleHeadProps {
  role: Role
  gate: string | null
  open: (task: RoleTask) => void
  onRemove: () => void
}

/** The head of a role's column: name, number of people, actions. */
export function RoleHead({ role, gate, open, onRemove }: RoleHeadProps) {
  const { t } = useTranslation()
  const name = t(role.name)
  const reason = role.delete_disabled_reason
  return (
    <Dropdown
      label={t('Роль {{name}}: действия', { name })}
      className={classes.role}
      width={240}
      button={
        <>
          <span className={classes.roleName}>
            {role.fixed && <Icon name="lock" size={14} />}
            <span>{name}</span>
            <Icon name="down" size={14} />
          </span>
          <span className={classes.people}>
            {role.own ? t('ваша роль') : t('пользователей: {{count}}', { count: role.people })}
          </span>
        </>
      }
    >
      {(close) => {
        const act = (kind: RoleTask['kind']) => () => {
          close()
          open({ kind, role })
        }
        const fixed = role.fixed ? reason : null
        return (
          <>
            <MenuAction title={t('Переименовать')} icon="edit" reason={gate ?? fixed} onClick={act('rename')} />
            <MenuAction title={t('Создать копию')} icon="plus" reason={gate} onClick={act('copy')} />
            <MenuAction
              title={t('Удалить')}
              icon="trash"
              reason={gate ?? reason}
              onClick={() => {
                close()
                onRemove()
              }}
            />
          </>
        )
      }}
    </Dropdown>
  )
}
