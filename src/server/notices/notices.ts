/** The bell: whatever has something to tell declares a source, and is asked under the rights of the one who looks. */
import { type Ability, can } from '../../shared/abilities'
import { type Notice, type NoticeKind, noticesCall } from '../../shared/notices/notices'
import type { Phrase } from '../../shared/say'
import { MAX_NOTICES } from '../../shared/settings'
import { type Context, route, type Route } from '../http/route'

/** So many days something that has happened is told. */
export const TOLD_DAYS = 14

/** The key is of its kind alone, in letters, figures and `. : -`. */
type FoundNotice = Pick<Notice, 'key' | 'at' | 'href'> & { message: Phrase }

export interface NoticeSource {
  kind: NoticeKind
  /** of the page that it leads to */
  ability: Ability | 'signed-in'
  /** what is so now within the limits of the user; asked at each change on the farm, so it has to be cheap */
  read(context: Context): Promise<FoundNotice[]>
}

const newestFirst = (one: Notice, other: Notice) =>
  one.at === other.at ? (one.key < other.key ? -1 : 1) : one.at > other.at ? -1 : 1

export const noticesRoute = (sources: readonly NoticeSource[]): Route =>
  route(noticesCall, async (_, context) => {
    const told = sources.filter(({ ability }) => ability === 'signed-in' || can(context.user, ability))
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
