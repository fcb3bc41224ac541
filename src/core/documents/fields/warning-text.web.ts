/** Texts of warnings (shared/ledger/warnings.ts). */
import { showDay, showInstant } from '../../../shared/dates'
import type { Warning } from '../../../shared/ledger/warnings'
import { MILLIONTHS, toKg } from '../../../shared/numbers'
import { NBSP, showAmount, showAverage, showCount, showNumber } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import { averageText } from './fish-fields.web'
import type { WeightUnit } from './form-model.web'

/** «Рыба под каренцией: Оксивет, до ~14.12.2026.» */
const periodWarning = ({ medicine, free_on }: Extract<Warning, { about: 'withdrawal' }>, t: TFunction) =>
  free_on === null
    ? t('Рыба под каренцией: {{medicine}}.', { medicine })
    : t('Рыба под каренцией: {{medicine}}, до ~{{day}}.', { medicine, day: showDay(free_on) })

/** «Отход 4 000 шт: 91,7 % поголовья.» */
export function warningText(warning: Warning, unit: WeightUnit, t: TFunction): string {
  const percent = 'percent' in warning ? `${showNumber(warning.percent, 1)}${NBSP}%` : ''
  if (warning.about === 'loss') return t('{{percent}} поголовья за один раз.', { percent })
  if (warning.about === 'density') return t('Плотность будет {{percent}} от предела садка.', { percent })
  if (warning.about === 'ration') return t('{{percent}} биомассы за одно кормление.', { percent })
  if (warning.about === 'feed') return t('В {{times}} раза больше, чем вчера.', { times: showNumber(warning.times, 1) })
  if (warning.about === 'expired')
    return t('Срок годности истёк {{day}}: годного корма {{amount}} кг.', {
      day: showDay(warning.best_before),
      amount: showAmount(warning.good / MILLIONTHS),
    })
  if (warning.about === 'later') {
    const instant = showInstant(warning.at)
    return warning.cage === null
      ? t('Лечению {{instant}} останется просроченный препарат.', { instant })
      : t('Лечению {{instant}}, садок {{cage}}, останется просроченный препарат.', { instant, cage: warning.cage })
  }
  if (warning.about === 'withdrawal') return periodWarning(warning, t)
  if (warning.about === 'band') {
    const figure = (value: number) => showAverage(toKg(value), unit)
    return t('Навеска {{typed}} далеко от ожидаемых {{expected}} ({{low}}–{{high}}).', {
      typed: averageText(warning.typed, unit, t),
      expected: averageText(warning.expected, unit, t),
      low: figure(warning.low),
      high: figure(warning.high),
    })
  }
  const show = (value: number) =>
    warning.about === 'count' ? `${showCount(value)}${NBSP}${t('шт')}` : averageText(value, unit, t)
  return `${t('{{typed}}? Ожидалось {{expected}}', { typed: show(warning.typed), expected: show(warning.expected) })}.`
}
