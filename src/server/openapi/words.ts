/** Texts of the document besides the calls: the introduction, the areas, and what all calls have in common. */

export const DESCRIPTION = `Учёт садкового рыбоводного хозяйства: всё, что делает веб-приложение, доступно и программам.

**Вход.** \`POST /login\` ставит cookie сеанса, остальные вызовы его присылают. Внешние приложения (датчики, отчёты) вместо сеанса присылают
\`Authorization: Bearer <токен>\` и видят только то, что им открыто.

**Числа и даты.** Масса в килограммах, деньги в рублях, количество рыбы в штуках. Даты \`ДД.ММ.ГГГГ\`, время \`ЧЧ:ММ\` по часам хозяйства. На входе числа и
строки равноправны, годится и запятая.

**Повторы.** Запись с заголовком \`Idempotency-Key\` можно отправить ещё раз, не боясь удвоить: 400 дней ответ будет тем же. Тот же ключ с другими данными — 409.

**Отказы.** 422 называет поле и причину (\`errors\`), 401 — нет входа, 403 — нет права, 404 — нет такой записи, 409 — противоречие, 429 и 503 — повторите
через \`Retry-After\` секунд. Отказ ничего не меняет.

**Язык.** Отказы и причины написаны на языке из заголовка \`Accept-Language\`: \`ru\` или \`en\`, без него по-русски.`

/** Area → what its calls are about. */
export const TAGS: Record<string, string> = {
  access: 'Вход, регистрация, пароль, профиль, сеансы',
  admin: 'Настройки, пользователи, роли, внешние приложения, журналы аудита',
  cages: 'Садки и модули: что в них сейчас и на любую дату',
  operations: 'Операции с рыбой и их журналы: записать, изменить, удалить, посмотреть последствия',
  warehouse: 'Расходники, изделия, склады и движения по ним',
  workshop: 'Цех: партии, продукция, переработка, отгрузки',
  spending: 'Затраты',
  libraries: 'Справочники',
  measurements: 'Замеры воды',
  feeding: 'Расчёты и планы кормления',
  reports: 'Отчёты',
  tasks: 'Задачи',
  alarms: 'Тревоги: что идёт сейчас, что было, правила',
  proposals: 'Предложения помощников: записи, которые подтверждает человек',
  notices: 'Уведомления',
  'moving-in': 'Перенос прошлого: книги Excel с операциями прошлых лет',
  companies: 'Хозяйства установки, для её оператора',
  external: 'Внешние приложения: показания датчиков и выгрузка по токену',
}

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const later = (description: string) => ({
  ...errorAnswer(description),
  headers: { 'Retry-After': { description: 'через сколько секунд повторить', schema: { type: 'integer' } } },
})

/** Components that calls refer to. */
export const COMMON = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Свой для каждой записи (например, UUID): по нему повтор получает прежний ответ и ничего не удваивает.',
      schema: { type: 'string', maxLength: 200, pattern: '^[\\w:.-]+$' },
    },
    DownloadToken: {
      name: 'token',
      in: 'query',
      required: false,
      description: 'Пропуск на одно скачивание.',
      schema: { type: 'string', maxLength: 100 },
    },
  },
  responses: {
    NotSignedIn: errorAnswer('Нет входа'),
    Forbidden: errorAnswer('Нет права'),
    NotFound: errorAnswer('Нет такой записи'),
    Conflict: errorAnswer('Противоречит тому, что записано, или ключ повтора занят'),
    Invalid: errorAnswer('Ошибка в данных: какое поле и почему'),
    TooMany: later('Слишком много запросов'),
    Busy: later('Сервер не успел ответить'),
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string', description: 'что случилось, на языке из Accept-Language' },
        errors: {
          type: 'object',
          description: 'поле → что в нём не так; поле строки называется lines.2.amount',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        msgShouldBeShown: { type: 'boolean', description: 'текст предназначен человеку' },
        refusal: {
          type: 'object',
          description: 'первая операция, которая стала бы невозможной; садок и операция закрытого модуля — 0',
          required: ['operation_id', 'kind', 'datetime', 'cage_id', 'cage_number', 'shortage', 'own'],
          properties: {
            operation_id: { type: 'integer' },
            kind: { type: 'string' },
            datetime: { type: 'string' },
            cage_id: { type: 'integer' },
            cage_number: { type: 'string' },
            shortage: { type: 'integer', description: 'скольких штук не хватает; 0, если рыбы не было' },
            own: { type: 'boolean', description: 'не хватает самой этой операции' },
          },
        },
        differing: {
          type: 'object',
          description: 'план кормления тем временем сохранил другой: его версия и клетки, которые разошлись',
          required: ['version', 'cells'],
          properties: {
            version: { type: 'string' },
            cells: {
              type: 'array',
              items: {
                type: 'object',
                required: [
                  'date',
                  'cage_id',
                  'cage_number',
                  'feed_type_id',
                  'feed_type_name',
                  'field',
                  'mine',
                  'theirs',
                ],
                properties: {
                  date: { type: 'string' },
                  cage_id: { type: 'integer' },
                  cage_number: { type: 'string' },
                  feed_type_id: { type: 'integer' },
                  feed_type_name: { type: 'string' },
                  field: { type: 'string', enum: ['row', 'avg_weight', 'count', 'temperature', 'rate', 'growth'] },
                  mine: { type: ['number', 'null'] },
                  theirs: { type: ['number', 'null'] },
                },
              },
            },
          },
        },
        otherPerson: { type: 'boolean', description: 'запись сделал другой человек, чем вошёл' },
        subscriptionEnded: { type: 'boolean', description: 'подписка хозяйства закончилась' },
        request_id: { type: 'string', description: 'по нему ошибка находится в журнале сервера' },
      },
    },
  },
}
