/** Pictures that are still on this device only. */
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { useKeptPicture } from './use-blob-url'
import styles from './pictures.module.css'

interface KeptPictureProps {
  name: string
  /** translated */
  alt: string
}

export function KeptPicture({ name, alt }: KeptPictureProps) {
  const { t } = useTranslation()
  const address = useKeptPicture(name)
  if (address) return <img src={address} alt={alt} />
  return (
    <span className={styles.none} role="img" aria-label={address === null ? t('Фото на устройстве нет') : alt}>
      {address === null && <Icon name="photo" size={20} />}
    </span>
  )
}

/** In a list of records: small, and nothing to press. */
export function KeptPictures({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <span className={styles.strip}>
      {names.map((name, index) => (
        <KeptPicture key={name} name={name} alt={t('Фото {{number}}', { number: index + 1 })} />
      ))}
    </span>
  )
}
