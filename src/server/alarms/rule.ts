/** What a rule of alarms is, and the episodes that it finds in a period: the running alarm and the back-test alike. */
import { type Episode, episodesOf, type Run, silencesOf, type Timing } from '../../shared/alarms/episodes'
import { instantOf, minutesOf } from '../../shared/alarms/moments'
import { type AlarmKind, type AlarmTerms, silenceOf, timingOf } from '../../shared/alarms/rules'
import { at, say, type MessageParts } from '../../shared/say'
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

/** All that a rule finds in a period, which ends now or in the past. */
export async function findEpisodes(
  rule: AnyAlarmRule,
  reader: AlarmReader,
  terms: Record<string, number>,
  period: AlarmPeriod,
  open: OpenEpisodes = new Map(),
): Promise<FoundEpisode[]> {
  const { kind, observe, tell, href } = rule as unknown as AlarmRule<AlarmKind, unknown>
  const [timing, limit, end] = [timingOf(kind, terms), silenceOf(terms), minutesOf(period.end)]
  const observed = await observe(reader, terms as never, period)
  return observed.flatMap(({ runs, key, name, worse, silent, location, cage, stock, stocks = null }) => {
    const place = { location, cage, stock, stocks }
    const rang = episodesOf(runs, { ...timing, ...(worse && { worse }) }, end, open.get(key) ?? null).map(
      (episode): FoundEpisode => {
        const { detail } = episode
        const span = spanOf(episode)
        const message = detail === null ? null : tell(detail, span)
        return { ...place, ...momentsOf(episode), key, lack: false, message, href: href(place, span) }
      },
    )
    const lacks = (limit === null || silent === false ? [] : silencesOf(runs, limit, end)).map(
      (episode): FoundEpisode => {
        const message = lackText(name, at(instantOf(episode.detail)))
        return {
          ...place,
          ...momentsOf(episode),
          key: `${key}:silent`,
          lack: true,
          message,
          href: href(place, spanOf(episode)),
        }
      },
    )
    return [...rang, ...lacks]
  })
}
