import type { ReactNode } from 'react'
import { Link } from '../../web/router/router'
import classes from './report.module.css'

/** A number that opens what it was added up from; plain where there is nothing to open. */
export const SourceLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? (
    <Link className={classes.cell} to={to}>
      {children}
    </Link>
  ) : (
    children
  )
