/** Details of a security event in words; unknown ones are not shown. */
import { NO_RIGHT } from '../../shared/abilities'
import { showCount } from '../../web/format'
import type { TFunction } from '../../web/i18n'
import { tellSummary } from '../../shared/contract'
import { settings } from './people.contract'

/** Why a token opened nothing. */
const REASONS: Record<string, string> = {
  removed: 'приложение удалено',
  replaced: 'прежний токен',
  expired: 'срок токена истёк',
  scope: 'не тот параметр',
  assistant: 'помощнику это не разрешено',
  revoked: 'адрес отозван',
  address: 'токен в адресе',
}

/** What was shown after the password. */
const FACTORS: Record<string, string> = { code: 'код с телефона', recovery: 'код восстановления' }

const textIn = (details: Record<string, unknown>, key: string) =>
  typeof details[key] === 'string' ? details[key] : null

/** «Модули: создать; ещё 12 раз за минуту» */
export function detailsOf(details: Record<string, unknown>, t: TFunction): string {
  const { count } = details
  const reason = textIn(details, 'reason')
  const factor = textIn(details, 'factor')
  const summary = textIn(details, 'summary')
  const rules = Object.keys(details).flatMap((key) => settings.fields[key]?.column.title ?? [])
  return [
    textIn(details, 'name'),
    textIn(details, 'email'),
    summary === null ? null : tellSummary(summary, t),
    details['new_device'] === true ? t('новое устройство') : null,
    factor ? t(FACTORS[factor] ?? factor) : null,
    reason && reason !== t(NO_RIGHT) ? t(REASONS[reason] ?? reason) : null,
    ...rules.map((title) => t(title)),
    typeof count === 'number' ? t('ещё за минуту: {{number}}', { number: showCount(count) }) : null,
  ]
    .filter((text) => text !== null)
    .join('; ')
}
