/** The bell: features declare sources of notices, and each is asked under the rights of the user who looks. */
import { sql } from 'kysely'
import { type Ability, can } from '../../shared/abilities'
import type { AlarmKind } from '../../shared/alarms/rules'
import { type Notice, type NoticeKind, noticesCall } from '../../shared/notices/notices'
import type { Phrase } from '../../shared/say'
import { MAX_NOTICES } from '../../shared/settings'
import { type Context, route, type Route } from '../http/route'

/** For how many days an event stays in the bell. */
export const TOLD_DAYS = 14

/** The key is unique within its kind; it consists of letters, digits and `. : -`. */
type FoundNotice = Pick<Notice, 'key' | 'at' | 'href'> & { message: Phrase }

export interface NoticeSource {
  kind: NoticeKind
  /** of the page that it leads to */
  ability: Ability | 'signed-in'
  /** once this rule of alarms is on, its alarms tell the same */
  toldBy?: AlarmKind
  /** what is true now within the user's limits; runs at each change on the farm, so it has to be cheap */
  read(context: Context): Promise<FoundNotice[]>
}

const newestFirst = (one: Notice, other: Notice) =>
  one.at === other.at ? (one.key < other.key ? -1 : 1) : one.at > other.at ? -1 : 1

const rulesOn = async ({ tx, company }: Context) =>
  new Set(
    (await tx.rows<{ kind: string }>(sql`select kind from alarm_rules where company_id = ${company.id} and "on"`)).map(
      ({ kind }) => kind,
    ),
  )

export const noticesRoute = (sources: readonly NoticeSource[]): Route =>
  route(noticesCall, async (_, context) => {
    const rules = await rulesOn(context)
    const told = sources.filter(
      ({ ability, toldBy }) =>
        (ability === 'signed-in' || can(context.user, ability)) && (toldBy === undefined || !rules.has(toldBy)),
    )
    const found = await Promise.all(
      told.map(async ({ kind, read }) =>
        (await read(context)).map(({ key, message, ...rest }): Notice => ({
          ...rest,
          key: `${kind}:${key}`,
          kind,
          text: context.speak(message),
        })),
      ),
    )
    return found.flat().sort(newestFirst).slice(0, MAX_NOTICES)
  })
