import { useEffect } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { Icon } from '../../web/icons'
import { currentOwner, useCan, useWriteGate } from '../../web/session'
import { Link } from '../../web/router/router'
import { openCreate } from '../../core/lists/create.web'
import { generationLibrary } from '../../core/lists/libraries/generation.contract'
import { openOperation } from '../../core/documents/form/operation.web'
import { useGoods } from '../../core/documents/fields/goods.web'
import { openFirstFeed } from './first-feed-host.web'
import styles from './first-steps.module.css'
import type { Farm } from '../../core/cages/use-farm.web'

interface Step {
  title: string
  hint: string
  done: boolean
  go: () => void
}

interface FirstStepsProps {
  farm: Farm
  /** nothing swims there yet */
  empty: boolean
  onCage: () => void
}

/**
 * Leads an empty farm to its first feeding: six steps, each of which needs the one before. Once begun, they are shown
 * to the last.
 */
export function FirstSteps({ empty, ...props }: FirstStepsProps) {
  const gate = useWriteGate('access library')
  const [state, setState] = useLocalStorage<'begun' | 'over' | null>({
    key: `draft-first-steps:${currentOwner()}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    if (empty && state === null) setState('begun')
  }, [empty, state, setState])
  return state === 'begun' && gate === null ? <Steps {...props} onHide={() => setState('over')} /> : null
}

type StepsProps = Omit<FirstStepsProps, 'empty'> & { onHide: () => void }

function Steps({ farm, onCage, onHide }: StepsProps) {
  const { t } = useTranslation()
  const generations = useCall(generationLibrary.list, {}).data ?? []
  const { goods } = useGoods('feed')
  const may = useCan()
  const fed = farm.cages.some(({ fed_today }) => (fed_today ?? 0) > 0)
  const steps: Step[] = [
    {
      title: t('Модуль'),
      hint: t('Понтон или участок, на котором стоят садки'),
      done: farm.locations.length > 0,
      go: () => openCreate({ name: 'location' }),
    },
    { title: t('Садки'), hint: t('Номер и объём каждого'), done: farm.cages.length > 0, go: onCage },
    {
      title: t('Генерация'),
      hint: t('Партия рыбы одного завоза, с датой'),
      done: generations.length > 0,
      go: () => openCreate({ name: 'generation' }),
    },
    {
      title: t('Зарыбление'),
      hint: t('Сколько рыбы посажено и какой навески'),
      done: farm.cages.some(({ count }) => count > 0),
      go: () => openOperation('stocking', { cageId: farm.cages[0]?.id }),
    },
    {
      title: t('Корм'),
      hint: t('Сколько его есть и на каком складе'),
      done: fed || goods.some(({ total }) => total > 0),
      go: () => openFirstFeed({ module: farm.locations.length === 1 ? farm.locations[0]!.id : null }),
    },
    {
      title: t('Первое кормление'),
      hint: t('Дальше так каждый день: садок, корм, сколько дали'),
      done: fed,
      go: () => openOperation('feeding', { cageId: farm.cages.find(({ count }) => count > 0)?.id }),
    },
  ]
  const next = steps.find(({ done }) => !done)
  const over = next === undefined
  useEffect(() => {
    if (over) onHide()
  }, [over, onHide])
  if (!next) return null
  return (
    <section className={styles.panel} aria-label={t('Первые шаги')}>
      <header className={styles.head}>
        <h2>{t('Первые шаги')}</h2>
        {may('bring past') && <Link to={hrefOf('movingIn')}>{t('Учёт уже есть в Excel')}</Link>}
        <UnstyledButton className={styles.hide} onClick={onHide}>
          {t('Скрыть')}
        </UnstyledButton>
      </header>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.title}>
            <button
              type="button"
              className={styles.step}
              data-state={step.done ? 'done' : step === next ? 'next' : undefined}
              onClick={step.go}
            >
              <span className={styles.mark}>{step.done ? <Icon name="check" size={16} /> : index + 1}</span>
              <span>
                <b>{step.title}</b>
                <small>{step.hint}</small>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
