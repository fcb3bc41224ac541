/** What a rule of alarms is, and the episodes that it finds in a period: the running alarm and the back-test alike. */
import { type Episode, episodesOf, type Run, silencesOf, type Timing } from '../../shared/alarms/episodes'
import { instantOf, minutesOf } from '../../shared/alarms/moments'
import { type AlarmKind, type AlarmTerms, silenceOf, timingOf } from '../../shared/alarms/rules'
import { at, say, type MessageParts } from '../../shared/say'
import { openBreath } from '../base/breath'
import type { Tx } from '../db/client'
import type { JobCompany } from '../db/companies'

export interface AlarmReader {
  tx: Tx
  company: JobCompany
}

/** Farm time, both included. */
export interface AlarmPeriod {
  start: string
  end: string
}

export interface AlarmPlace {
  location: number | null
  cage: number | null
  stock: number | null
  /** others of which it tells as well: whoever sees it may see all of them */
  stocks?: number[] | null
}

/** What was observed of one thing: a parameter in a cage, the losses of a cage, a feed in a warehouse. */
export interface Series<D = unknown> extends AlarmPlace {
  /** stays the same for the same thing */
  key: string
  runs: Run<D>[]
  /** what it is called, when it says nothing */
  name?: string
  /** where it is not that of the rule */
  worse?: Timing['worse']
  /** another series tells when nothing is observed */
  silent?: false
}

interface Span {
  from: string
  /** null while it goes on */
  until: string | null
}

export interface AlarmRule<K extends AlarmKind = AlarmKind, D = unknown> {
  kind: K
  /** Set-based, of the whole farm; only what lies in the period. What is bad has a detail. */
  observe(reader: AlarmReader, terms: AlarmTerms<K>, period: AlarmPeriod): Promise<Series<D | null>[]>
  /** without the place, which stands beside it */
  tell(detail: D, span: Span): MessageParts
  /** where one can see it and act on it */
  href(place: AlarmPlace, span: Span): string
}

/** Any rule: each is given its own terms and details. */
export type AnyAlarmRule = { [K in AlarmKind]: AlarmRule<K> }[AlarmKind]

export interface FoundEpisode extends AlarmPlace {
  key: string
  /** nothing is observed: an alarm of its own */
  lack: boolean
  from: string
  active: string | null
  recovering: string | null
  until: string | null
  worst: number
  danger: boolean
  /** null: as it was told when it was stored */
  message: MessageParts | null
  href: string
}

const optional = (minutes: number | null) => (minutes === null ? null : instantOf(minutes))

/** An alarm that began before the period, by the key of its series. */
export type OpenEpisodes = ReadonlyMap<string, Episode<null>>

const spanOf = ({ from, until }: Episode): Span => ({ from: instantOf(from), until: optional(until) })

const lackText = (name: string | undefined, last: ReturnType<typeof at>): MessageParts =>
  name === undefined
    ? say('Нет данных, последние {{last}}', { last })
    : say('«{{name}}»: нет данных, последние {{last}}', { name, last })

const momentsOf = (episode: Episode) => ({
  ...spanOf(episode),
  active: optional(episode.active),
  recovering: optional(episode.recovering),
  worst: episode.worst,
  danger: episode.danger,
})

/** So many of the last episodes of a series are told: a sensor that flaps has thousands. */
const MOST = 500

interface Finding {
  /** what began before the period */
  open?: OpenEpisodes
  /** of which series: all unless given */
  opens?(place: AlarmPlace): boolean
  /** episodes of a series that are told, the last ones */
  most?: number
}

interface Found {
  episodes: FoundEpisode[]
  /** how many rang, those that are not told included; of them for want of data */
  rang: number
  silent: number
}

/** What a rule finds in a period, which ends now or in the past. Other requests run between its series. */
export async function findEpisodes(
  rule: AnyAlarmRule,
  reader: AlarmReader,
  terms: Record<string, number>,
  period: AlarmPeriod,
  { open = new Map(), opens = () => true, most = MOST }: Finding = {},
): Promise<Found> {
  const { kind, observe } = rule as unknown as AlarmRule<AlarmKind, unknown>
  const [timing, limit, end] = [timingOf(kind, terms), silenceOf(terms), minutesOf(period.end)]
  const found: Found = { episodes: [], rang: 0, silent: 0 }
  const breath = openBreath()
  for (const series of (await observe(reader, terms as never, period)).filter(opens)) {
    const { runs, key, worse, silent } = series
    const rang = episodesOf(runs, { ...timing, ...(worse && { worse }) }, end, open.get(key) ?? null)
    const lacks = limit === null || silent === false ? [] : silencesOf(runs, limit, end)
    found.rang += rang.filter(({ active }) => active !== null).length + lacks.length
    found.silent += lacks.length
    const told = telling(rule, series)
    found.episodes.push(...rang.slice(-most).map(told.rang), ...lacks.slice(-most).map(told.lacks))
    await breath()
  }
  return found
}

function telling(rule: AnyAlarmRule, { key, name, location, cage, stock, stocks = null }: Series) {
  const { tell, href } = rule as unknown as AlarmRule<AlarmKind, unknown>
  const place = { location, cage, stock, stocks }
  const common = (episode: Episode) => ({ ...place, ...momentsOf(episode), href: href(place, spanOf(episode)) })
  return {
    rang: (episode: Episode): FoundEpisode => {
      const message = episode.detail === null ? null : tell(episode.detail, spanOf(episode))
      return { ...common(episode), key, lack: false, message }
    },
    lacks: (episode: Episode<number>): FoundEpisode => {
      const message = lackText(name, at(instantOf(episode.detail)))
      return { ...common(episode), key: `${key}:silent`, lack: true, message }
    },
  }
}
