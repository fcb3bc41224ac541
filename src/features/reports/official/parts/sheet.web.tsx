/** What the official sheets have in common: period and module in the address, requisites, blanks to sign. */
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { parseDay, showDay } from '../../../../shared/dates'
import { FILTERS } from '../../../../shared/filters'
import { hrefOf } from '../../../../shared/pages'
import { useLocations } from '../../../../core/cages/cage-cache.web'
import { ChangedSince, useExported } from '../../../../core/reports/exported.web'
import report from '../../../../core/reports/report.module.css'
import { noteOf } from '../../../../shared/sheets/filter-words'
import { type Filter, filterOptions, inputOf } from '../../../../web/filters/filter'
import { FilterFields } from '../../../../web/filters/filter-fields'
import { useTranslation } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { useJournalFilters } from '../../../../web/pages/journal-filters'
import { locationIn } from '../../../../web/pages/place-filters'
import { navigate } from '../../../../web/router/address'
import { useUser } from '../../../../web/session'
import { ALL } from '../../../../shared/sheets/filter-words'
import { PeriodPicker } from '../../../../web/ui/fields/period-picker'
import type { Preset } from '../../../../web/ui/fields/periods'
import { NoteBox } from '../../../../web/ui/note-box'
import type { DataTableProps } from '../../../../web/ui/table/data-table'
import type { Row } from '../../../../shared/sheets/rows'
import classes from './sheet.module.css'

const PER_PAGE = 100
/** More cages than these would make an address too long: the journal of the whole module is opened then. */
const MOST_CAGES = 60

/** Period, module and further filters in the address, and what they ask for. */
export function useSheetChoice(usual: Preset, more: readonly Filter[] = []) {
  const { t } = useTranslation()
  const module: Filter = { ...FILTERS.module, options: filterOptions(useLocations()), alwaysTold: true }
  const filters = [module, ...more]
  const { filters: chosen, set } = useJournalFilters('name', filters, usual)
  const { start, end, values } = chosen
  const place = locationIn(values)
  return {
    ...{ start, end, values, set, filters },
    module: place === ALL ? null : Number(place),
    asked: { start, end, ...inputOf(filters, values) },
    note: noteOf(filters, values, t),
  }
}
export type SheetChoice = ReturnType<typeof useSheetChoice>

/** The company as papers name it: what is not set is left out. */
function useRequisites(): string {
  const { t } = useTranslation()
  const { company } = useUser()
  const { inn, kpp, 'legal-name': name, 'legal-address': address, 'legal-phone': phone } = company.settings
  return [name ?? company.name, inn && `${t('ИНН')} ${inn}`, kpp && `${t('КПП')} ${kpp}`, address, phone]
    .filter(Boolean)
    .join(', ')
}

interface Asked {
  /** names the sheet among those that were exported */
  report: string
  /** i18n keys */
  title: string
  about?: string
  choice: Pick<SheetChoice, 'start' | 'end' | 'module' | 'note'>
  query: { data: unknown; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  /** i18n keys of those who sign it */
  signed: readonly string[]
  /** printed between the table and the signatures */
  below?: ReactNode
}

/** Properties that each table of a sheet has. */
export function useSheet({ report: name, title, about, choice, query, signed, below }: Asked) {
  const { t } = useTranslation()
  const { start, end, module, note } = choice
  const sheet = { report: name, start, end, cages_id: null, location_id: module }
  const noteExport = useExported(sheet, title)
  const requisites = useRequisites()
  const table = {
    titleLevel: 2,
    csv: true,
    startPerPage: PER_PAGE,
    exportTitle: t(title),
    exportWhen: start === end ? start : `${start}–${end}`,
    exportNote: [requisites, note, about && t(about)].filter(Boolean).join('. '),
    exportBelow: (
      <>
        {below}
        <Signatures who={signed} />
      </>
    ),
    onExported: () => void noteExport(),
    loading: query.isPlaceholderData,
    error: query.data ? undefined : query.error,
    onRetry: () => void query.refetch(),
  } satisfies Partial<DataTableProps<Row>>
  return { table, changed: <ChangedSince sheet={sheet} /> }
}

interface FrameProps {
  /** i18n keys */
  title: string
  about: string
  choice: SheetChoice
  limited: boolean | undefined
  changed: ReactNode
  /** where it leads back, the list of sheets if nothing is said */
  back?: { text: string; to: string }
  children: ReactNode
}

export function SheetPage({ title, about, choice, limited, changed, back, children }: FrameProps) {
  const { t } = useTranslation()
  const { start, end, filters, values, set } = choice
  return (
    <div className={report.page}>
      <SheetHead title={title} about={about} back={back} />
      <div className={report.bar}>
        <PeriodPicker
          start={parseDay(start)!}
          end={parseDay(end)!}
          onChange={(next) => set({ start: showDay(next.start), end: showDay(next.end) })}
        />
        <FilterFields filters={filters} values={values} set={set} />
      </div>
      {limited && <NoteBox>{t('Только модули, которые вам доступны')}</NoteBox>}
      {changed}
      {children}
    </div>
  )
}

export function SheetHead({ title, about, back }: Pick<FrameProps, 'title' | 'about' | 'back'>) {
  const { t } = useTranslation()
  const { text, to } = back ?? { text: 'Официальные ведомости', to: hrefOf('officialSheets') }
  return (
    <header className={classes.head}>
      <h1 data-in-bar>{t(title)}</h1>
      <Button variant="default" size="xs" leftSection={<Icon name="left" size={16} />} onClick={() => navigate(to)}>
        {t(text)}
      </Button>
      <p>{t(about)}</p>
    </header>
  )
}

/** Blanks at the bottom of a printed sheet; the director is known from the settings. */
function Signatures({ who }: { who: readonly string[] }) {
  const { t } = useTranslation()
  const { director } = useUser().company.settings
  return (
    <div className={classes.signatures}>
      {who.map((post) => (
        <p key={post}>
          {t(post)} <span /> / <span>{post === DIRECTOR && director}</span>
        </p>
      ))}
      <p>
        {t('Дата составления')} <span />
      </p>
    </div>
  )
}

export const DIRECTOR = 'Руководитель'
export const KEEPER = 'Зоотехник (рыбовод)'
export const ACCOUNTANT = 'Главный бухгалтер'

/** A blank line to write on, with its words. */
export const Blank = ({ children }: { children: string }) => (
  <p className={classes.blank}>
    {children}
    <span />
  </p>
)

/** Whose journal a number of some cages opens. */
export const placeOf = (cages: readonly number[], module: number | null) => ({
  ...(module !== null && { locationId: module }),
  ...(cages.length <= MOST_CAGES && { cagesId: [...cages] }),
})

/** What stands under a table: numbers alone. */
export const footerOf = (total: object | undefined) =>
  total && (Object.fromEntries(Object.entries(total).filter(([, value]) => value !== null)) as Record<string, number>)
