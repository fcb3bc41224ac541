import { useTranslation } from '../../i18n'
import classes from './key-hints.module.css'

interface Props {
  open: boolean
  unfold: boolean
  edit: boolean
  remove: boolean
}

/** The keys for rows, shown to people who work without a mouse. */
export function KeyHints({ open, unfold, edit, remove }: Props) {
  const { t } = useTranslation()
  return (
    <p className={classes.hints} aria-hidden="true">
      <kbd>↑</kbd> <kbd>↓</kbd> {t('строка')}
      {open && (
        <>
          <kbd>Enter</kbd> {t('открыть')}
        </>
      )}
      {unfold && (
        <>
          <kbd>→</kbd> {t('раскрыть')}
        </>
      )}
      {edit && (
        <>
          <kbd>E</kbd> {t('изменить')}
        </>
      )}
      {remove && (
        <>
          <kbd>Del</kbd> {t('удалить')}
        </>
      )}
    </p>
  )
}
