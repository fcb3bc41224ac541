import { useState } from 'react'
import { fullTitle } from '../../../web/actions'
import { useTranslation } from '../../../web/i18n'
import { useWriteGate } from '../../../web/session'
import { Icon } from '../../../web/icons'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import { MenuAction, MenuChoice, MenuDivider, MenuTitle } from '../../../web/ui/overlay/dropdown-items'
import { useBatches } from '../controls/batch-buttons.web'
import { perform } from '../cage/cage-hotkeys.web'
import { useDownload } from '../controls/download-button.web'
import { HISTORY_BLOCKS } from '../cage/use-cage-actions.web'
import type { MainPageModel } from '../controls/use-main-page.web'
import { lazyPart } from '../../../web/lazy'
import styles from '../main-page.module.css'

const DaySheet = lazyPart(() => import('./day-sheet.web').then((module) => module.DaySheet))

/** Less frequent actions: whole modules at once, the past, the look of the list. */
export function PhoneMenu({ page, table }: { page: MainPageModel; table: { on: boolean; toggle: () => void } }) {
  const { t } = useTranslation()
  const { farm, current, history, moment, settings, windows } = page
  const past = moment.today === null
  const batches = useBatches(farm.locations, current, past)
  const download = useDownload(history.day)
  const gate = useWriteGate('create cages')
  // null until it is first wanted
  const [picking, setPicking] = useState<boolean | null>(null)
  return (
    <>
      <Dropdown label={t('Действия')} className={styles.tool} button={<Icon name="dots" size={22} />} width={330}>
        {(close) => {
          const then = (act: () => void) => () => {
            close()
            act()
          }
          return (
            <>
              {batches.map((action) => (
                <MenuAction
                  key={action.id}
                  title={fullTitle(action)}
                  icon={action.icon}
                  reason={action.disabledReason}
                  onClick={then(() => perform(action, () => undefined))}
                />
              ))}
              <MenuDivider />
              <MenuAction title={t('История на дату')} icon="hist" onClick={then(() => setPicking(true))} />
              <MenuAction title={t('Скачать все модули')} icon="xls" onClick={then(() => void download.run())} />
              <MenuAction
                title={t('Создать садок')}
                icon="plus"
                reason={past ? t(HISTORY_BLOCKS) : gate}
                onClick={then(windows.create)}
              />
              <MenuDivider />
              <MenuChoice title={t('Итоги и таблица')} icon="list" chosen={table.on} onClick={then(table.toggle)} />
              <MenuTitle>{t('Единица навески')}</MenuTitle>
              {(['kg', 'g'] as const).map((unit) => (
                <MenuChoice
                  key={unit}
                  title={unit === 'kg' ? t('кг') : t('г')}
                  icon="scale"
                  chosen={settings.unit === unit}
                  onClick={then(() => settings.onUnit(unit))}
                />
              ))}
            </>
          )
        }}
      </Dropdown>
      {picking !== null && <DaySheet history={history} opened={picking} onClose={() => setPicking(false)} />}
    </>
  )
}
