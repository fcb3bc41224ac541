import { Drawer, Kbd, Menu } from '@mantine/core'
import { Fragment, useEffect, useState, type KeyboardEvent } from 'react'
import type { Action } from '../../../web/actions'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useOpenWindow } from '../../../web/ui/overlay/open-windows'
import { CagePill } from '../../../web/ui/cage-pill'
import { useOpened } from '../../../web/ui/overlay/use-opened'
import type { CageRow } from '../../../core/cages/cage.contract'
import { perform, performHotkey } from './cage-hotkeys.web'
import { averageText, groupsText, kgText, piecesText, type Unit } from '../../../core/cages/cage-words.web'
import { QuickLoss } from './quick/quick-loss.web'
import { QuickWeighing } from './quick/quick-weighing.web'
import { SHOWING } from './use-cage-actions.web'
import styles from './cage-menu.module.css'

/** The place of a cage's menu: a box in pixels of the map's frame. */
export interface Anchor {
  left: number
  top: number
  size: number
}

interface CageMenuProps {
  /** null is closed */
  cage: CageRow | null
  unit: Unit
  groups: Action[][]
  onClose: () => void
}

function Head({ cage, unit }: { cage: CageRow; unit: Unit }) {
  const { t } = useTranslation()
  const figures = [piecesText(t, cage.count), kgText(t, cage.weight), averageText(t, cage.avg_weight, unit)]
  return (
    <div className={styles.head}>
      <span className={styles.title}>
        <CagePill number={cage.number} color={cage.color} />
        <b>{t('Садок {{number}}', { number: cage.number })}</b>
      </span>
      {cage.count > 0 && <span>{groupsText(cage)}</span>}
      <span>{cage.count > 0 ? figures.join(' · ') : t('пустой')}</span>
    </div>
  )
}

/** A reason that disables all actions, shown once above the list. */
function sharedReason(groups: Action[][]): string | undefined {
  const reasons = groups
    .flat()
    .filter(({ id }) => !SHOWING.has(id))
    .map((action) => action.disabledReason)
  return reasons.every((reason) => reason === reasons[0]) ? reasons[0] : undefined
}

const Reason = ({ groups }: { groups: Action[][] }) => {
  const reason = sharedReason(groups)
  return reason ? (
    <p className={styles.reason}>
      <Icon name="info" size={16} />
      {reason}
    </p>
  ) : null
}

/** The menu of a cage on the map. */
export function CageMenu({ cage, unit, groups, anchor, onClose }: CageMenuProps & { anchor: Anchor | null }) {
  const { t } = useTranslation()
  const opened = cage !== null && anchor !== null
  useOpenWindow(opened, onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && performHotkey(groups, event.key, onClose)) event.preventDefault()
  }
  return (
    <Menu
      opened={useOpened(opened)}
      onChange={(next) => next || onClose()}
      position="right-start"
      offset={4}
      withinPortal
      returnFocus
      withInitialFocusPlaceholder={false}
      middlewares={{ flip: { fallbackPlacements: ['left-start', 'bottom'] }, shift: { padding: 8 } }}
      transitionProps={{ duration: 80 }}
    >
      <Menu.Target>
        <span
          className={styles.anchor}
          aria-hidden="true"
          style={anchor ? { left: anchor.left, top: anchor.top, width: anchor.size, height: anchor.size } : undefined}
        />
      </Menu.Target>
      <Menu.Dropdown
        className={styles.dropdown}
        onKeyDown={onKeyDown}
        aria-label={cage ? t('Операции: садок {{number}}', { number: cage.number }) : undefined}
      >
        {cage && <Head cage={cage} unit={unit} />}
        <Reason groups={groups} />
        {groups.map((group, index) => (
          <Fragment key={group[0]!.id}>
            {index > 0 && <Menu.Divider className={styles.divider} />}
            {group.map((action) => (
              <Menu.Item
                key={action.id}
                className={styles.item}
                leftSection={<Icon name={action.icon} />}
                rightSection={action.hotkey && <Kbd size="xs">{action.hotkey}</Kbd>}
                title={action.disabledReason}
                aria-disabled={action.disabledReason ? true : undefined}
                data-off={action.disabledReason ? true : undefined}
                aria-keyshortcuts={action.hotkey}
                closeMenuOnClick={false}
                onClick={() => perform(action, onClose)}
              >
                {action.title}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same menu as a sheet from the bottom, for phones. */
export function CageSheet({ cage, unit, groups, onClose }: CageMenuProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(cage)
  useEffect(() => {
    if (cage) setShown(cage)
  }, [cage])
  useOpenWindow(cage !== null, onClose)
  const may = (kind: string) => groups.flat().some(({ id, disabledReason }) => id === kind && !disabledReason)
  return (
    <Drawer
      opened={useOpened(cage !== null)}
      onClose={onClose}
      position="bottom"
      size="auto"
      withCloseButton={false}
      closeOnEscape={false}
      padding={0}
      attributes={{
        content: {
          'aria-label': shown && t('Операции: садок {{number}}', { number: shown.number }),
          'data-low-sheet': '',
        },
      }}
      classNames={{ content: styles.sheet }}
      onKeyDown={(event) => event.target instanceof HTMLInputElement || performHotkey(groups, event.key, onClose)}
    >
      {/* the focus comes here and not to the number, which would call the keypad */}
      <div className={styles.grip} tabIndex={-1} data-autofocus />
      {shown && <Head cage={shown} unit={unit} />}
      <Reason groups={groups} />
      {cage && may('retreat') && <QuickLoss key={cage.id} cage={cage} onDone={onClose} />}
      {cage && may('weighing') && <QuickWeighing key={`w${cage.id}`} cage={cage} unit={unit} onDone={onClose} />}
      <ul className={styles.list}>
        {groups.flat().map((action) => (
          <li key={action.id}>
            <button
              type="button"
              className={styles.row}
              aria-disabled={action.disabledReason ? true : undefined}
              data-off={action.disabledReason ? true : undefined}
              title={action.disabledReason}
              onClick={() => perform(action, onClose)}
            >
              <Icon name={action.icon} size={24} />
              {action.title}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.close} onClick={onClose}>
        {t('Закрыть')}
      </button>
    </Drawer>
  )
}
