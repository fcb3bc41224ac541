/** The list of official sheets. */
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { type CardEntry, ReportCards } from '../cards/report-cards.web'
import report from '../../../core/reports/report.module.css'

const SHEETS: readonly CardEntry[] = [
  {
    title: 'Ведомость движения рыбы',
    to: hrefOf('officialMovement'),
    about: 'Что было, поступило, выбыло и осталось за месяц по видам и категориям. Графы как в СП-51.',
  },
  {
    title: 'Карточка движения за день',
    to: hrefOf('officialCards'),
    about: 'Садок по дням: головы и живая масса, прирост, сохранность. Графы как в СП-52.',
  },
  {
    title: 'Акт зарыбления',
    to: hrefOf('officialStockings'),
    about: 'Что и куда посажено: вид, тысячи штук, средняя и общая масса. Место для подписей комиссии.',
  },
  {
    title: 'Сводка для приказа № 691',
    to: hrefOf('officialVolumes'),
    about: 'Сколько рыбы выпущено в водные объекты и изъято из них, по видам, модулям и месяцам.',
  },
  {
    title: 'Справка о стоимости и биомассе по садкам',
    to: hrefOf('officialHolding'),
    about: 'Что живёт в садках на дату и сколько стоило вырастить. Для банка или страховщика.',
  },
]

export function OfficialSheets() {
  const { t } = useTranslation()
  return (
    <div className={report.page}>
      <h1 data-in-bar>{t('Официальные ведомости')}</h1>
      <ReportCards entries={SHEETS} />
    </div>
  )
}
