import { memo } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import { MenuChoice, MenuTitle } from '../../../web/ui/overlay/dropdown-items'
import type { Right, ShownStatus, Status } from '../person/rights.contract'
import { STATE_LOOKS } from './state-looks.contract'
import classes from './state-cell.module.css'

interface StateCellProps {
  status: ShownStatus
  /** states to choose from; without any the state is only shown */
  choices: readonly Status[]
  /** what is set by a choice */
  lines: readonly Right[]
  role: number
  /** title of the line and of the role, i18n keys: joined here, because few cells render again */
  name: string
  roleName: string
  /** it is not as saved */
  changed: boolean
  /** it is a whole block */
  block?: boolean
  set: (role: number, lines: readonly Right[], status: Status) => void
}

/** The state of a line in a role: a button with a menu. Memoised, because there are a thousand of them. */
export const StateCell = memo(function StateCell({
  status,
  choices,
  lines,
  role,
  changed,
  set,
  ...told
}: StateCellProps) {
  const { t } = useTranslation()
  const { name, short, icon } = STATE_LOOKS[status]
  const forAll = t('Выбрать для всех')
  const label = [...(told.block ? [forAll] : []), t(told.name), t(told.roleName)].join(', ')
  const look = (
    <>
      <Icon name={icon} size={16} />
      <span>{t(short)}</span>
      {changed && <span className={classes.dot} aria-hidden="true" />}
    </>
  )
  if (choices.length === 0)
    return (
      <span className={`${classes.state} ${classes[status]} ${classes.fixed}`} title={t(name)}>
        {look}
      </span>
    )
  return (
    <Dropdown
      label={`${label}: ${t(name)}${changed ? `, ${t('не сохранено')}` : ''}`}
      className={`${classes.state} ${classes[status]}`}
      width={220}
      button={look}
    >
      {(close) => (
        <>
          {told.block && <MenuTitle>{forAll}</MenuTitle>}
          {choices.map((choice) => (
            <MenuChoice
              key={choice}
              title={t(STATE_LOOKS[choice].name)}
              icon={STATE_LOOKS[choice].icon}
              chosen={choice === status}
              onClick={() => {
                set(role, lines, choice)
                close()
              }}
            />
          ))}
        </>
      )}
    </Dropdown>
  )
})
