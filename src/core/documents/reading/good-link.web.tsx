import { hrefOf } from '../../../shared/pages'
import { READING_GOODS } from '../../goods/good.contract'
import { useCan } from '../../../web/session'
import { Link } from '../../../web/router/router'

const PAGES = { good: 'goods', workshop_good: 'products' } as const

/** A good's name, which links to its movements for users who may see them. */
export function GoodLink({ id, kind = 'good', name }: { id: number; kind?: string | undefined; name: string }) {
  const of = kind === 'workshop_good' ? kind : 'good'
  return useCan()(READING_GOODS[of]) ? <Link to={hrefOf(PAGES[of], { good: id, tab: 'movements' })}>{name}</Link> : name
}
