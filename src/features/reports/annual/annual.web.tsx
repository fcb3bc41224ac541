import { type ComponentProps, useMemo, type ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod'
import { GOODS, NextStep } from '../../../core/reports/next-step.web'
import report from '../../../core/reports/report.module.css'
import type { Column } from '../../../shared/columns'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { Link } from '../../../web/router/router'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useNow } from '../../../web/session'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { cellText } from '../../../web/ui/table/view/cells'
import { annualCalls, MEASURES, METHOD_WORDS, METHODS, type SectionName, SECTIONS } from './annual.contract'
import { type Line, lineColumns, linesOf, monthNames } from './annual-table.contract'
import { useClosingNote, YearClosing } from './closing.web'
import { FishWorth } from './fish-worth.web'
import { GoodsBalance } from './goods-balance.web'
import { Signatures } from './signatures.web'
import classes from './annual.module.css'

const schema = z.object({ year: z.coerce.number().int().min(1990).max(2100), method: z.enum(['fifo', 'avg']) })

/** What a section opens for one of its months; null where no journal holds just these records. */
const JOURNALS: Record<SectionName, ((line: Line) => string | null) | null> = {
  sales: () => 'withdrawal',
  feed: ({ key }) => ({ received: 'receipts', consumed: 'feeding', lost: 'write-offs' })[key] ?? null,
  spending: null,
  retreats: () => 'retreat',
  volumes: null,
}

/** Where the records of a section are made. */
const NEXT: Record<SectionName, ComponentProps<typeof NextStep>> = {
  sales: { journal: 'withdrawal' },
  feed: { place: GOODS },
  spending: { place: { to: hrefOf('spending'), text: 'К затратам' } },
  retreats: { journal: 'retreat' },
  volumes: { journal: 'stocking' },
}

const isMonth = (key: string) => /^m\d+$/.test(key)

export function AnnualReport() {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const now = Number(today.slice(0, 4))
  const defaults = useMemo(() => ({ year: now, method: 'fifo' as const }), [now])
  const [{ year, method }, set] = useUrlFilters<z.output<typeof schema>>(schema, defaults, undefined, today)
  const query = useCall(annualCalls.report, { year, method }, { placeholderData: keepPreviousData })
  const answer = query.data
  const shown = (Object.keys(SECTIONS) as SectionName[]).filter((name) => !answer?.hidden.includes(name))
  const when = String(year)
  const closing = useClosingNote(year)
  return (
    <div className={report.page}>
      <h1 data-in-bar>{t('Годовой отчёт')}</h1>
      <div className={report.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('Год')}
          data={[now, now - 1].map(String)}
          value={when}
          onChange={(chosen) => set({ year: Number(chosen) })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('Стоимость расхода')}
          data={Object.entries(METHODS).map(([value, label]) => ({ value, label: t(label) }))}
          value={method}
          onChange={(chosen) => set({ method: chosen === 'avg' ? 'avg' : 'fifo' })}
        />
        <DownloadButton endpoint={annualCalls.download} input={{ year, method }} named={t('Годовой отчёт')} size="xs">
          {t('Скачать Excel')}
        </DownloadButton>
        <p className={classes.method}>{t(METHOD_WORDS[method])}</p>
      </div>
      {answer && <Notes {...answer} />}
      {answer && <YearClosing year={year} over={answer.until === null} />}
      {shown.map((name) => (
        <Section
          key={name}
          name={name}
          year={year}
          lines={answer && linesOf(name, answer.sections[name], t('Итого'))}
          note={[name === 'feed' ? `${t(METHODS[method])}. ${t(METHOD_WORDS[method])}` : '', closing]
            .filter(Boolean)
            .join(' ')}
          query={query}
        />
      ))}
      {answer && !answer.hidden.includes('feed') && <GoodsBalance year={year} method={method} closing={closing} />}
      {answer && <FishWorth year={year} closing={closing} />}
    </div>
  )
}

interface NotesProps {
  until: string | null
  hidden: SectionName[]
  limited: boolean
}

/** What the figures leave out. */
function Notes({ until, hidden, limited }: NotesProps) {
  const { t } = useTranslation()
  const notes = [
    until && t('Год не закончен: данные по {{day}}.', { day: until }),
    limited && t('Вам открыты не все модули: рыба других модулей не посчитана.'),
    hidden.length > 0 &&
      t('Не показано, нет права или открыты не все склады: {{sections}}.', {
        sections: hidden.map((name) => t(SECTIONS[name].title)).join(', '),
      }),
  ].filter(Boolean)
  return notes.length > 0 ? <NoteBox>{notes.join(' ')}</NoteBox> : null
}

interface SectionProps {
  name: SectionName
  year: number
  lines: Line[] | undefined
  note: string
  query: { isPlaceholderData: boolean; error: unknown; refetch: () => unknown }
}

function Section({ name, year, lines, note, query }: SectionProps) {
  const { t, language } = useTranslation()
  const months = useMemo(() => monthNames(language), [language])
  const { title, empty } = SECTIONS[name]
  const columns = useMemo(() => lineColumns(name, year, months), [name, year, months])
  const look = (line: Line, { key, type }: Column): ReactNode => {
    if (key === 'name' && line.warning) return <Warned {...line} />
    if (type !== 'amount') return undefined
    return cellText(line[key], { key, title: '', type: MEASURES[line.measure].type, noZero: isMonth(key) })
  }
  const link = (line: Line, { key }: Column, content: ReactNode) => {
    const path = isMonth(key) && line[key] ? JOURNALS[name]?.(line) : null
    if (line.is_total) return <b>{content}</b>
    if (!path) return content
    const index = Number(key.slice(1))
    const first = `${year}-${String(index + 1).padStart(2, '0')}-01`
    const end = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
    return (
      <Link className={report.cell} to={hrefOf('journal', { path, start: showDay(first), end: showDay(end) })}>
        {content}
      </Link>
    )
  }
  return (
    <DataTable<Line>
      name={`annual-${name}`}
      title={t(title)}
      titleLevel={2}
      exportTitle={`${t('Годовой отчёт')}. ${t(title)}`}
      csv
      exportWhen={String(year)}
      exportNote={note}
      exportBelow={<Signatures />}
      columns={columns}
      rows={lines}
      loading={query.isPlaceholderData}
      error={lines ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startPerPage={100}
      renderCell={look}
      wrapCell={link}
      emptyText={t(empty)}
      emptyAction={<NextStep {...NEXT[name]} />}
    />
  )
}

/** A row whose figures rest on something that was not entered. */
const Warned = ({ name, warning }: Line) => (
  <span className={classes.warned}>
    {name}
    <span className={classes.warning}>
      <Icon name="alert" size={14} /> {warning}
    </span>
  </span>
)
