import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import classes from './copy-line.module.css'
import shared from '../styles/shared.module.css'

const SHOWN_MS = 800

/** Without https the browser offers no clipboard; the selected text can still be copied by hand. */
async function copy(text: string, shown: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!shown) return
    getSelection()?.selectAllChildren(shown)
    document.execCommand('copy')
  }
}

/** A text to copy as a whole: an address, a token, a command. */
export function CopyLine({ label, text }: { /** translated */ label: string; text: string }) {
  const { t } = useTranslation()
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <div className={classes.line}>
      <span className={shared.small}>{label}</span>
      <div className={classes.box}>
        <code ref={shown}>{text}</code>
        <button
          type="button"
          aria-label={t('Скопировать: {{what}}', { what: label })}
          onClick={() => void copy(text, shown.current).then(() => setCopied((times) => times + 1))}
        >
          <Icon name={copied ? 'check' : 'copy'} size={16} />
          {copied > 0 && (
            <span className={classes.tip} role="status">
              {t('Скопировано')}
            </span>
          )}
        </button>
      </div>
    </div>
  )
}
