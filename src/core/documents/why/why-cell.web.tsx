import type { ReactNode } from 'react'
import { type CellType, type Column, valueOf } from '../../../shared/columns'
import { WhyNumber, type ExplainedNumber, type WhyTarget } from './why.web'

const ABOUT: Partial<Record<CellType, ExplainedNumber>> = { count: 'count', kg: 'weight', average: 'average' }

/** Makes a cell with a number of fish a link to its explanation; other cells stay. */
export function whyCell(row: object, column: Column, look: ReactNode, target: Omit<WhyTarget, 'about'>): ReactNode {
  const about = ABOUT[column.type]
  return about && valueOf(row, column.key) ? (
    <WhyNumber {...target} about={about}>
      {look}
    </WhyNumber>
  ) : (
    look
  )
}
