import { useTranslation } from '../../i18n'
import { Link } from '../../router'
import { useUser } from '../../session'
import { Banner } from './banner'

/** The days before a second factor is demanded of whoever can open other accounts. */
export function FactorBanner() {
  const { t } = useTranslation()
  const { factor_from: day } = useUser()
  // what a device remembers of an older version knows of no day
  if (!day) return null
  return (
    <Banner tone="calm" hidden="factor-banner-hidden-on">
      <b>{t('Второй фактор понадобится с {{day}}.', { day })}</b>{' '}
      {t('Тогда при входе после пароля нужен будет код с телефона.')} <Link to="/profile">{t('Включить сейчас')}</Link>
    </Banner>
  )
}
