import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../web/query-client'
import { Icon } from '../../web/icons'
import { currentOwner, useCan } from '../../web/session'
import { generationLibrary } from '../libraries/library.contract'
import { openOperation } from '../operations/operation.web'
import { useGoods } from '../operations/goods.web'
import styles from './first-steps.module.css'
import type { Farm } from './use-farm.web'

interface Step {
  title: string
  hint: string
  done: boolean
  go: () => void
}

/** The way of an empty farm to its first numbers: five steps in the order in which each needs the one before. */
export function FirstSteps({ farm, onCage }: { farm: Farm; onCage: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useCan()
  const [hidden, hide] = useLocalStorage({ key: `draft-first-steps:${currentOwner()}`, defaultValue: false })
  const generations = useCall(generationLibrary.list, {}).data ?? []
  const { goods } = useGoods('feed')
  const go = (to: string) => () => void navigate({ to })
  const steps: Step[] = [
    {
      title: t('Модуль'),
      hint: t('Понтон или участок, на котором стоят садки'),
      done: farm.locations.length > 0,
      go: go('/lib/locations'),
    },
    { title: t('Садки'), hint: t('Номер и объём каждого'), done: farm.cages.length > 0, go: onCage },
    {
      title: t('Вид рыбы и генерация'),
      hint: t('Партия рыбы одного завоза, с датой'),
      done: generations.length > 0,
      go: go(generations.length > 0 ? '/lib/generations' : '/lib/species'),
    },
    {
      title: t('Зарыбление'),
      hint: t('Сколько рыбы посажено и какой навески'),
      done: farm.cages.some(({ count }) => count > 0),
      go: () => openOperation('stocking'),
    },
    {
      title: t('Корм'),
      hint: t('Склад и первый приход корма'),
      done: goods.length > 0,
      go: go('/stock/goods'),
    },
  ]
  const next = steps.find(({ done }) => !done)
  if (hidden || !next || !may('access library') || farm.loading || farm.error) return null
  return (
    <section className={styles.panel} aria-label={t('Первые шаги')}>
      <header className={styles.head}>
        <h2>{t('Первые шаги')}</h2>
        <UnstyledButton className={styles.hide} onClick={() => hide(true)}>
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
