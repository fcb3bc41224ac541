/** The setup wizard beside the page: what there is, what comes next, and the way to it. */
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { NO_RIGHT } from '../../shared/abilities'
import { showCount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { useCan, useWriteGate } from '../../web/session'
import { FailedLine } from '../../web/ui/failed-line'
import { GateButton } from '../../web/ui/gate-button'
import { RowSkeletons } from '../../web/ui/skeletons'
import { STAGE_PAGES } from './stage-pages.web'
import { DONE, isNeighbour, NOT_BEGUN, useStage } from './use-stage.web'
import { wizardCall, type WizardStage } from './wizard.contract'
import classes from './wizard-panel.module.css'

export function WizardPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const query = useCall(wizardCall, {}, { placeholderData: keepPreviousData })
  const { data } = query
  return (
    <aside
      className={`${classes.panel} no-print`}
      aria-label={t('Мастер настройки')}
      data-low-sheet=""
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header className={classes.head}>
        <Icon name="wand" />
        <h2>{t('Мастер настройки')}</h2>
        <button type="button" className={classes.close} aria-label={t('Закрыть')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {data ? (
        <Guide stages={data.data} completed={data['wizard-completed']} />
      ) : query.error ? (
        <FailedLine onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeletons rows={4} height={36} />
      )}
    </aside>
  )
}

function Guide({ stages, completed }: { stages: readonly WizardStage[]; completed: boolean }) {
  const { t } = useTranslation()
  const { stage, go, finish } = useStage(stages.length, completed)
  const current = stages[stage - 1]
  return (
    <>
      <ol className={classes.stages}>
        {stages.map((one, index) => (
          <StageMark
            key={one.key}
            stage={one}
            number={index + 1}
            here={index + 1 === stage}
            onGo={stage > NOT_BEGUN && isNeighbour(index + 1, stage) ? () => go(index + 1) : null}
          />
        ))}
      </ol>
      {stage === NOT_BEGUN && (
        <>
          <p className={classes.text}>
            {t('Девять шагов от пустого хозяйства до первого зарыбления. Их можно прервать и продолжить.')}
          </p>
          <Button onClick={() => go(1)}>{t('Начать')}</Button>
        </>
      )}
      {stage === DONE && <p className={classes.text}>{t('Настройка завершена. Здесь видно, что уже заведено.')}</p>}
      {current && (
        <>
          <Current stage={current} />
          <footer className={classes.foot}>
            <Button variant="default" disabled={stage === 1} onClick={() => go(stage - 1)}>
              {t('Назад')}
            </Button>
            {stage < stages.length ? (
              <Button onClick={() => go(stage + 1)}>{t('Дальше')}</Button>
            ) : (
              <Button onClick={finish}>{t('Готово')}</Button>
            )}
          </footer>
        </>
      )}
    </>
  )
}

interface StageMarkProps {
  stage: WizardStage
  number: number
  here: boolean
  /** null: it cannot be gone to from here */
  onGo: (() => void) | null
}

function StageMark({ stage: { title, count }, number, here, onGo }: StageMarkProps) {
  const { t } = useTranslation()
  const there = count > 0
  return (
    <li>
      <button
        type="button"
        className={classes.stage}
        data-done={there || undefined}
        aria-current={here ? 'step' : undefined}
        aria-label={there ? t('{{title}}: уже есть {{count}}', { title, count }) : t('{{title}}: пока нет', { title })}
        disabled={!here && onGo === null}
        onClick={onGo ?? undefined}
      >
        <span className={classes.mark}>{there ? <Icon name="check" size={14} /> : number}</span>
        <span className={classes.name}>{title}</span>
        {there && <small>{showCount(count)}</small>}
      </button>
    </li>
  )
}

function Current({ stage }: { stage: WizardStage }) {
  const { t } = useTranslation()
  const may = useCan()
  const gate = useWriteGate()
  const page = STAGE_PAGES[stage.key]
  return (
    <section className={classes.current} aria-live="polite">
      <h3>{stage.title}</h3>
      <p className={classes.text}>{stage.text}</p>
      <GateButton reason={gate ?? (may(page.ability) ? null : t(NO_RIGHT))} variant="default" onClick={page.open}>
        {t(page.make)}
      </GateButton>
    </section>
  )
}
