import { useState } from 'react'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useUserSettings } from '../../web/session'
import { CagePill } from '../../web/ui/cage-pill'
import { NoteBox } from '../../web/ui/note-box'
import { usePhone } from '../../web/ui/use-phone'
import type { CageRow } from '../../core/cages/cage.contract'
import { averageText, groupsText, kgText, piecesText } from '../../core/cages/cage-words.web'
import { CageFields } from './round-fields.web'
import { previewRound, type Line } from './model/round-lines.web'
import { neighbour, refusedIn } from './model/round-model.web'
import styles from './round-step.module.css'
import { useQuestion } from './use-question.web'
import { useRecorder } from './state/use-recorder.web'
import type { Round } from './state/use-round.web'
import { VoiceButton } from './voice/voice.web'
import { Water } from './water.web'

interface Props {
  round: Round
  line: Line
  gate: string | null
}

/** A record of another cage that was refused in the meantime. */
function Refused({ round, cage }: { round: Round; cage: CageRow }) {
  const { t } = useTranslation()
  const other = refusedIn(round.state).find(([slot]) => Number(slot.split(':')[0]) !== cage.id)
  const own = other && round.cages.find(({ id }) => String(id) === other[0].split(':')[0])
  if (!other) return null
  return (
    <NoteBox kind="danger">
      <span className={styles.refused}>
        <span>
          {own && <b>{t('Садок {{number}}', { number: own.number })}: </b>}
          {t('не записано')}, {other[1].what}. {other[1].reason}
        </span>
        {own && (
          <button type="button" onClick={() => round.go(own.id)}>
            {t('Исправить')}
          </button>
        )}
      </span>
    </NoteBox>
  )
}

const MAX_MARKS = 48

/** Cages by state: done, skipped, refused, to come; a touch goes to one. */
function Dots({ round, cage }: { round: Round; cage: CageRow }) {
  const { t } = useTranslation()
  const { cages, state } = round
  if (cages.length < 2 || cages.length > MAX_MARKS) return null
  const refused = new Set(refusedIn(state).map(([slot]) => slot.split(':')[0]))
  const stateOf = ({ id }: CageRow) => {
    if (id === cage.id) return 'here'
    return refused.has(String(id)) ? 'refused' : state.visits[id]?.state
  }
  return (
    <div className={styles.dots}>
      {cages.map((one) => (
        <button
          key={one.id}
          type="button"
          data-state={stateOf(one)}
          aria-current={one.id === cage.id || undefined}
          aria-label={t('Садок {{number}}', { number: one.number })}
          onClick={() => round.go(one.id)}
        >
          <i>{stateOf(one) === 'done' ? <Icon name="check" size={14} /> : one.number}</i>
        </button>
      ))}
    </div>
  )
}

function Who({ round, cage, gate }: { round: Round; cage: CageRow; gate: string | null }) {
  const { t } = useTranslation()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const unit = units[String(cage.location_id)] ?? 'kg'
  return (
    <div className={styles.water}>
      <Dots round={round} cage={cage} />
      <div className={styles.who}>
        <CagePill number={cage.number} color={cage.color} />
        <div>
          <b>
            {piecesText(t, cage.count)} · {kgText(t, cage.weight, 0)}
          </b>
          <span>
            {groupsText(cage)} · {averageText(t, cage.avg_weight, unit)}
          </span>
        </div>
        {usePhone() && <VoiceButton round={round} gate={gate} className={styles.voice} />}
      </div>
    </div>
  )
}

/** The round cage by cage, each on a screen of its own. */
export function RoundStep({ round, line, gate }: Props) {
  const { t } = useTranslation()
  const { cage } = line
  const [tried, setTried] = useState(false)
  const recorder = useRecorder()
  const faults = round.faults(t).get(cage.id) ?? {}
  const warning = round.warnings(t).get(cage.id)
  const question = useQuestion(new Map(warning ? [[cage.id, warning]] : []))
  const water = round.water.filter(({ location_id }) => location_id === cage.location_id)
  const next = neighbour(round.cages, cage.id, 1)
  const before = neighbour(round.cages, cage.id, -1)
  const what = previewRound([line], water, round.state, t)
  const leave = (how: 'done' | 'skipped') => {
    round.leave(cage.id, how, next?.id ?? 'end')
    window.scrollTo({ top: 0 })
  }
  const go = async () => {
    setTried(true)
    if (Object.keys(faults).length > 0) return
    if (question.ask()) return
    // the draft stays until the round is over, so that a refused record finds its values again
    round.type(cage.id, line.draft)
    if (!(await recorder.one({ prefix: round.prefix, lines: [line], water, typed: round.state.water }))) return
    round.settle([cage], water)
    leave('done')
  }
  return (
    <div className={styles.step}>
      <Who round={round} cage={cage} gate={gate} />
      <Refused round={round} cage={cage} />
      {recorder.failed && <NoteBox kind="danger">{t(recorder.failed)}</NoteBox>}
      <div className={styles.form}>
        <CageFields round={round} line={line} faults={tried ? faults : { ...faults, feed: undefined }} />
        {water.map((one) => (
          <Water key={one.id} round={round} water={one} />
        ))}
      </div>
      {question.open && (
        <NoteBox kind="warn">
          <span role="alert">{warning}</span>
        </NoteBox>
      )}
      <footer className={styles.actions}>
        <button
          type="button"
          className={styles.side}
          aria-label={t('Предыдущий садок')}
          disabled={!before}
          onClick={() => before && round.go(before.id)}
        >
          <Icon name="left" size={24} />
        </button>
        <button type="button" className={styles.side} onClick={() => leave('skipped')}>
          {t('Пропустить')}
        </button>
        <button
          type="button"
          className={styles.next}
          disabled={gate !== null}
          title={gate ?? undefined}
          onClick={() => void go()}
        >
          <span>
            <b>{question.open ? t('Всё верно') : t('Дальше')}</b>
            <small>{what || (next ? t('садок {{number}}', { number: next.number }) : t('итоги'))}</small>
          </span>
          <Icon name="right" size={24} />
        </button>
      </footer>
    </div>
  )
}
