import { useTranslation } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import { NBSP, showAmount, showKg, showNumber, showPercent } from '../../web/format'
import { useNow } from '../../web/session'
import { dayOf, showDay, timeOf } from '../../shared/dates'
import type { CageRow, LocationRow } from '../../core/cages/cage.contract'
import type { AttentionKind, Strip, Totals } from '../../core/cages/cage-state.web'
import { attentionIcons, isDanger, piecesText } from '../../core/cages/cage-words.web'
import type { PlanShare } from '../../core/documents/recent/recent.web'
import { ScrollRow } from '../../web/ui/scroll-row'
import styles from './bars.module.css'

/** more than so many are named in part */
const LISTED = 6
const NAMED = 3

const titles: Record<AttentionKind, string> = {
  unfed: 'Не кормили',
  unweighed: 'Навеска старше {{days}} дней',
  over: 'Плотность выше предела',
}

interface NowStripProps {
  strip: Strip
  totals: Totals
  /** how far the plan of today has come; null without one */
  plan: PlanShare | null
  /** of the shown module, or the one with the latest readings */
  water: LocationRow['water']
  weighingAge: number
  /** the sort of attention whose cages the map picks out */
  picked: AttentionKind | null
  onPick: (kind: AttentionKind | null) => void
}

/** What was lost is never «0,00 %». */
const smallPercent = (percent: number) => (percent < 0.005 ? `<${NBSP}${showPercent(0.01)}` : showPercent(percent))

function Numbers({ cages }: { cages: readonly CageRow[] }) {
  const { t } = useTranslation()
  if (cages.length === 0) return <span className={styles.none}>{t('нет')}</span>
  const listed = (cages.length > LISTED ? cages.slice(0, NAMED) : cages).map((cage) => cage.number)
  const rest = cages.length - listed.length
  return (
    <>
      {/* the word, lest a number of a cage be read as a number of cages */}
      <span className={styles.unit}>{cages.length === 1 ? t('садок') : t('садки')}</span>
      <span className={styles.numbers}>{listed.join(', ')}</span>
      {rest > 0 && <span className={styles.unit}>{t('и ещё {{rest}}', { rest })}</span>}
    </>
  )
}

function Cell({ kind, cages, ...props }: { kind: AttentionKind; cages: CageRow[] } & Omit<NowStripProps, 'strip'>) {
  const { t } = useTranslation()
  const picked = props.picked === kind
  return (
    <button
      type="button"
      className={styles.cell}
      aria-pressed={picked}
      disabled={cages.length === 0}
      onClick={() => props.onPick(picked ? null : kind)}
    >
      <span className={styles.caption}>
        <Icon name={attentionIcons[kind]} size={16} className={isDanger(kind) ? styles.danger : styles.warn} />
        {t(titles[kind], { days: props.weighingAge })}
      </span>
      <b>
        <Numbers cages={cages} />
      </b>
    </button>
  )
}

function Figure({ icon, caption, children }: { icon?: IconName; caption: string; children: React.ReactNode }) {
  return (
    <div className={styles.cell}>
      <span className={styles.caption}>
        {icon && <Icon name={icon} size={16} />}
        {caption}
      </span>
      <b>{children}</b>
    </div>
  )
}

/** The last readings: today's with their time, earlier ones with their day. */
function WaterFigure({ water }: { water: NonNullable<LocationRow['water']> }) {
  const { t } = useTranslation()
  const { datetime, depth, temperature, oxygen } = water
  const today = dayOf(useNow()) === dayOf(datetime)
  const when = today ? timeOf(datetime) : showDay(datetime).slice(0, 5)
  return (
    <Figure icon="temp" caption={t('Вода на {{depth}} м, {{when}}', { depth: showAmount(depth), when })}>
      {temperature !== null && (
        <>
          {showNumber(temperature, 1)}
          <span className={styles.unit}>°C</span>
        </>
      )}
      {oxygen !== null && (
        <>
          {temperature !== null && <span className={styles.unit}>·</span>}
          {showNumber(oxygen, 1)}
          <span className={styles.unit}>{t('мг/л')} O₂</span>
        </>
      )}
    </Figure>
  )
}

/** What needs attention now. A click filters these cages on the map. */
export function NowStrip({ strip, ...props }: NowStripProps) {
  const { t } = useTranslation()
  const { totals, water, plan } = props
  const share = plan ? Math.min(100, plan.percent) : totals.withFish > 0 ? (totals.fed / totals.withFish) * 100 : 0
  const before = totals.count + totals.lost
  return (
    <ScrollRow className={`${styles.now} ${water ? styles.water : ''}`} aria-label={t('Что сейчас')}>
      <Figure caption={t('Корм за сегодня')}>
        <span className={styles.amount}>
          {showKg(totals.fedKg)}
          <span className={styles.unit}>
            {plan
              ? t('кг · накормлено {{fed}} из {{all}} · {{percent}} % плана', { ...plan, all: plan.cages })
              : t('кг · накормлено {{fed}} из {{all}}', { fed: totals.fed, all: totals.withFish })}
          </span>
        </span>
        <span className={styles.meter} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
      </Figure>
      <Cell kind="unfed" cages={strip.unfed} {...props} />
      <Cell kind="unweighed" cages={strip.unweighed} {...props} />
      <Cell kind="over" cages={strip.over} {...props} />
      <Figure icon="bone" caption={t('Отход за сутки')}>
        {piecesText(t, totals.lost)}
        {totals.lost > 0 && <span className={styles.unit}>· {smallPercent((totals.lost / before) * 100)}</span>}
      </Figure>
      {water && <WaterFigure water={water} />}
    </ScrollRow>
  )
}

/** Placeholder while the farm loads: the same cells and height. */
export const NowStripSkeleton = () => (
  <div className={styles.now} aria-hidden="true">
    {[1, 2, 3, 4, 5].map((cell) => (
      <div key={cell} className={`${styles.cell} ${styles.waiting}`} />
    ))}
  </div>
)
