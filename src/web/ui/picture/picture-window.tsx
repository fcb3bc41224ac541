import { useEffect, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { Window } from '../overlay/window'
import styles from './pictures.module.css'

interface LargePicture {
  src: string
  /** translated: what it shows */
  alt: string
  /** translated: when and by whom */
  caption?: string
}

interface PictureWindowProps {
  opened: boolean
  onClose: () => void
  /** translated */
  title: string
  pictures: readonly LargePicture[]
  /** the first that is shown */
  first: number
}

/** Pictures one at a time, as large as the screen allows; arrow keys and buttons go on. */
export function PictureWindow({ opened, onClose, title, pictures, first }: PictureWindowProps) {
  const { t } = useTranslation()
  const [at, go] = useState(first)
  const [failed, fail] = useState<string | null>(null)
  const shown = pictures[Math.min(at, pictures.length - 1)]
  const step = (by: number) =>
    go((now) => (Math.min(now, pictures.length - 1) + by + pictures.length) % pictures.length)
  useEffect(() => {
    if (!opened) return
    const turn = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') step(-1)
      if (key === 'ArrowRight') step(1)
    }
    window.addEventListener('keydown', turn)
    return () => window.removeEventListener('keydown', turn)
  }, [opened, pictures.length])
  if (!shown) return null
  const several = pictures.length > 1
  const told = [several && t('{{number}} из {{all}}', { number: at + 1, all: pictures.length }), shown.caption]
  return (
    <Window
      opened={opened}
      onClose={onClose}
      size={1080}
      icon="photo"
      title={title}
      footer={
        <div className={styles.steps}>
          <Turn show={several} icon="left" title={t('Предыдущее фото')} onClick={() => step(-1)} />
          <span aria-live="polite">{told.filter(Boolean).join(' · ')}</span>
          <Turn show={several} icon="right" title={t('Следующее фото')} onClick={() => step(1)} />
        </div>
      }
    >
      <div className={styles.large}>
        {failed === shown.src ? (
          <p>{t('Фото не загрузилось. Откройте его, когда появится связь.')}</p>
        ) : (
          <img key={shown.src} src={shown.src} alt={shown.alt} onError={() => fail(shown.src)} />
        )}
      </div>
    </Window>
  )
}

interface TurnProps {
  show: boolean
  icon: 'left' | 'right'
  title: string
  onClick: () => void
}

function Turn({ show, icon, title, onClick }: TurnProps) {
  if (!show) return <span />
  return (
    <ActionIcon variant="default" size={48} aria-label={title} title={title} onClick={onClick}>
      <Icon name={icon} />
    </ActionIcon>
  )
}
