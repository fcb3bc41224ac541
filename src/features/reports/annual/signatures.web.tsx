import { useTranslation } from '../../../web/i18n'
import classes from './annual.module.css'

const WHO = ['Руководитель', 'Главный бухгалтер'] as const

/** Blanks to sign a printed report. */
export function Signatures() {
  const { t } = useTranslation()
  return (
    <div className={classes.signatures}>
      {WHO.map((who) => (
        <p key={who}>
          {t(who)} <span /> / <span />
        </p>
      ))}
    </div>
  )
}
