import { Button } from '@mantine/core'
import { wordsOf } from '../../../web/ui/fields/names'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import styles from './sheet.module.css'

interface Props {
  lines: readonly Record<string, string>[]
  onCreate: (lines: readonly Record<string, string>[]) => void
}

/** How many names of a pasted sheet are unknown, with a button to create them all. */
export function NewNames({ lines, onCreate }: Props) {
  const { t } = useTranslation()
  const unknown = lines.filter(({ good_id, named }) => !good_id && named)
  const count = new Set(unknown.map(({ named = '' }) => wordsOf(named).join(' '))).size
  if (count === 0) return null
  return (
    <div className={styles.news} role="status">
      <Icon name="alert" size={16} />
      <span>{t('Нет в справочнике: {{count}}', { count })}</span>
      {count > 1 && (
        <Button type="button" variant="light" size="xs" onClick={() => onCreate(unknown)}>
          {t('Создать сразу: {{count}}', { count })}
        </Button>
      )}
    </div>
  )
}
