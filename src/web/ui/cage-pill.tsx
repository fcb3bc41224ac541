import classes from './cage-pill.module.css'

/** A cage's number on the cage's colour (1 to 12), or on a neutral background. */
export function CagePill({ number, color }: { number: string; color?: number | null }) {
  const paint = color ? { background: `var(--c${color})`, color: `var(--c${color}i)` } : undefined
  return (
    <span className={classes.pill} style={paint}>
      {number}
    </span>
  )
}
