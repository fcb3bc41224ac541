import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { Link } from '../router/router'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { FullPage } from './full-page'

export const NOT_FOUND = 'Страница не найдена'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <FullPage
      framed
      icon="search"
      title={t(NOT_FOUND)}
      text={t('Адрес неверен или страницу убрали.')}
      action={
        <Button component={Link} to={hrefOf('farm')} leftSection={<Icon name="cages" />}>
          {t('Перейти к садкам')}
        </Button>
      }
    />
  )
}
