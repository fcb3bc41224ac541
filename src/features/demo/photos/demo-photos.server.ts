/** Photographs of the demo farm: drawn ones, at its last losses, so that whoever looks around finds them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { projectRoot } from '../../../server/base/project-root'
import type { Tx } from '../../../server/db/client'
import { cleanPicture, type Picture } from '../../../server/pictures/picture'
import { kinds } from '../../../core/documents/kinds/kinds.contract'

/** The last loss of this cause has these; null is of an unknown one. */
const PHOTOS: readonly { cause: string | null; names: readonly string[] }[] = [
  { cause: 'Травма', names: ['sore'] },
  { cause: 'Болезнь', names: ['gills', 'sore'] },
  { cause: null, names: ['floating'] },
]

const FOLDER = join(projectRoot, 'src', 'features', 'demo', 'photos')
const MINUTES_LATER = 3

async function pictureOf(name: string): Promise<Picture> {
  const picture = cleanPicture(await readFile(join(FOLDER, `${name}.webp`)))
  if (!(typeof picture === 'object' && 'bytes' in picture)) throw new Error(`${name}.webp is no picture`)
  return picture
}

export async function takePhotos(tx: Tx, company: number): Promise<void> {
  for (const { cause, names } of PHOTOS)
    for (const [index, name] of names.entries()) {
      const { type, width, height, bytes } = await pictureOf(name)
      const sum = createHash('sha256').update(bytes).digest('hex')
      await tx.run(sql`
        insert into operation_photos (company_id, operation_id, user_id, created_at, type, width, height, size, sha256,
          bytes)
        select ${company}::int, o.id, o.user_id, o.created_at + ${MINUTES_LATER + index} * interval '1 minute', ${type},
          ${width}, ${height}, ${bytes.length}, decode(${sum}, 'hex'), ${bytes}::bytea
        from operations o
        left join loss_causes c on c.company_id = o.company_id and c.id = o.loss_cause_id
        where o.company_id = ${company} and o.kind = ${kinds.retreat.kind} and c.name is not distinct from ${cause}
        order by o.at desc, o.id desc limit 1`)
    }
}
