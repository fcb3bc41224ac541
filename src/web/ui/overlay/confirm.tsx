import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { openWindow } from './open-windows'
import { createWindowRequests } from './window-host'
import classes from './confirm.module.css'
import shared from '../../styles/shared.module.css'

export interface ConfirmOptions {
  /** translated; «Удалить» by default */
  yes?: string
  /** answering «yes» loses something; true by default */
  danger?: boolean
  /** shown under the question, before answering; it may disable «yes» with a reason, or lead elsewhere */
  details?: (refuse: (reason: string | null) => void, leave: () => void) => ReactNode
}

interface ConfirmRequest extends ConfirmOptions {
  text: string
  onAnswer: (yes: boolean) => void
}

const questions = createWindowRequests<ConfirmRequest>({ stacked: true })

/** Asks a question above everything else. Resolves to false on Esc, on «Отмена» and when the page is left. */
export const confirm = (text: string, options: ConfirmOptions = {}): Promise<boolean> =>
  new Promise((onAnswer) => questions.open({ text, onAnswer, ...options }))

/** Shows the questions; mounted once, in the layout. */
export function ConfirmHost() {
  const open = questions.useRequests().filter(({ opened }) => opened)
  const answer = (id: number, { onAnswer }: ConfirmRequest, yes: boolean) => {
    questions.close(id)
    onAnswer(yes)
  }
  const left = useRef(open)
  useEffect(() => void (left.current = open))
  // answers the question when its page is left
  useEffect(() => () => left.current.forEach(({ id, props }) => answer(id, props, false)), [])
  return open.map(({ id, props }) => <Question key={id} {...props} onAnswer={(yes) => answer(id, props, yes)} />)
}

// Esc answers the question and does not close the window under it: Mantine's windows respect this attribute.
const ownEscape = { 'data-mantine-stop-propagation': 'true' }

function Question({ text, yes, danger = true, details, onAnswer }: ConfirmRequest) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const yesButton = useRef<HTMLButtonElement>(null)
  const [reason, refuse] = useState<string | null>(null)
  useEffect(() => {
    const leave = () => onAnswer(false)
    const before = document.activeElement
    dialog.current?.showModal()
    // the focus is on «Отмена», the safe answer, by default; for a harmless question it is on «Да»
    if (!danger) yesButton.current?.focus()
    const close = openWindow(leave)
    return () => {
      close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-describedby="confirm-text"
      aria-label={t('Подтверждение')}
      className={classes.dialog}
      data-wide={details ? true : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onAnswer(false)
      }}
    >
      <div className={classes.body}>
        <span className={shared.mark} data-danger={danger || undefined}>
          <Icon name={danger ? 'alert' : 'help'} size={20} />
        </span>
        <p id="confirm-text">{text}</p>
      </div>
      {details && <div className={classes.details}>{details(refuse, () => onAnswer(false))}</div>}
      <div className={classes.footer}>
        <button type="button" className={classes.no} onClick={() => onAnswer(false)} {...ownEscape}>
          {t('Отмена')}
        </button>
        <button
          type="button"
          ref={yesButton}
          className={classes.yes}
          data-danger={danger || undefined}
          aria-disabled={reason !== null}
          title={reason ? t(reason) : undefined}
          onClick={() => reason === null && onAnswer(true)}
          {...ownEscape}
        >
          {yes ?? (danger ? t('Удалить') : t('Да'))}
        </button>
      </div>
    </dialog>
  )
}
