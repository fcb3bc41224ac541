import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { Link } from '../../web/router/router'
import { CopyLine } from '../../web/ui/copy-line'
import { outsideCalls } from './outside.contract'
import classes from './outside.module.css'

/** On the page about people: says that programs have access too, with their addresses and a link to their page. */
export function AddressesBrief() {
  const { t } = useTranslation()
  const addresses = useCall(outsideCalls.addresses, {}).data
  if (!addresses) return null
  return (
    <section className={classes.endpoints} aria-labelledby="outside-addresses">
      <h2 id="outside-addresses">{t('Адреса для приложений')}</h2>
      <p className={classes.quiet}>
        {t('Датчики и программы учёта входят по токену. Его выдают на странице «Внешние приложения».')}
      </p>
      <div className={classes.columns}>
        <CopyLine label={t('Прислать показания (POST)')} text={addresses.input} />
        <CopyLine label={t('Прочитать выгрузку (GET)')} text={addresses.output} />
      </div>
      <Button
        component={Link}
        to={hrefOf('externalApps')}
        variant="default"
        className={classes.leading}
        leftSection={<Icon name="link" size={16} />}
      >
        {t('Внешние приложения')}
      </Button>
    </section>
  )
}
