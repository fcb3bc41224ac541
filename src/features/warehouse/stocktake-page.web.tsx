/** The page for counting a warehouse: on a phone beside the shelves, or from a printed sheet. */
import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { OperationForm } from '../../core/documents/form/operation-form.web'
import classes from './stocktake-page.module.css'

const toJournal = () => navigate(hrefOf('journal', { path: 'stocktakes' }))

export function StocktakePage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 data-in-bar>{t('Инвентаризация')}</h1>
        <Button variant="default" leftSection={<Icon name="book" size={16} />} onClick={toJournal}>
          {t('Журнал инвентаризаций')}
        </Button>
      </header>
      <OperationForm
        kind="stocktake"
        target={{}}
        opened
        onClose={toJournal}
        inPage={{ closeText: t('К журналу'), submitText: t('Сохранить') }}
      />
    </div>
  )
}
