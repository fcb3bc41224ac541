import type { ComponentProps, ReactNode } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon, type IconName } from '../../icons'
import { Dropdown } from '../overlay/dropdown'
import { MenuAction } from '../overlay/dropdown-items'
import { usePhone } from '../use-phone'

export interface Tool {
  icon: IconName
  label: string
  /** small text after the label: «7 из 9» */
  hint?: ReactNode
  onClick: () => void
  loading?: boolean
}

const RoundButton = (props: ComponentProps<'button'>) => <ActionIcon {...props} size={48} />

/** Buttons beside the title; a single menu on a phone. */
export function Tools({ tools, disabled }: { tools: Tool[]; disabled: boolean }) {
  const { t } = useTranslation()
  if (usePhone()) {
    return (
      <Dropdown label={t('Действия с таблицей')} button={<Icon name="dots" />} as={RoundButton} width={220}>
        {(close) =>
          tools.map(({ icon, label, onClick }) => (
            <MenuAction
              key={label}
              title={label}
              icon={icon}
              onClick={() => {
                close()
                onClick()
              }}
            />
          ))
        }
      </Dropdown>
    )
  }
  return tools.map((tool) => (
    <Button
      key={tool.label}
      variant="default"
      size="xs"
      loading={tool.loading}
      disabled={disabled}
      leftSection={<Icon name={tool.icon} size={16} />}
      onClick={tool.onClick}
      fz="sm"
    >
      {tool.label}
      {tool.hint && <span style={{ color: 'var(--text-3)', marginLeft: 6, fontWeight: 400 }}>{tool.hint}</span>}
    </Button>
  ))
}
