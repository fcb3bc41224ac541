import { Button, Stack } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { Link } from '../../web/router/router'
import { NBSP, showAmount, showCount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { CagePill } from '../../web/ui/cage-pill'
import { NoteBox } from '../../web/ui/note-box'
import { toKg } from '../../shared/numbers'
import { isLive, summaryOf } from './model/round-model.web'
import styles from './round-summary.module.css'
import type { Round } from './state/use-round.web'

/** What the round brought, and what is left to do. */
export function RoundSummary({ round }: { round: Round }) {
  const { t } = useTranslation()
  const { cages, state } = round
  const { done, skipped, feed, dead } = summaryOf(cages, state)
  const waiting = Object.values(state.records).filter((record) => record.state === 'waiting').length
  const water = Object.entries(state.records).filter(([slot, record]) => slot.startsWith('water:') && isLive(record))
  const feedName = (id: string) => round.goods.goods.find((good) => String(good.id) === id)?.name ?? t('Корм')
  return (
    <div className={styles.summary}>
      <div className={styles.finish}>
        <Icon name="check" size={28} />
        <h2>{t('Обход пройден')}</h2>
        <p>{t('{{done}} из {{all}} садков', { done, all: cages.length })}</p>
      </div>
      <dl className={styles.facts}>
        {[...feed].map(([good, volume]) => (
          <div key={good}>
            <dt>{feedName(good)}</dt>
            <dd>
              {showAmount(toKg(volume))}
              {NBSP}
              {t('кг')}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('Отход')}</dt>
          <dd>
            {showCount(dead)}
            {NBSP}
            {t('шт')}
          </dd>
        </div>
        {water.map(([slot, { what }]) => (
          <div key={slot}>
            <dt>{t('Вода')}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      {waiting > 0 && (
        <NoteBox icon="wifi0" kind="warn">
          {t('Записей ждут сети: {{waiting}}. Они уйдут сами, когда появится связь.', { waiting })}
        </NoteBox>
      )}
      {skipped.length > 0 && (
        <section className={styles.skipped} aria-label={t('Пропущено')}>
          <h2>{t('Пропущено')}</h2>
          <div>
            {skipped.map((cage) => (
              <button key={cage.id} type="button" onClick={() => round.go(cage.id)}>
                <CagePill number={cage.number} color={cage.color} />
              </button>
            ))}
          </div>
        </section>
      )}
      <Stack gap="sm">
        <Button component={Link} to={hrefOf('farm')} h={56} fz="lg" fullWidth>
          {t('К садкам')}
        </Button>
        <Button variant="default" h={56} fz="lg" fullWidth onClick={round.restart}>
          {t('Начать новый обход')}
        </Button>
      </Stack>
    </div>
  )
}
