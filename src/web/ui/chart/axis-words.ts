/** The letters of axes. They are measured on a canvas, which knows no variables of CSS: it gets the font itself. */
const fontOf = () =>
  typeof document === 'undefined'
    ? ''
    : getComputedStyle(document.documentElement).getPropertyValue('--font').replace(/\s+/g, ' ').trim()

export const WORDS = { color: 'var(--chart-axis)', fontSize: 12, fontFamily: fontOf() || 'sans-serif' }
