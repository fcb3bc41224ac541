import type { TemperatureSource } from '../../../shared/feeding/strategies'
import type { Problem } from './tester.contract'

export const PROBLEM_TEXTS: Record<Problem, string> = {
  no_calc: 'Садок не привязан ни к одному расчёту кормления',
  no_norms: 'Норм кормления для данного корма не найдено.',
  no_temperature: 'Нет ни замера, ни прогноза температуры',
  no_norm:
    'Невозможно посчитать прирост для выбранного корма при заданной навеске и температуре! Перейдите в раздел "Нормы кормления" и установите соответствующие коэффициенты',
}

/** The same in a cell. */
export const PROBLEM_WORDS: Record<Problem, string> = {
  no_calc: 'корм не назначен',
  no_norms: 'у корма нет норм',
  no_temperature: 'нет температуры',
  no_norm: 'вне норм',
}

export const SOURCE_TEXTS: Record<TemperatureSource, string> = {
  cage: 'замеры садка за день',
  module: 'замеры модуля за день',
  earlier: 'ближайший более ранний замер',
  previous: 'последний замер',
  fixed: 'задана в расчёте',
  lake: 'средняя по озеру',
  own: 'свои замеры прошлых лет',
}
