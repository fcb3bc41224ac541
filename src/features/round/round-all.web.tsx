import { useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { Link } from '../../web/router/router'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useOwnRecords } from '../../web/offline/outbox/use-outbox'
import { NoteBox } from '../../web/ui/note-box'
import { usePhone } from '../../web/ui/use-phone'
import { RoundList } from './round-list.web'
import { dueOf, previewRound, isDue, sumOfLines } from './model/round-lines.web'
import { RoundTable } from './round-table.web'
import styles from './round-step.module.css'
import summaryStyles from './round-summary.module.css'
import waterStyles from './water.module.css'
import { useRecorder } from './state/use-recorder.web'
import { useQuestion } from './use-question.web'
import type { Round } from './state/use-round.web'
import { VoiceButton } from './voice/voice.web'
import { Water, WaterCell } from './water.web'

/** Nothing is left to record: a summary, and where to go next. */
function Passed({ round }: { round: Round }) {
  const { t } = useTranslation()
  const numbers = new Set(Object.values(round.state.records).map(({ n }) => n))
  const waiting = useOwnRecords().filter(({ n }) => numbers.has(n)).length
  return (
    <section className={summaryStyles.passed} aria-label={t('Итоги')}>
      <b>
        <Icon name="check" size={20} />
        {t('Записывать больше нечего')}
      </b>
      {waiting > 0 && (
        <NoteBox icon="wifi0" kind="warn">
          {t('Записей ждут сети: {{waiting}}. Они уйдут сами, когда появится связь.', { waiting })}
        </NoteBox>
      )}
      <div>
        <Button component={Link} to={hrefOf('farm')} h={48}>
          {t('К садкам')}
        </Button>
        {numbers.size > 0 && (
          <Button variant="default" h={48} onClick={round.restart}>
            {t('Начать новый обход')}
          </Button>
        )}
      </div>
    </section>
  )
}

const NOTHING: ReadonlyMap<number, string> = new Map()

interface Props {
  round: Round
  /** in the width of a desk; else a list for thumbs */
  table: boolean
  gate: string | null
}

/** All cages of a module on one screen: only differences are typed, the rest is recorded as proposed. */
export function RoundAll({ round, table, gate }: Props) {
  const { t } = useTranslation()
  const recorder = useRecorder()
  const phone = usePhone()
  const [opened, setOpened] = useState<number | null>(null)
  const { lines, water, state } = round
  const faults = round.faults(t)
  const warnings = round.warnings(t)
  const question = useQuestion(warnings)
  const asked = question.open ? warnings : NOTHING
  const Reading = table ? WaterCell : Water
  const typed = water.filter(({ id }) => state.water[id])
  const { lines: count } = sumOfLines(lines)
  const nothing = count === 0 && typed.length === 0
  const record = async (event: FormEvent) => {
    event.preventDefault()
    if (gate || nothing) return
    const [guilty] = faults.keys()
    if (guilty !== undefined) return setOpened(guilty)
    setOpened(null)
    if (question.ask()) return
    if (await recorder.all({ prefix: round.prefix, lines, water: typed, typed: state.water }))
      round.settle(
        lines.filter((line) => isDue(dueOf(line))).map(({ cage }) => cage),
        typed,
      )
  }
  return (
    <form className={styles.step} onSubmit={(event) => void record(event)}>
      {water.length > 0 && (
        <div className={waterStyles.readings} data-row={table || undefined}>
          {water.map((one) => (
            <Reading key={one.id} round={round} water={one} />
          ))}
        </div>
      )}
      {recorder.failed && <NoteBox kind="danger">{t(recorder.failed)}</NoteBox>}
      {table ? (
        <RoundTable round={round} faults={faults} asked={asked} />
      ) : (
        <RoundList round={round} faults={faults} asked={asked} opened={opened} onOpen={setOpened} />
      )}
      {nothing && <Passed round={round} />}
      <footer className={styles.actions} hidden={nothing && !phone}>
        {phone && <VoiceButton round={round} gate={gate} className={styles.side} />}
        {faults.size > 0 && (
          <span className={styles.blocked} role="alert">
            <Icon name="alert" size={16} />
            {t('Исправьте садков: {{cages}}', { cages: faults.size })}
          </span>
        )}
        <button
          type="submit"
          className={styles.next}
          hidden={nothing}
          data-wide={table || undefined}
          disabled={gate !== null || nothing || recorder.busy}
          title={gate ?? undefined}
        >
          <span>
            <b>
              {question.open && `${t('Всё верно')}. `}
              {count > 0 ? t('Записать: {{count}} садков', { count }) : t('Записать')}
            </b>
            <small>{previewRound(lines, typed, state, t)}</small>
          </span>
          <Icon name="check" size={24} />
        </button>
      </footer>
    </form>
  )
}
