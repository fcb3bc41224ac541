import type { CSSProperties } from 'react'
import type { IconName } from '../shared/icon-names'

export type { IconName } from '../shared/icon-names'

/**
 * Outlines on a 24-unit grid, drawn in the colour of the surrounding text. They are our own constants, so they may be
 * set as HTML.
 */
const icons: Record<IconName, string> = {
  adj: '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  alert: '<path d="M12 4 2.8 19.5h18.4z"/><path d="M12 10v4M12 16.8h.01"/>',
  archive: '<path d="M3.5 4.5h17V9h-17zM5 9v10.5h14V9M10 13h4"/>',
  arrow: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  bell: '<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15z"/><path d="M10 20.5a2.2 2.2 0 0 0 4 0"/>',
  bone: '<path d="M4.5 12H16M8 8.5l1.5 3.5L8 15.5M12 8l1.5 4-1.5 4"/><path d="M16 9c3 0 4.5 1.6 5 3-.5 1.4-2 3-5 3z"/><path d="M2.5 9.5 4.5 12l-2 2.5"/>',
  book: '<path d="M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3z"/><path d="M5 17a3 3 0 0 1 3-3h11M9 8h6"/>',
  box: '<path d="m12 3 8 4.5v9L12 21l-8-4.5v-9z"/><path d="m4 7.5 8 4.5 8-4.5M12 12v9"/>',
  cages:
    '<circle cx="7" cy="7" r="3.5"/><circle cx="17" cy="7" r="3.5"/><circle cx="7" cy="17" r="3.5"/><circle cx="17" cy="17" r="3.5"/>',
  cal: '<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M8 3v4M16 3v4"/>',
  card: '<rect x="3.5" y="6" width="17" height="12" rx="2"/><path d="M3.5 10.5h17M7 14.5h3"/>',
  center: '<circle cx="12" cy="12" r="3"/><path d="M12 3v4M12 17v4M3 12h4M17 12h4"/>',
  chart: '<path d="M4 20h16M7 16v-5M12 16V5M17 16V9"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  coin: '<circle cx="12" cy="12" r="8.5"/><path d="M10 17V7h3.2a2.9 2.9 0 0 1 0 5.8H8.5M8.5 15h4.5"/>',
  cols: '<rect x="4" y="5" width="16" height="14" rx="1.5"/><path d="M9.3 5v14M14.7 5v14"/>',
  copy: '<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2"/><path d="M15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5"/>',
  dots: '<path stroke-width="3" d="M5 12h.01M12 12h.01M19 12h.01"/>',
  down: '<path d="m6 9 6 6 6-6"/>',
  edit: '<path d="M5 19h3.5L19 8.5 15.5 5 5 15.5zM13 7.5l3.5 3.5"/>',
  exit: '<path d="M14 4H6v16h8M10 12h10M16.5 8.5 20 12l-3.5 3.5"/>',
  feed: '<circle cx="8" cy="8" r="2.5"/><circle cx="16" cy="9" r="2.5"/><circle cx="9.5" cy="16" r="2.5"/><path d="M17 15v4M15 17h4"/>',
  feedoff:
    '<path d="M6.3 6.3A2.5 2.5 0 1 0 9.7 9.8"/><circle cx="16" cy="8" r="2.5"/><path d="M7.6 14.4a2.5 2.5 0 1 0 3.4 3.4M4 4l16 16"/>',
  filter: '<path d="M4 6h16M7 12h10M10 18h4"/>',
  fuel: '<path d="M5 20V5.5A1.5 1.5 0 0 1 6.5 4h6A1.5 1.5 0 0 1 14 5.5V20M3.5 20h12M5 10.5h9"/><path d="M14 13h1.5a1.5 1.5 0 0 1 1.5 1.5V17a1.5 1.5 0 0 0 3 0V9.5L17 6.5"/>',
  gear: '<circle cx="12" cy="12" r="3"/><path d="M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9 18 18M18 6l-2.1 2.1M8.1 15.9 6 18"/>',
  globe:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c2.6 2.6 3.6 5.4 3.6 8.5s-1 5.9-3.6 8.5c-2.6-2.6-3.6-5.4-3.6-8.5s1-5.9 3.6-8.5z"/>',
  help: '<circle cx="12" cy="12" r="8.5"/><path d="M9.6 9.5a2.5 2.5 0 1 1 3.4 2.6c-.7.3-1 .8-1 1.6M12 17h.01"/>',
  hist: '<path d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8"/>',
  home: '<path d="M4 11.5 12 4l8 7.5M6 10v10h12V10M10 20v-5h4v5"/>',
  info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 8h.01"/>',
  key: '<circle cx="8" cy="15" r="4"/><path d="m11 12 8.5-8.5M16 7l2.5 2.5M13.5 9.5l2 2"/>',
  keyboard:
    '<rect x="3" y="6.5" width="18" height="11" rx="2"/><path d="M7 10.5h.01M11 10.5h.01M15 10.5h.01M17.5 10.5h.01M8 14h8"/>',
  knife: '<path d="M4 20 15 9M13 4c3 0 7 4 7 7l-5 1-3-3z"/>',
  left: '<path d="m15 6-6 6 6 6"/>',
  lift: '<path d="M12 19V6M7 11l5-5 5 5M4 21h16M4 17.5c1.5 0 1.5-1 3-1M17 16.5c1.5 0 1.5 1 3 1"/>',
  link: '<path d="M14 5h5v5M19 5l-8 8M17 14v5H5V7h5"/>',
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7.5 8 6 8-6"/>',
  list: '<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  max: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
  mic: '<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3.5M8.5 21.5h7"/>',
  min: '<path d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5"/>',
  minus: '<path d="M5 12h14"/>',
  moon: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>',
  move: '<path d="M4 9h15l-4-4M20 15H5l4 4"/>',
  note: '<path d="M5 4h14v11l-5 5H5z"/><path d="M14 20v-5h5M8.5 9h7M8.5 12.5h4"/>',
  phone: '<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 18h2"/>',
  pill: '<rect x="2.8" y="8.5" width="18.4" height="7" rx="3.5" transform="rotate(-45 12 12)"/><path d="m9.5 9.5 5 5"/>',
  photo: '<path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4z"/><circle cx="12" cy="13" r="3.5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  print: '<path d="M7 9V4h10v5M7 17H4v-8h16v8h-3"/><path d="M7 14h10v6H7z"/>',
  refresh: '<path d="M19.5 11A7.7 7.7 0 0 0 5.5 8.5L4 10M4 5v5h5M4.5 13a7.7 7.7 0 0 0 14 2.5L20 14M20 19v-5h-5"/>',
  right: '<path d="m9 6 6 6-6 6"/>',
  scale: '<path d="M12 4v16M8 20h8M5 7l7-1.5L19 7M5 7l-2.5 6.5a2.9 2.9 0 0 0 5 0zM19 7l-2.5 6.5a2.9 2.9 0 0 0 5 0z"/>',
  screen: '<rect x="3.5" y="5" width="17" height="11" rx="1.5"/><path d="M9 20h6M12 16v4"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m20 20-4.8-4.8"/>',
  sort: '<path d="M12 5v14M7 14l5 5 5-5"/>',
  stock: '<path d="M3 12c3-5 9-6 13-2l4-3v10l-4-3c-4 4-10 3-13-2z"/><path d="M8 11h.01"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4"/>',
  temp: '<path d="M10 13.5V5a2 2 0 0 1 4 0v8.5a4 4 0 1 1-4 0z"/><path d="M12 9v8"/>',
  trash: '<path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5"/>',
  undo: '<path d="M8.5 6 4.5 10l4 4M4.5 10H14a5 5 0 0 1 0 10h-3"/>',
  up: '<path d="m6 15 6-6 6 6"/>',
  user: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5"/>',
  wand: '<path d="M4 20 16 8l-2-2L2 18z" transform="translate(1.5 0)"/><path d="M19 3v4M21 5h-4M19 13v3M20.5 14.5h-3M10 3v3M11.5 4.5h-3"/>',
  why: '<path d="M4 18V6M4 18h16"/><path d="m7 14 4-4 3 2.5L20 7"/>',
  wifi0:
    '<path d="M12 18.5h.01M9 15.2a4.3 4.3 0 0 1 6 0M5.5 11.6a9.3 9.3 0 0 1 4-2.3M18.5 11.6a9 9 0 0 0-2-1.5M4 4l16 16"/>',
  x: '<path d="M6 6l12 12M18 6 6 18"/>',
  xls: '<path d="M14 3.5H6v17h12V7.5zM14 3.5v4h4M9.5 12l5 5M14.5 12l-5 5"/>',
} satisfies Record<string, string>

interface IconProps {
  name: IconName
  size?: number
  className?: string
  style?: CSSProperties
  /** only for an icon that stands alone, without text that says what it means */
  label?: string
}

export function Icon({ name, size = 18, className, style, label }: IconProps) {
  return (
    <svg
      className={className}
      style={{ flex: 'none', ...style }}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 14 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  )
}
