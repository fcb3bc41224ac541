import { VisuallyHidden } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { hrefOf } from '../../shared/pages'
import { Link } from '../../web/router/router'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { BarSelect, InBar } from '../../web/layout/phone-bar'
import { useWriteGate } from '../../web/session'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { NoteBox } from '../../web/ui/note-box'
import { RowSkeletons } from '../../web/ui/skeletons'
import { usePhone } from '../../web/ui/use-phone'
import { WHOLE_FARM } from '../../core/cages/current-module.web'
import { FormerNote } from './former-note.web'
import { RoundAll } from './round-all.web'
import { dueOf, isDue, type Line } from './model/round-lines.web'
import { RoundPrint } from './round-sheet.web'
import { RoundStep } from './round-step.web'
import { RoundSummary } from './round-summary.web'
import styles from './round.module.css'
import { useRound, type Round } from './state/use-round.web'
import { VoiceButton } from './voice/voice.web'

type Mode = 'all' | 'steps'

/** «Обход»: a round over the cages of a module, which asks only for what is due. */
export function RoundPage() {
  const { t } = useTranslation()
  const round = useRound()
  const gate = useWriteGate()
  const [mode, setMode] = useLocalStorage<Mode>({
    key: 'round-mode',
    defaultValue: 'all',
    getInitialValueInEffect: false,
  })
  const { line, cages } = round
  // thumbs want a list, also where the screen is wide
  const thumbs = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const table = !usePhone() && !thumbs
  return (
    <div className={styles.page} data-mode={mode === 'all' && table ? 'table' : 'list'}>
      <Header round={round} mode={mode} onMode={setMode} gate={gate} />
      {gate && <NoteBox kind="danger">{gate}</NoteBox>}
      {!round.loading && round.formers.map((former) => <FormerNote key={former.day} round={round} former={former} />)}
      {round.error ? (
        <ErrorState error={round.error} onRetry={round.retry} />
      ) : round.loading ? (
        <RowSkeletons rows={6} height={72} />
      ) : cages.length === 0 ? (
        <EmptyState
          icon="cages"
          text={round.location === WHOLE_FARM ? t('На ферме нет садков с рыбой.') : t('В модуле нет садков с рыбой.')}
          action={<Link to={hrefOf('farm')}>{t('К садкам')}</Link>}
        />
      ) : mode === 'all' ? (
        <RoundAll round={round} table={table} gate={gate} />
      ) : line ? (
        <RoundStep key={line.cage.id} round={round} line={line} gate={gate} />
      ) : (
        <RoundSummary round={round} />
      )}
    </div>
  )
}

const isPassed = (line: Line) =>
  line.skipped || (!isDue(dueOf(line)) && (line.given > 0 || line.feeding !== undefined || line.retreat !== undefined))

interface HeaderProps {
  round: Round
  mode: Mode
  onMode: (mode: Mode) => void
  gate: string | null
}

/** Progress; in the top bar of a phone, above the page on a desktop. */
function Header({ round, mode, onMode, gate }: HeaderProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { cages, line, lines, locations, location } = round
  const index = line ? cages.indexOf(line.cage) : cages.length
  const passed = mode === 'all' ? lines.filter(isPassed).length : index
  const place = mode === 'all' ? passed : Math.min(index + 1, cages.length)
  const other = mode === 'all' ? t('По одному садку') : t('Все садки сразу')
  const options = [{ value: String(WHOLE_FARM), label: t('Вся ферма') }]
  for (const { id, name } of locations) options.push({ value: String(id), label: name })
  const top = (
    <>
      <Link to={hrefOf('farm')} className={styles.leave} aria-label={t('Выйти из обхода')}>
        <Icon name="left" size={24} />
      </Link>
      <BarSelect
        label={t('Модуль')}
        value={String(location)}
        options={options}
        onChange={(id) => round.setLocation(Number(id))}
        note={`${t('Обход')} · ${t('{{place}} из {{all}}', { place, all: cages.length })}`}
      />
      <span className={styles.grow} />
      {!phone && <RoundPrint round={round} />}
      {!phone && <VoiceButton round={round} gate={gate} className={styles.mode} />}
      <button
        type="button"
        className={styles.mode}
        aria-label={other}
        title={other}
        onClick={() => onMode(mode === 'all' ? 'steps' : 'all')}
      >
        <Icon name={mode === 'all' ? 'card' : 'list'} size={22} />
      </button>
    </>
  )
  return (
    <header className={styles.head}>
      <VisuallyHidden component="h1">{t('Обход')}</VisuallyHidden>
      {phone ? <InBar>{top}</InBar> : <div className={styles.top}>{top}</div>}
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('Пройдено садков')}
        aria-valuemin={0}
        aria-valuemax={cages.length}
        aria-valuenow={passed}
      >
        <i style={{ width: `${cages.length > 0 ? Math.round((passed / cages.length) * 100) : 0}%` }} />
      </div>
    </header>
  )
}
