/** The window of a plan: its head with the day or the cage, its state in words, and its foot with totals and saving. */
import type { ReactNode } from 'react'
import { Button, Modal } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { SubmitButton, type SubmitState } from '../../../web/ui/form/submit-button'
import { WindowFrame } from '../../../web/ui/overlay/window'
import { usePhone } from '../../../web/ui/use-phone'
import { type Book, growthAlert, isWrong, type Line, rateAlert, verdictOf } from './plan-model.web'
import classes from './plan.module.css'

interface PlanFrameProps {
  opened: boolean
  onClose: () => void
  /** translated */
  title: string
  subtitle?: ReactNode
  /** beside the title: the day before and after */
  before?: ReactNode
  after?: ReactNode
  marks?: ReactNode
  tools?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function PlanFrame({
  opened,
  onClose,
  title,
  subtitle,
  before,
  after,
  marks,
  tools,
  foot,
  children,
}: PlanFrameProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (
    <WindowFrame opened={opened} onClose={onClose} size={1200} closeOnClickOutside={false}>
      <header className={classes.head}>
        <div className={classes.name}>
          {before}
          <div>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            {subtitle && <small>{subtitle}</small>}
          </div>
          {after}
        </div>
        <Modal.CloseButton
          className={classes.close}
          aria-label={t('Закрыть')}
          size={phone ? 48 : 36}
          icon={<Icon name="x" size={20} />}
        />
        {marks}
        {tools && <div className={classes.buttons}>{tools}</div>}
      </header>
      <div className={classes.body}>{children}</div>
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </WindowFrame>
  )
}

/** What is still to be done before saving, in words beside colours. */
export function Marks({ lines, dirty, book }: { lines: readonly Line[]; dirty: boolean; book: Book }) {
  const { t } = useTranslation()
  const count = (is: (line: Line) => boolean) => lines.filter(is).length
  const wrong = count(isWrong)
  const asking = lines.reduce((sum, line) => {
    const verdict = verdictOf(line, book)
    return sum + [rateAlert(line, verdict), growthAlert(line, verdict)].filter((one) => one === 'alert').length
  }, 0)
  return (
    <span className={classes.marks} aria-live="polite">
      {dirty && <span data-tone="info">{t('не сохранено')}</span>}
      {asking > 0 && (
        <span data-tone="warn">
          <Icon name="alert" size={14} /> {t('решить: {{count}}', { count: asking })}
        </span>
      )}
      {wrong > 0 && (
        <span data-tone="danger">
          <Icon name="x" size={14} /> {t('ошибка: {{count}}', { count: wrong })}
        </span>
      )}
    </span>
  )
}

interface SavingProps {
  saving: { state: SubmitState; save: () => void }
  /** translated; why this plan cannot be changed */
  closed: string | null
  dirty: boolean
  onClose: () => void
}

export function SavingButtons({ saving, closed, dirty, onClose }: SavingProps) {
  const { t } = useTranslation()
  const reason = closed ?? (dirty ? undefined : t('Изменений нет'))
  return (
    <div className={classes.saving}>
      <Button variant="default" onClick={onClose}>
        {t('Закрыть')}
      </Button>
      <SubmitButton type="button" state={saving.state} disabledReason={reason} onClick={saving.save}>
        {t('Сохранить')}
      </SubmitButton>
    </div>
  )
}
