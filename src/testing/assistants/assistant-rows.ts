/** An application that is an assistant, with a row in each table of theirs. */
import type { Sql } from '../farm/farm'

const ASSISTANT = `with app as (insert into external_users (company_id, name, token_hash)
    values ($1, 'Помощник', 'assistant') returning id),
  used as (insert into assistant_uses select $1, id, now(), 1 from app),
  proposed as (insert into proposals
      (company_id, external_user_id, kind, key, input, preview, location_ids, stock_ids, expires_at)
    select $1, id, 'note', 'x', '{}', '{}', '{}', '{}', now() from app)
  insert into assistants select $1, id, 1 from app`

export const assistantRows = ({ sql }: { sql: Sql }, company: number) => sql(ASSISTANT, [company])
