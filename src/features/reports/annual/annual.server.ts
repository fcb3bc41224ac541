/** The annual report out of its parts, each read only for whoever may see it. */
import { seesCosts } from '../../../core/goods/value/good-facts.server'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { can } from '../../../shared/abilities'
import type { AnswerOf, ParsedOf } from '../../../shared/contract'
import { showDay } from '../../../shared/dates'
import { type AnnualRow, type annualCalls, type SectionName, SECTIONS } from './annual.contract'
import { feedOf } from './feed-part.server'
import { retreatsOf, salesOf, spendingOf, volumesOf } from './fish-part.server'
import { type Span, spanOf } from './months.server'

type Input = ParsedOf<typeof annualCalls.report>
type Answer = AnswerOf<typeof annualCalls.report>

type Read = (context: Context, span: Span, input: Input) => Promise<AnnualRow[]>

const READS: Record<SectionName, { may?: (context: Context) => boolean; read: Read }> = {
  sales: { read: salesOf },
  feed: { may: seesCosts, read: (context, span, { method }) => feedOf(context, span, method) },
  spending: { may: ({ user }) => can(user, 'access spending'), read: spendingOf },
  retreats: { read: (context, span) => retreatsOf(context, span, lossPercent(context)) },
  volumes: { read: volumesOf },
}

const lossPercent = ({ company }: Context): number => company.settings['ask-loss-percent']

export async function annualReport(input: Input, context: Context): Promise<Answer> {
  const span = spanOf(input.year, context)
  const names = Object.keys(SECTIONS) as SectionName[]
  const may = (name: SectionName) => READS[name].may?.(context) ?? true
  const rows = await Promise.all(names.map((name) => (may(name) ? READS[name].read(context, span, input) : [])))
  return {
    year: input.year,
    method: input.method,
    until: span.last && showDay(span.last),
    sections: Object.fromEntries(names.map((name, index) => [name, rows[index]!])) as Answer['sections'],
    hidden: names.filter((name) => !may(name)),
    limited: !scope(context.user).allModules,
    loss_percent: lossPercent(context),
  }
}
