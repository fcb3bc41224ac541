/** Copies a drawn chart for printing: a new one would be drawn without a size. */
export function DrawnAgain({ from }: { from: Element | null | undefined }) {
  const copy = from?.cloneNode(true) as Element | undefined
  const picture = copy?.querySelector(':is([role=slider], [role=img]) svg')
  // as wide as the paper, whatever the screen was
  picture?.setAttribute('viewBox', `0 0 ${picture.getAttribute('width')} ${picture.getAttribute('height')}`)
  return copy ? <div dangerouslySetInnerHTML={{ __html: copy.outerHTML }} /> : null
}
