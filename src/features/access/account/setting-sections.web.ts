/** The settings of the farm as the page shows them: section by section, with their inputs and hints. */
import type { CompanySettings } from '../../../shared/settings'

export type Key = keyof CompanySettings
export interface Setting {
  key: Key
  title: string
  hint?: string
  /** a flag when left out */
  input?: 'day' | 'number' | 'text' | 'choice' | 'months'
  /** it is this part of what is stored */
  within?: string
  choices?: readonly { value: string; label: string }[]
  unit?: string
  decimals?: number
}

interface Section {
  title: string
  /** what all of them change, where one sentence does */
  hint?: string
  settings: readonly Setting[]
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Операции',
    settings: [
      { key: 'retreat-weight-allowed', title: 'Вводить вес отхода', hint: 'Иначе отход весит как его группа.' },
      {
        key: 'minimal-operation-date-enabled',
        title: 'Не принимать операции раньше даты',
        hint: 'Раньше неё ничего нельзя записать, изменить и удалить: ни операции, ни замеры, ни затраты.',
      },
      { key: 'minimal-operation-date', title: 'Минимальная дата операций', input: 'day' },
      {
        key: 'age-categories-by-weight',
        title: 'Возрастные категории по навеске',
        hint: 'У категорий появляются границы навески. Садок, навеска которого вышла из своей, будет назван; сам он не переходит.',
      },
    ],
  },
  {
    title: 'Садки',
    settings: [
      {
        key: 'density-limit',
        title: 'Предел плотности посадки',
        input: 'number',
        unit: 'кг/м³',
        decimals: 2,
        hint: 'Выше него садок отмечен на карте. У садка может быть свой предел.',
      },
      {
        key: 'weighing-age-days',
        title: 'Навеска устаревает через',
        input: 'number',
        unit: 'дн',
        decimals: 0,
        hint: 'Садки, которые не взвешивали дольше, отмечены на карте.',
      },
      {
        key: 'weighing-doubt-percent',
        title: 'Напоминать взвесить, если навеска известна хуже, чем ±',
        input: 'number',
        unit: '%',
        decimals: 1,
        hint: 'Раз в неделю колокольчик называет три садка, где это обходится дороже всего.',
      },
      {
        key: 'doubled-cages-area',
        title: 'Карта двойной высоты',
        hint: 'Для тех, кто не выбрал для модуля другую.',
      },
    ],
  },
  {
    title: 'Кормление',
    settings: [
      {
        key: 'auto-growth',
        title: 'Прирост по кормлениям',
        hint: 'Каждое новое кормление прибавляет рыбе вес по нормам своего корма. Записанные раньше не меняются.',
      },
      {
        key: 'feeding-rates',
        within: 'temperature-matching',
        title: 'Температура между столбцами норм',
        input: 'choice',
        choices: [
          { value: 'nearest', label: 'Ближайшая' },
          { value: 'round_up', label: 'К большей' },
          { value: 'round_down', label: 'К меньшей' },
        ],
        hint: 'К какому столбцу норм кормления относится температура воды.',
      },
      {
        key: 'lake-temperatures',
        title: 'Обычная температура озера в середине месяца',
        input: 'months',
        unit: '°C',
        decimals: 1,
        hint: 'По опубликованным данным известны только август и февраль – март (Карельский научный центр), остальное — плавная оценка. Впишите свои.',
      },
    ],
  },
  {
    title: 'Корм и вода',
    hint: 'План кормления предлагает меньше корма, когда рыбе мало кислорода или вода слишком холодна или тепла. Решает человек.',
    settings: [
      {
        key: 'oxygen-cold-percent',
        title: 'Кислорода хватает при 7 °C от',
        input: 'number',
        unit: '%',
        decimals: 1,
        hint: 'Насыщение. Между 7 и 19 °C предел растёт равномерно; ниже него корма в плане нет.',
      },
      { key: 'oxygen-warm-percent', title: 'Кислорода хватает при 19 °C от', input: 'number', unit: '%', decimals: 1 },
      {
        key: 'oxygen-attention-points',
        title: 'Уменьшать корм, если запас кислорода меньше',
        input: 'number',
        unit: '%',
        decimals: 1,
        hint: 'Столько процентов насыщения над пределом: чем ближе к нему, тем меньше корма.',
      },
      {
        key: 'oxygen-danger-mg',
        title: 'Не кормить, если кислорода меньше',
        input: 'number',
        unit: 'мг/л',
        decimals: 1,
        hint: 'При любой температуре. Пусто — без этого предела.',
      },
      {
        key: 'feeding-temperature-min',
        title: 'Кормить полностью в воде не холоднее',
        input: 'number',
        unit: '°C',
        decimals: 1,
        hint: 'За пределом корма всё меньше, через два градуса нет. Пусто — без предела.',
      },
      {
        key: 'feeding-temperature-max',
        title: 'Кормить полностью в воде не теплее',
        input: 'number',
        unit: '°C',
        decimals: 1,
      },
      {
        key: 'feeding-check-hour',
        title: 'Напоминать о некормленых по плану с',
        input: 'number',
        unit: 'ч',
        decimals: 0,
        hint: 'С этого часа колокольчик называет садки, которым по плану корм положен, а не дан.',
      },
    ],
  },
  {
    title: 'Закупка корма',
    hint: 'Для поставщиков, у которых в справочнике контрагентов свои сроки не указаны.',
    settings: [
      {
        key: 'feed-lead-days',
        title: 'Срок поставки корма',
        input: 'number',
        unit: 'дн',
        decimals: 0,
        hint: 'От заказа до склада.',
      },
      {
        key: 'feed-safety-days',
        title: 'Корм приходит раньше, чем кончится, на',
        input: 'number',
        unit: 'дн',
        decimals: 0,
        hint: 'Запас на задержку поставки и на лишний корм.',
      },
    ],
  },
  {
    title: 'Себестоимость рыбы',
    hint: 'По этому считает страница «Себестоимость». После смены пересчитываются и прошлые месяцы.',
    settings: [
      {
        key: 'cost-method',
        title: 'Чем оценивать корм и препараты',
        input: 'choice',
        choices: [
          { value: 'fifo', label: 'ФИФО' },
          { value: 'avg', label: 'Средняя за год' },
        ],
        hint: 'ФИФО берёт самые ранние приходы, средняя — стоимость остатка и приходов года на их количество.',
      },
      {
        key: 'cost-share',
        title: 'Как делить общие затраты',
        input: 'choice',
        choices: [
          { value: 'biomass', label: 'По биомассе и дням' },
          { value: 'pieces', label: 'По штукам и дням' },
          { value: 'fed', label: 'По корму' },
        ],
        hint: 'Так же делятся затраты, отнесённые на модуль, садок или генерацию, если там несколько групп рыбы.',
      },
    ],
  },
  {
    title: 'Спрашивать перед сохранением',
    hint: 'Форма переспросит и сохранит, если всё верно.',
    settings: [
      {
        key: 'ask-loss-percent',
        title: 'Отход за раз больше, чем доля группы',
        input: 'number',
        unit: '%',
        hint: 'Чтобы лишний ноль в отходе заметили сразу.',
      },
      {
        key: 'ask-average-percent',
        title: 'Навеска расходится с ожидаемой больше, чем на',
        input: 'number',
        unit: '%',
        hint: 'Так находят граммы вместо килограммов.',
      },
      {
        key: 'ask-band-percent',
        title: 'Навеска вне полосы, в которую попадает',
        input: 'number',
        unit: '% навесок',
        decimals: 2,
        hint: 'Навеску, подъём и пересадку сравнивают с тем, что ожидается по прошлым навескам, корму и воде.',
      },
      {
        key: 'ask-ration-percent',
        title: 'Кормление больше, чем доля биомассы',
        input: 'number',
        unit: '%',
        hint: 'Корм одного кормления против веса рыбы в садке.',
      },
      {
        key: 'ask-ration-times',
        title: 'Кормление больше вчерашнего во столько раз',
        input: 'number',
        unit: '×',
        hint: 'Корм одного кормления против всего корма садка за вчера.',
      },
    ],
  },
  {
    title: 'Вход',
    settings: [
      {
        key: 'second-factor',
        title: 'Второй фактор обязателен',
        input: 'choice',
        choices: [
          { value: 'off', label: 'Ни для кого' },
          { value: 'admins', label: 'Для администраторов' },
          { value: 'all', label: 'Для всех' },
        ],
        hint: 'Администраторы здесь — и все, кто задаёт пароли, меняет роли или настройки. Кто ещё не включил второй фактор, должен будет сделать это при следующем действии.',
      },
      {
        key: 'session-idle-hours',
        title: 'Завершать сеанс без дела через',
        input: 'number',
        unit: 'ч',
        decimals: 0,
        hint: 'От 12 до 168 часов. На судне без связи дольше недели придётся войти снова.',
      },
    ],
  },
  {
    title: 'Реквизиты для документов',
    hint: 'Их печатают накладные, акты и паспорта партий. Пустое заполняют от руки.',
    settings: [
      { key: 'legal-name', title: 'Полное название', input: 'text' },
      { key: 'inn', title: 'ИНН', input: 'text' },
      { key: 'kpp', title: 'КПП', input: 'text' },
      { key: 'legal-address', title: 'Адрес', input: 'text' },
      { key: 'legal-phone', title: 'Телефон', input: 'text' },
      { key: 'director', title: 'Руководитель', input: 'text' },
      { key: 'stocking-head', title: 'Ответственный за зарыбление', input: 'text' },
      { key: 'stocking-commission', title: 'Комиссия по зарыблению', input: 'text' },
    ],
  },
]
