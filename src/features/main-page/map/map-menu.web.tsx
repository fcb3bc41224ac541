import type { ComponentProps } from 'react'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import { MenuAction } from '../../../web/ui/overlay/dropdown-items'

const Gear = (props: ComponentProps<'button'>) => <ActionIcon {...props} variant="default" size={32} />

interface MapMenuProps {
  /** why cages cannot be moved now; null when they can */
  reason: string | null
  onLayout: () => void
}

/** The settings of the map. */
export function MapMenu({ reason, onLayout }: MapMenuProps) {
  const { t } = useTranslation()
  return (
    <Dropdown label={t('Настройки карты')} width={220} as={Gear} button={<Icon name="gear" size={16} />}>
      {(close) => (
        <MenuAction
          title={t('Расположение')}
          icon="adj"
          reason={reason}
          onClick={() => {
            close()
            onLayout()
          }}
        />
      )}
    </Dropdown>
  )
}
