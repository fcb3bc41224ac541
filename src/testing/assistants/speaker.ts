/** An assistant of a farm in tests: requests of the protocol without a client. */
import { type Session, send } from '../session'
import type { Farm } from '../farm/farm'

export interface ToolAnswer {
  isError?: true
  structuredContent: Record<string, unknown> & { status?: number; message?: string }
}

type Answered = { result: Record<string, never> & { tools: { name: string }[]; nextCursor?: string } }

export function speaker({ app }: Pick<Farm, 'app'>, token: string) {
  const raw = (body: unknown, headers: Record<string, string> = {}, more = '') =>
    send(app, {
      method: 'POST',
      path: `//mcp${more}`,
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
  const rpc = async (method: string, params: object, more = '') =>
    (await raw({ jsonrpc: '2.0', id: 1, method, params }, {}, more)).body as Answered
  return {
    raw,
    rpc,
    call: async (name: string, given: object) =>
      (await rpc('tools/call', { name, arguments: given })).result as unknown as ToolAnswer,
  }
}

/** The role of a person. */
export async function roleOf({ sql }: Pick<Farm, 'sql'>, { user }: Session): Promise<number> {
  const [row] = await sql<{ role_id: number }>('select role_id from users where company_id = $1 and id = $2', [
    user.company.id,
    user.id,
  ])
  return row!.role_id
}
