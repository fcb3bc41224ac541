/**
 * What is worth noticing about accounts, rights and tokens: each kind of security event with the words it is told in.
 */
export const SECURITY_EVENTS = {
  'signed-in': 'Вход',
  'sign-in-failed': 'Неудачный вход',
  'signed-out': 'Выход',
  'session-ended': 'Сеанс завершён',
  'password-changed': 'Пароль изменён',
  'reset-asked': 'Запрошено восстановление пароля',
  'second-factor-on': 'Второй фактор включён',
  'second-factor-off': 'Второй фактор отключён',
  'second-factor-failed': 'Неверный код второго фактора',
  'confirm-failed': 'Неверный пароль при подтверждении',
  'recovery-code-used': 'Использован код восстановления',
  refused: 'Отказ: нет права',
  limited: 'Слишком частые обращения',
  suspicious: 'Подозрительный запрос',
  'user-created': 'Пользователь создан',
  'user-invited': 'Пользователь приглашён',
  'invitation-accepted': 'Приглашение принято',
  'invitation-withdrawn': 'Приглашение отозвано',
  'user-changed': 'Права пользователя изменены',
  'user-removed': 'Пользователь удалён',
  'sent-for-another': 'Запись отправлена за другого человека',
  'role-changed': 'Права роли изменены',
  'token-created': 'Токен создан',
  'token-renewed': 'Токен обновлён',
  'token-changed': 'Права токена изменены',
  'token-removed': 'Токен удалён',
  'token-refused': 'Отказ внешнему приложению',
  'company-changed': 'Хозяйство изменено оператором',
  'settings-changed': 'Настройки безопасности изменены',
} as const

export type SecurityEventKind = keyof typeof SECURITY_EVENTS
