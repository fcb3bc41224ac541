/** Whether the year is closed, by whom, whether its numbers are still the same, and what was changed since. */
import { Button } from '@mantine/core'
import { ChangeList } from '../../../core/reports/exported.web'
import { MOST_COUNTED } from '../../../core/reports/exported.contract'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useCan, useWriteGate } from '../../../web/session'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { type Closing, closingCalls, closingNote } from './closing.contract'
import classes from './annual.module.css'

const CLOSE = 'Закрыть {{year}} год? Это отметка с отпечатком чисел: записи года можно менять, но отчёт их назовёт.'
const REOPEN = 'Открыть {{year}} год заново? Отпечаток его чисел останется в журнале изменений.'

/** What stands on paper and in Excel; '' for a year that is not closed. */
export function useClosingNote(year: number): string {
  const { t } = useTranslation()
  const known = useCall(closingCalls.get, { year }).data
  return known ? closingNote(known, t) : ''
}

export function YearClosing({ year, over }: { year: number; over: boolean }) {
  const { t } = useTranslation()
  const may = useCan()('access settings')
  const gate = useWriteGate()
  const known = useCall(closingCalls.get, { year }).data
  if (!known || !(known.closed || (over && may))) return null
  const closed = known.closed !== null
  const change = async () => {
    const yes = t(closed ? 'Открыть заново' : 'Закрыть год')
    if (!(await confirm(t(closed ? REOPEN : CLOSE, { year: String(year) }), { yes, danger: closed }))) return
    await call(closingCalls.set, { year, closed: !closed })
    await invalidateTags(['lists'])
    notifySuccess(t('Сохранено!'))
  }
  const button = may && (
    // a refusal is shown by the call itself
    <Button
      size="compact-sm"
      variant={closed ? 'subtle' : 'default'}
      className={`${classes.closing} no-print`}
      disabled={gate !== null}
      title={gate ?? undefined}
      onClick={() => void change().catch(() => undefined)}
    >
      {closed ? t('Открыть заново') : t('Закрыть год')}
    </Button>
  )
  return closed ? <Closed known={known}>{button}</Closed> : <div>{button}</div>
}

function Closed({ known, children }: { known: Closing; children: React.ReactNode }) {
  const { t } = useTranslation()
  const { closed, digest, count, changes } = known
  const same = closed!.digest === digest
  return (
    <NoteBox kind={same ? 'good' : 'warn'}>
      <span className={classes.digest}>{closingNote(known, t)}</span>
      {count > 0 && (
        <ChangeList
          title={
            count === MOST_COUNTED
              ? t('После закрытия изменено больше {{count}} операций', { count: MOST_COUNTED - 1 })
              : t('После закрытия изменено: {{count}} операций', { count })
          }
          count={count}
          changes={changes}
        />
      )}
      {!same && count === 0 && <p>{t('Операции года не менялись: другие настройки, цены или записи прежних лет.')}</p>}
      {children}
    </NoteBox>
  )
}
