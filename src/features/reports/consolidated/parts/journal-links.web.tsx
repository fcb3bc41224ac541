/** Numbers of the consolidated reports that open the journal they were added up from. */
import type { ReactNode } from 'react'
import { hrefOf, type PageValues } from '../../../../shared/pages'
import { Link } from '../../../../web/router/router'
import classes from '../../../../core/reports/report.module.css'

/** Where a number was added up, DD.MM.YYYY. */
export type JournalPlace = Pick<PageValues<'journal'>, 'cagesId' | 'locationId' | 'feedTypeIds'> & {
  path: 'feeding' | 'retreat' | 'withdrawal' | 'stocking' | 'transfer' | 'correction' | 'close-out' | 'weight'
  start: string
  end: string
}

export const JournalLink = ({ to, children }: { to: JournalPlace; children: ReactNode }) => (
  <Link className={classes.cell} to={hrefOf('journal', to)}>
    {children}
  </Link>
)
