/** «Почему столько»: the norm of a row, and the arithmetic of its feed and growth. */
import { parseDay, showDay } from '../../../shared/dates'
import type { MonthDay } from '../../../shared/feeding/norm'
import type { Reason } from '../../../shared/feeding/plan'
import { MILLIONTHS } from '../../../shared/numbers'
import type { TemperatureSource } from '../../../shared/feeding/strategies'
import { NBSP, NOTHING, showAmount, showCount, showNumber } from '../../../web/format'
import { speak, useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { NO_NORM, type PlanSituation } from '../../../core/feeding/plan/plan-shapes.contract'
import { CellPopover } from './cell-popover.web'
import type { Line, Verdict } from './plan-model.web'
import shared from './plan.module.css'
import classes from './why.module.css'

/** Where a temperature is known from. */
const SOURCES: Record<TemperatureSource, string> = {
  cage: 'замер в садке',
  module: 'замер модуля',
  earlier: 'прежний замер',
  previous: 'последний замер',
  fixed: 'задана в расчёте',
  lake: 'среднее по озеру',
  own: 'по замерам прошлых лет',
}

const pad = (value: number) => String(value).padStart(2, '0')
const dayText = ({ day, month }: MonthDay) => `${pad(day)}.${pad(month)}`
const kg = (mg: number, decimals = 2) => showNumber(mg / MILLIONTHS, decimals)
const times = (value: number) => showNumber(value / MILLIONTHS, 2)

export interface WhyProps {
  line: Line
  verdict: Verdict
  known: PlanSituation | null
  /** of the norms */
  version: number | null
  /** translated: what the row is about, «садок 7» */
  of: string
  feed: string
}

export function Why(props: WhyProps) {
  const { t } = useTranslation()
  const { of } = props
  return (
    <CellPopover
      label={t('Подробно о корме: {{of}}', { of })}
      className={shared.icon}
      icon={<Icon name="info" size={16} />}
      width={380}
    >
      {() => <Told {...props} />}
    </CellPopover>
  )
}

function Told({ line, verdict, known, version, of, feed }: WhyProps) {
  const { t } = useTranslation()
  const { reason } = verdict
  return (
    <div className={classes.why}>
      <header>
        <b>{t('Норма: {{of}}', { of })}</b>
        <small>
          {[feed, known?.feed_calc_name && t('расчёт «{{name}}»', { name: known.feed_calc_name })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </header>
      {reason ? <Numbers {...{ line, verdict, reason, known, version }} /> : <p>{t(NO_NORM)}</p>}
    </div>
  )
}

/** The temperature of a row is the known one, or was typed. */
function temperatureText(line: Line, known: PlanSituation | null, t: TFunction): string {
  const value = line.cells.temperature.value
  const same = known?.temperature != null && value === Math.round(known.temperature * MILLIONTHS)
  if (!same || !known.temperature_source) return t('введена')
  const day = known.temperature_on && parseDay(known.temperature_on)
  return [t(SOURCES[known.temperature_source]), day && showDay(day)].filter(Boolean).join(` `)
}

interface NumbersProps extends Pick<WhyProps, 'line' | 'verdict' | 'known' | 'version'> {
  reason: Reason
}

function Numbers({ line, verdict, reason, known, version }: NumbersProps) {
  const { t } = useTranslation()
  const temperature = line.cells.temperature.value
  const fcr = (reason.fcr / MILLIONTHS) * (reason.temperatureFcr / MILLIONTHS)
  const rate = line.cells.rate.value ?? verdict.calcRate
  const grams = (mg: number) => showAmount(mg / 1000, 3)
  const rows: [string, string, string?][] = [
    [
      t('Температура'),
      temperature === null ? NOTHING : `${showAmount(temperature / MILLIONTHS, 2)}${NBSP}°C`,
      temperatureText(line, known, t),
    ],
    [t('Сезон нормы'), `${dayText(reason.from)}–${dayText(reason.to)}`, version ? `№${NBSP}${version}` : undefined],
    [t('Диапазон веса'), `${grams(reason.min)}–${grams(reason.max)}${NBSP}${t('г')}`],
    [t('Норма'), `${showAmount(reason.rate / MILLIONTHS, 3)}${NBSP}%`, t('столбец {{n}} °C', { n: reason.column })],
    [t('Коэффициент расчёта'), times(reason.coefficient)],
    [t('FCR по весу'), times(reason.fcr)],
    [t('FCR по температуре'), `×${NBSP}${times(reason.temperatureFcr)}`],
  ]
  const factors = [
    `${kg(line.weight!)}${NBSP}${t('кг')} × ${showAmount(reason.rate / MILLIONTHS, 3)}${NBSP}%`,
    reason.coefficient !== MILLIONTHS && times(reason.coefficient),
    reason.share !== MILLIONTHS && showCount(Math.round(reason.share / 10_000)) + `${NBSP}%`,
  ]
  return (
    <>
      <dl>
        {rows.map(([title, value, more]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {value} {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {reason.reasons.map((phrase) => (
        <p key={speak(phrase)} className={classes.water}>
          <Icon name="alert" size={14} /> {speak(phrase)}
        </p>
      ))}
      <footer>
        <span>{factors.filter(Boolean).join(' × ')}</span>
        <b>{verdict.calcRate === null ? NOTHING : t('{{n}} кг корма', { n: kg(verdict.calcRate) })}</b>
        <span>{`${rate === null ? NOTHING : kg(rate)} ÷ ${showNumber(fcr, 4)}`}</span>
        <b>{verdict.calcGrowth === null ? NOTHING : t('+{{n}} кг прироста', { n: kg(verdict.calcGrowth) })}</b>
      </footer>
    </>
  )
}
