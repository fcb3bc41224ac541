import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../i18n'
import { Link } from '../../router/router'
import { useUser } from '../../session'
import { Banner } from './banner'

/** Announces the day from which a second factor is required, to users who can open others' accounts. */
export function FactorBanner() {
  const { t } = useTranslation()
  const { factor_from: day } = useUser()
  // an answer cached by an older version has no day
  if (!day) return null
  return (
    <Banner
      tone="calm"
      hidden="factor-banner-hidden-on"
      title={t('Второй фактор понадобится с {{day}}.', { day })}
      short={t('Второй фактор: с {{day}}.', { day })}
    >
      {t('Тогда при входе после пароля нужен будет код с телефона.')}{' '}
      <Link to={hrefOf('profile')}>{t('Включить сейчас')}</Link>
    </Banner>
  )
}
