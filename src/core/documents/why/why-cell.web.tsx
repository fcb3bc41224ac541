import type { ReactNode } from 'react'
import { type CellType, type Column, valueOf } from '../../../shared/columns'
import { WhyNumber, type ExplainedNumber, type WhyTarget } from './why.web'

const ABOUT: Partial<Record<CellType, ExplainedNumber>> = { count: 'count', kg: 'weight', average: 'average' }

/** Makes the cell of a number of fish one that can be asked; leaves any other cell, and one without a number. */
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
