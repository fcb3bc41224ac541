/** Shows a ledger's refusal once, with the ways out: the operation in the way, or the largest number that fits. */
import type { MouseEvent } from 'react'
import { showInstant } from '../../../shared/dates'
import type { Refusal } from '../../../shared/errors'
import { call, errorText } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon, type IconName } from '../../../web/icons'
import { notifyError, notifyWarning } from '../../../web/notify'
import { NoteBox } from '../../../web/ui/note-box'
import { above } from './above.web'
import type { OperationRow } from '../fields/form-model.web'
import { contractOf, kindNamed, kinds, type KindName } from '../kinds/kinds.contract'
import styles from './operation-form.module.css'

/** The kind of the operation in the way, when it has a form and is not the one being typed. */
export function refusedKind({ kind, own, operation_id }: Refusal): KindName | null {
  const name = kindNamed(kind)
  return !name || own || operation_id === 0 ? null : name
}

/** The stored row of a refusal, as its journal has it; null when it is gone. */
async function rowOf(kind: KindName, { operation_id, datetime, cage_id }: Refusal): Promise<OperationRow | null> {
  const input = { start: datetime, end: datetime, ...(cage_id > 0 && { cages_id: [cage_id] }) }
  const rows = (await call(contractOf(kind).list, input, { quiet: true })) as OperationRow[]
  return rows.find(({ id }) => id === operation_id) ?? null
}

interface WayProps {
  icon: IconName
  text: string
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

const Way = ({ icon, text, onClick }: WayProps) => (
  <button type="button" className={styles.way} onClick={onClick}>
    <Icon name={icon} size={16} />
    <span>{text}</span>
    <Icon name="right" size={16} />
  </button>
)

/** Opens it above the form; `onOpen` closes what would cover it. */
export function OpenRefused({ refusal, onOpen }: { refusal: Refusal; onOpen?: () => void }) {
  const { t } = useTranslation()
  const name = refusedKind(refusal)
  if (!name) return null
  const open = async () => {
    try {
      const row = await rowOf(name, refusal)
      onOpen?.()
      if (row) above.open({ kind: name, target: { row } })
      else notifyWarning(t('Этой операции больше нет.'))
    } catch (error) {
      notifyError(errorText(error))
    }
  }
  const what = t(kinds[name].inSentence, { context: 'операция' })
  const instant = showInstant(refusal.datetime)
  const text = refusal.cage_number
    ? t('Открыть: {{what}}, садок {{number}}, {{instant}}', { what, number: refusal.cage_number, instant })
    : t('Открыть: {{what}}, {{instant}}', { what, instant })
  return <Way icon={kinds[name].icon} text={text} onClick={() => void open()} />
}

interface Props {
  text: string | null
  refusal: Refusal | undefined
  /** what fits in place of what is typed */
  fit: { text: string; apply: () => void } | null
}

export function Refused({ text, refusal, fit }: Props) {
  const { t } = useTranslation()
  const take = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    fit?.apply()
    // the button goes with what it answered
    form?.querySelector<HTMLElement>('[data-path="count"], [data-path="volume"]')?.focus()
  }
  if (text === null && !refusal && !fit) return null
  return (
    <div className={styles.refused} data-refused data-said={text !== null || undefined}>
      {text !== null && (
        <NoteBox kind="danger" icon="lock">
          {t(text)}
        </NoteBox>
      )}
      {refusal && <OpenRefused refusal={refusal} />}
      {fit && <Way icon="check" text={fit.text} onClick={take} />}
    </div>
  )
}
