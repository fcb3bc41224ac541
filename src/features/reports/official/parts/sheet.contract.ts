/** The official sheets: how each is called, what it says of itself, and who signs it. */
import type { PageName } from '../../../../shared/pages'
import type { CompanySettings } from '../../../../shared/settings'

export const DIRECTOR = 'Руководитель'
const KEEPER = 'Зоотехник (рыбовод)'
const ACCOUNTANT = 'Главный бухгалтер'

export interface OfficialSheet {
  page: PageName
  /** names it among those that were exported */
  report: string
  /** i18n keys */
  title: string
  /** in the list of sheets */
  about: string
  /** on its own page */
  explained: string
  /** whether that stands on paper too */
  printed?: boolean
  /** those who sign it */
  signed: readonly string[]
}

export const OFFICIAL = {
  movement: {
    page: 'officialMovement',
    report: 'official-movement',
    title: 'Ведомость движения рыбы',
    about: 'Что было, поступило, выбыло и осталось за месяц по видам и категориям. Графы как в СП-51.',
    explained:
      'Графы как в форме СП-51: остаток на начало, поступление, расход и остаток на конец сходятся до грамма. Пересадки внутри модуля и внутри хозяйства — не поступление и не расход.',
    signed: [KEEPER, ACCOUNTANT, DIRECTOR],
  },
  cards: {
    page: 'officialCards',
    report: 'official-cards',
    title: 'Карточка движения за день',
    about: 'Садок по дням: головы и живая масса, прирост, сохранность. Графы как в СП-52.',
    explained:
      'Графы как в форме СП-52. Среднесуточный прирост — прирост на одну рыбу в день: прирост периода, делённый на сумму голов по дням. Сохранность — доля рыбы, которая была или пришла и не потеряна.',
    signed: [KEEPER, DIRECTOR],
  },
  stockings: {
    page: 'officialStockings',
    report: 'official-stockings',
    title: 'Акт зарыбления',
    about: 'Что и куда посажено: вид, тысячи штук, средняя и общая масса. Место для подписей комиссии.',
    explained:
      'Одно зарыбление открывается из его строки в журнале, здесь — все за период. Печать оставляет место для комиссии: откуда завезена рыба, её состояние, подписи.',
    signed: [KEEPER, DIRECTOR],
  },
  volumes: {
    page: 'officialVolumes',
    report: 'official-volumes',
    title: 'Сводка для приказа № 691',
    about: 'Сколько рыбы выпущено в водные объекты и изъято из них, по видам, модулям и месяцам.',
    explained:
      'Сводка, не форма: форму и сроки приказа Минсельхоза № 691 от 06.10.2021 сверьте с его действующим текстом. Выпущено — зарыбления, изъято — подъёмы рыбы; отход и пересадки сюда не входят.',
    printed: true,
    signed: [KEEPER, DIRECTOR],
  },
  holding: {
    page: 'officialHolding',
    report: 'official-holding',
    title: 'Справка о стоимости и биомассе по садкам',
    about: 'Что живёт в садках на дату и сколько стоило вырастить. Для банка или страховщика.',
    explained:
      'Что живёт в садках на конец дня и сколько стоило вырастить. Стоимость — себестоимость по учёту (посадка, корм, препараты, затраты), а не справедливая стоимость по МСФО (IAS) 41.',
    printed: true,
    signed: [ACCOUNTANT, DIRECTOR],
  },
} as const satisfies Record<string, OfficialSheet>

/** The company as papers name it: what is not set is left out. */
export function requisitesOf(own: string, settings: CompanySettings, t: (key: string) => string): string {
  const { inn, kpp, 'legal-name': name, 'legal-address': address, 'legal-phone': phone } = settings
  return [name ?? own, inn && `${t('ИНН')} ${inn}`, kpp && `${t('КПП')} ${kpp}`, address, phone]
    .filter(Boolean)
    .join(', ')
}

/** Under the title of a sheet: whose it is, its filters, and what it says of itself. */
export const noteOnPaper = (
  { explained, printed }: OfficialSheet,
  requisites: string,
  note: string,
  t: (key: string) => string,
): string => [requisites, note, printed && t(explained)].filter(Boolean).join('. ')
