import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { dayOf, showDay } from '../../../shared/dates'
import {
  commonRange,
  type Course,
  courseOf,
  type CoursePoint,
  figuresWithin,
  type WeightRange,
} from '../../../shared/fish/growth-course'
import { say } from '../../../shared/say'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { periodOf } from '../../../core/reports/series.server'
import { fieldErrors } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { lengthOf, readCourses } from '../growth/courses.server'
import { type Named, namesOf } from '../growth/names.server'
import { type ComparedRow, FEW_WEIGHINGS, likeForLikeCall, MOST_COMPARED, MOST_DAYS } from './like-for-like.contract'

type Input = ParsedOf<typeof likeForLikeCall>

interface Period {
  start: string
  end: string
}

/** Nobody chose: those that were weighed most often. */
async function usualOf({ tx, company }: Context, by: Input['by'], cages: number[] | null, { start, end }: Period) {
  const subject = sql.ref(by === 'cage' ? 'g.cage_id' : 'g.generation_id')
  const rows = await tx.rows<{ id: number }>(sql`
    select ${subject} as id from fish_entries e
    join fish_groups g on g.company_id = ${company.id} and g.id = e.group_id
    where e.company_id = ${company.id} and e.kind = 'weighing'
      and e.at between ${start}::timestamp and ${end}::timestamp
      ${cages ? sql`and ${among('e.cage_id', cages)}` : sql``}
    group by 1 order by count(distinct e.operation_id) desc, 1 limit ${MOST_COMPARED}`)
  return rows.map(({ id }) => id)
}

/** A curve has no more points than these: a screen shows no more. */
const MOST_POINTS = 200

function thinned(points: readonly CoursePoint[]) {
  const step = Math.ceil(points.length / MOST_POINTS)
  return points.filter((_, index) => index % step === 0 || index === points.length - 1)
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
const known = (value: number | null | undefined, decimals: number) =>
  value === null || value === undefined ? null : rounded(value, decimals)
const shownDay = (day: string | undefined) => (day === undefined ? null : showDay(day))
const kg = (grams: number | null | undefined) => known(grams === undefined || grams === null ? null : grams / 1000, 6)

function rowOf(named: Named, course: Course, range: WeightRange | null): ComparedRow {
  const figures = figuresWithin(course, range)
  const weighings = figures?.weighings ?? course.measured.reduce((sum, one) => sum + one.weighings, 0)
  return {
    ...named,
    weighings,
    few: weighings < FEW_WEIGHINGS,
    start: shownDay(figures?.first),
    end: shownDay(figures?.last),
    weighed_start: shownDay(figures?.measured[0] ?? course.measured[0]?.day),
    weighed_end: shownDay(figures?.measured[1] ?? course.measured.at(-1)?.day),
    avg_weight_start: kg(figures?.from),
    avg_weight_end: kg(figures?.to),
    days: known(figures?.days, 1),
    degree_days: known(figures?.degreeDays, 1),
    tgc: known(figures?.tgc, 4),
    km: known(figures?.km, 4),
    sgr: known(figures?.sgr, 4),
    fcr: known(figures?.fcr, 4),
    dead: figures?.dead ?? null,
    mortality: known(figures?.mortality, 4),
    curve: thinned(course.points).map(({ days, degreeDays, weight, survival }) => ({
      days,
      degree_days: rounded(degreeDays, 1),
      avg_weight: kg(weight),
      survival: rounded(100 * survival, 4),
    })),
  }
}

function checked(input: Input, period: Period): void {
  const chosen = { cage: input.cages_id, generation: input.generations_id }[input.by]
  if ((chosen?.length ?? 0) > MOST_COMPARED)
    throw fieldErrors({
      [input.by === 'cage' ? 'cages_id' : 'generations_id']: say('Больше {{most}} рядом не сравнить: выберите меньше', {
        most: MOST_COMPARED,
      }),
    })
  if (lengthOf(period) > MOST_DAYS)
    throw fieldErrors({ end: say('Больше {{most}} дней: выберите период короче', { most: MOST_DAYS }) })
}

async function likeForLike(input: Input, context: Context) {
  const { by, range } = input
  const period = periodOf(input, context)
  checked(input, period)
  const places = by === 'cage' ? input : { cages_id: null, location_id: null }
  const cages = await cagesWithin(context, places)
  const chosen = by === 'cage' ? input.cages_id && cages : input.generations_id
  const ids = chosen ?? (await usualOf(context, by, cages, period))
  const named = await namesOf(context, by, ids)
  const courses = await readCourses(context, { by, ids, cages, ...period })
  const rows = named.flatMap((one) => {
    const { days, held } = courses.get(one.id)!
    return days.length > 0 ? [{ ...one, course: courseOf(days, held) }] : []
  })
  const weights = range === 'common' ? commonRange(rows.map(({ course }) => course)) : null
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    usual: chosen === null,
    weights: weights && { from: kg(weights.from)!, to: kg(weights.to)! },
    rows: rows.map(({ course, ...one }) => rowOf(one, course, weights)),
  }
}

export const likeForLikeRoutes: Route[] = [route(likeForLikeCall, likeForLike)]
