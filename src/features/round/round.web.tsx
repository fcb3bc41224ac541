import { useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showInstant } from '../../shared/dates'
import { errorText } from '../../web/api'
import { Icon } from '../../web/icons'
import { useNow, useUserSettings, useWriteGate } from '../../web/session'
import { CagePill } from '../../web/ui/cage-pill'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { NoteBox } from '../../web/ui/note-box'
import { RowSkeletons } from '../../web/ui/skeletons'
import type { CageRow } from '../cages/cage.contract'
import { averageText, groupsText, kgText, piecesText } from '../cages/cage-words.web'
import { WHOLE_FARM } from '../cages/map-scene.web'
import { neighbour, refusedIn, type Draft } from './round-model.web'
import { RoundStep } from './round-step.web'
import { faultsOf, foretell, record, skip, type StepFaults } from './round-steps.web'
import { RoundSummary } from './round-summary.web'
import styles from './round.module.css'
import { useDueWater, useRound, type Round } from './use-round.web'

const NO_FAULTS: StepFaults = {}

/** «Обход»: one pass over the cages of a module, asking only what is due. */
export function RoundPage() {
  const { t } = useTranslation()
  const round = useRound()
  const gate = useWriteGate()
  const { cage, draft, cages } = round
  return (
    <div className={styles.page}>
      <Header round={round} />
      {gate && <NoteBox kind="danger">{gate}</NoteBox>}
      {round.error ? (
        <ErrorState error={round.error} onRetry={round.retry} />
      ) : round.loading ? (
        <RowSkeletons rows={6} height={72} />
      ) : cages.length === 0 ? (
        <EmptyState
          icon="cages"
          text={round.location === WHOLE_FARM ? t('На ферме нет садков с рыбой.') : t('В модуле нет садков с рыбой.')}
          action={<Link to="/">{t('К садкам')}</Link>}
        />
      ) : cage && draft ? (
        <Step key={cage.id} round={round} cage={cage} draft={draft} gate={gate} />
      ) : (
        <RoundSummary round={round} />
      )}
    </div>
  )
}

function Header({ round }: { round: Round }) {
  const { t } = useTranslation()
  const now = useNow()
  const { cages, cage, locations, location } = round
  const index = cage ? cages.indexOf(cage) : cages.length
  const passed = cages.length > 0 ? Math.round((index / cages.length) * 100) : 0
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <Link to="/" className={styles.leave} aria-label={t('Выйти из обхода')}>
          <Icon name="left" size={24} />
        </Link>
        <div className={styles.titles}>
          <h1>{t('Обход')}</h1>
          <label className={styles.module}>
            <span aria-hidden="true">
              {locations.find(({ id }) => id === location)?.name ?? t('Вся ферма')} <Icon name="down" size={14} />
            </span>
            <select
              aria-label={t('Модуль')}
              value={location}
              onChange={(event) => round.setLocation(Number(event.currentTarget.value))}
            >
              <option value={WHOLE_FARM}>{t('Вся ферма')}</option>
              {locations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className={styles.progress}>
          {cages.length > 0 && (
            <span>
              <b>{Math.min(index + 1, cages.length)}</b> {t('из {{all}}', { all: cages.length })}
            </span>
          )}
          <small>{showInstant(now)}</small>
        </div>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('Пройдено садков')}
        aria-valuemin={0}
        aria-valuemax={cages.length}
        aria-valuenow={index}
      >
        <i style={{ width: `${passed}%` }} />
      </div>
    </header>
  )
}

/** A record that was refused behind one's back, on another cage than this one. */
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

const MOST_DOTS = 48

/** Which cages are passed, skipped, refused or still to come, at a glance; the bar above says it in words. */
function Dots({ round, cage }: { round: Round; cage: CageRow }) {
  const { cages, state } = round
  if (cages.length < 2 || cages.length > MOST_DOTS) return null
  const refused = new Set(refusedIn(state).map(([slot]) => slot.split(':')[0]))
  const stateOf = ({ id }: CageRow) => {
    if (id === cage.id) return 'here'
    return refused.has(String(id)) ? 'refused' : state.visits[id]?.state
  }
  return (
    <div className={styles.dots} aria-hidden="true">
      {cages.map((one) => (
        <i key={one.id} data-state={stateOf(one)}>
          {stateOf(one) === 'done' ? <Icon name="check" size={14} /> : one.number}
        </i>
      ))}
    </div>
  )
}

function Who({ round, cage }: { round: Round; cage: CageRow }) {
  const { t } = useTranslation()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const unit = units[String(cage.location_id)] ?? 'kg'
  return (
    <div className={styles.water}>
      <Dots round={round} cage={cage} />
      <div className={styles.who}>
        <label className={styles.jump}>
          <CagePill number={cage.number} color={cage.color} />
          <Icon name="down" size={14} />
          <select
            aria-label={t('Садок {{number}}, перейти к другому', { number: cage.number })}
            value={cage.id}
            onChange={(event) => round.go(Number(event.currentTarget.value))}
          >
            {round.cages.map(({ id, number }) => (
              <option key={id} value={id}>
                {t('Садок {{number}}', { number })}
                {round.state.visits[id] ? ` · ${round.state.visits[id].state === 'done' ? '✓' : t('пропущен')}` : ''}
              </option>
            ))}
          </select>
        </label>
        <div>
          <b>
            {piecesText(t, cage.count)} · {kgText(t, cage.weight, 0)}
          </b>
          <span>
            {groupsText(cage)} · {averageText(t, cage.avg_weight, unit)}
          </span>
        </div>
      </div>
    </div>
  )
}

function Step({ round, cage, draft, gate }: { round: Round; cage: CageRow; draft: Draft; gate: string | null }) {
  const { t } = useTranslation()
  const water = useDueWater(cage.location_id, round.state, round.day)
  const step = { cage, draft, water }
  const [tried, setTried] = useState(false)
  const faults = faultsOf(round, step, t)
  const next = neighbour(round.cages, cage.id, 1)
  const before = neighbour(round.cages, cage.id, -1)
  const what = foretell(round, step, t)
  const [problem, setProblem] = useState<string | null>(null)
  const busy = useRef(false)
  const go = async () => {
    setTried(true)
    if (Object.keys(faults).length > 0 || busy.current) return
    busy.current = true
    try {
      await record(round, step, t)
      window.scrollTo({ top: 0 })
    } catch (error) {
      setProblem(t(errorText(error)))
    } finally {
      busy.current = false
    }
  }
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault()
        if (!gate) void go()
      }}
    >
      <Who round={round} cage={cage} />
      <Refused round={round} cage={cage} />
      <RoundStep
        round={round}
        cage={cage}
        draft={draft}
        water={water}
        faults={tried ? faults : { ...NO_FAULTS, volume: faults.volume, count: faults.count }}
      />
      {problem && <NoteBox kind="danger">{problem}</NoteBox>}
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
        <button type="button" className={styles.side} onClick={() => skip(round, cage)}>
          {t('Пропустить')}
        </button>
        <button type="submit" className={styles.next} disabled={gate !== null} title={gate ?? undefined}>
          <span>
            <b>{t('Дальше')}</b>
            <small>{what || (next ? t('садок {{number}}', { number: next.number }) : t('итоги'))}</small>
          </span>
          <Icon name="right" size={24} />
        </button>
      </footer>
    </form>
  )
}
