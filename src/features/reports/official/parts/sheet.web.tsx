/** What the official sheets have in common: period and module in the address, requisites, blanks to sign. */
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { FILTERS } from '../../../../shared/filters'
import { hrefOf } from '../../../../shared/pages'
import { useLocations } from '../../../../core/cages/cage-cache.web'
import { ChangedSince, useExported } from '../../../../core/reports/exported.web'
import { NextStep } from '../../../../core/reports/next-step.web'
import { PeriodPage } from '../../../../core/reports/period-page.web'
import { noteOf } from '../../../../shared/sheets/filter-words'
import { type Filter, filterOptions, inputOf } from '../../../../web/filters/filter'
import { useTranslation } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { useJournalFilters } from '../../../../web/pages/journal-filters'
import { locationIn } from '../../../../web/pages/place-filters'
import { navigate } from '../../../../web/router/address'
import { useUser } from '../../../../web/session'
import { ALL } from '../../../../shared/sheets/filter-words'
import type { Preset } from '../../../../web/ui/fields/periods'
import { NoteBox } from '../../../../web/ui/note-box'
import type { DataTableProps } from '../../../../web/ui/table/data-table'
import type { Row } from '../../../../shared/sheets/rows'
import { DIRECTOR, noteOnPaper, type OfficialSheet, requisitesOf } from './sheet.contract'
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

interface Asked {
  choice: SheetPlace
  query: {
    data: { start?: string; limited?: boolean } | undefined
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** printed between the table and the signatures */
  below?: ReactNode
}
type SheetPlace = Pick<SheetChoice, 'start' | 'end' | 'module' | 'note'>

/** What stands around the tables of a sheet, and the properties that each of them has. */
export function useSheet(definition: OfficialSheet, { choice, query, below }: Asked) {
  const { t } = useTranslation()
  const { company } = useUser()
  const { start, end, module, note } = choice
  const { report: name, title, signed } = definition
  const sheet = { report: name, start, end, cages_id: null, location_id: module }
  const noteExport = useExported(sheet, title)
  const table = {
    titleLevel: 2,
    csv: true,
    startPerPage: PER_PAGE,
    exportTitle: t(title),
    exportWhen: start === end ? start : `${start}–${end}`,
    exportNote: noteOnPaper(definition, requisitesOf(company.name, company.settings, t), note, t),
    exportBelow: (
      <>
        {below}
        <Signatures who={signed} />
      </>
    ),
    onExported: () => void noteExport(),
    emptyAction: <NextStep period={choice} />,
    loading: query.isPlaceholderData,
    error: query.data ? undefined : query.error,
    onRetry: () => void query.refetch(),
  } satisfies Partial<DataTableProps<Row>>
  const above = (
    <>
      {query.data?.limited && <NoteBox>{t('Только модули, которые вам доступны')}</NoteBox>}
      <ChangedSince sheet={sheet} />
    </>
  )
  return { table, above }
}

interface FrameProps {
  sheet: OfficialSheet
  choice: SheetChoice
  above: ReactNode
  back?: Back | undefined
  children: ReactNode
}
/** Where a sheet leads back, to the list of sheets if nothing is said. */
interface Back {
  text: string
  to: string
}

export function SheetPage({ sheet, choice, above, back, children }: FrameProps) {
  const { t } = useTranslation()
  return (
    <PeriodPage
      title={t(sheet.title)}
      head={<SheetHead sheet={sheet} back={back} />}
      choice={choice}
      filters={choice.filters}
    >
      {above}
      {children}
    </PeriodPage>
  )
}

export function SheetHead({ sheet: { title, explained }, back }: { sheet: OfficialSheet; back?: Back | undefined }) {
  const { t } = useTranslation()
  const { text, to } = back ?? { text: 'Официальные ведомости', to: hrefOf('officialSheets') }
  return (
    <header className={classes.head}>
      <h1 data-in-bar>{t(title)}</h1>
      <Button variant="default" size="xs" leftSection={<Icon name="left" size={16} />} onClick={() => navigate(to)}>
        {t(text)}
      </Button>
      <p>{t(explained)}</p>
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

/** A line with its words and what is known of it, else with room to write. */
export const Blank = ({ children, known }: { children: string; known?: string | null | undefined }) => (
  <p className={classes.blank}>
    {children}
    {known ? <b>{known}</b> : <span />}
  </p>
)

/** Whose journal a number of some cages opens. */
export const placeOf = (cages: readonly number[], module: number | null) => ({
  ...(module !== null && { locationId: module }),
  ...(cages.length <= MOST_CAGES && { cagesId: [...cages] }),
})
