import { Button } from '@mantine/core'
import { Link } from '../router'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { FullPage } from './full-page'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <FullPage
      framed
      icon="search"
      title={t('Страница не найдена')}
      text={t('Адрес неверен или страницу убрали.')}
      action={
        <Button component={Link} to="/" leftSection={<Icon name="cages" />}>
          {t('Перейти к садкам')}
        </Button>
      }
    />
  )
}
