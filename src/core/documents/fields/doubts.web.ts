/** What a form asks before it saves (shared/ledger/doubts.ts), in words. */
import { showDay } from '../../../shared/dates'
import type { Doubt } from '../../../shared/ledger/doubts'
import { MILLIONTHS } from '../../../shared/numbers'
import { NBSP, showAmount, showCount, showNumber } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import { averageText } from './fish-fields.web'
import type { WeightUnit } from './form-model.web'

/** «Отход 4 000 шт: 91,7 % поголовья.» */
export function doubtText(doubt: Doubt, unit: WeightUnit, t: TFunction): string {
  const percent = 'percent' in doubt ? `${showNumber(doubt.percent, 1)}${NBSP}%` : ''
  if (doubt.about === 'loss') return t('{{percent}} поголовья за один раз.', { percent })
  if (doubt.about === 'density') return t('Плотность будет {{percent}} от предела садка.', { percent })
  if (doubt.about === 'ration') return t('{{percent}} биомассы за одно кормление.', { percent })
  if (doubt.about === 'feed') return t('В {{times}} раза больше, чем вчера.', { times: showNumber(doubt.times, 1) })
  if (doubt.about === 'expired')
    return t('Срок годности истёк {{day}}: годного корма {{amount}} кг.', {
      day: showDay(doubt.best_before),
      amount: showAmount(doubt.good / MILLIONTHS),
    })
  const show = (value: number) =>
    doubt.about === 'count' ? `${showCount(value)}${NBSP}${t('шт')}` : averageText(value, unit, t)
  return `${t('{{typed}}? Ожидалось {{expected}}', { typed: show(doubt.typed), expected: show(doubt.expected) })}.`
}
