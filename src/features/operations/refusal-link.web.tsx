import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay, showInstant } from '../../shared/dates'
import type { Refusal } from '../../shared/errors'
import { Icon } from '../../web/icons'
import { kinds } from './kinds.contract'
import styles from './operation-form.module.css'

/** The journal narrowed to the operation that would break: its kind, day and cage. */
export function refusalAddress(refusal: Refusal): string | null {
  const kind = Object.values(kinds).find((one) => one.kind === refusal.kind)
  if (!kind || refusal.own || refusal.cage_id === 0) return null
  const day = showDay(refusal.datetime)
  return `/journals/${kind.path}?start=${day}&end=${day}&cagesId=${refusal.cage_id}`
}

/** Opens beside the form, so that what was typed stays. */
export function RefusalLink({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // never while a field is being filled: it would leave the hand that types
    if (!document.activeElement?.matches('input, textarea')) link.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  const address = refusalAddress(refusal)
  const kind = Object.values(kinds).find((one) => one.kind === refusal.kind)
  if (!address || !kind) return null
  return (
    <a ref={link} className={styles.fix} href={address} target="_blank" rel="noopener">
      <span className={styles.grow}>
        <b>{t('Открыть операцию')}</b>
        <span className={styles.quiet}>
          {t('{{what}}, садок {{number}}, {{instant}}', {
            what: t(kind.title, { context: 'операция' }),
            number: refusal.cage_number,
            instant: showInstant(refusal.datetime),
          })}
        </span>
      </span>
      <Icon name="link" size={16} label={t('в новой вкладке')} />
    </a>
  )
}
