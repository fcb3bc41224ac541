import { useEffect, type RefObject } from 'react'

/**
 * Marks a box that scrolls with `data-before`, `data-after`, `data-above`, `data-below` where it goes on, for its
 * styles: no render.
 */
export function useEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-before', scrollLeft > 1)
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
      element.toggleAttribute('data-above', element.scrollTop > 1)
      element.toggleAttribute('data-below', element.scrollTop + element.clientHeight < element.scrollHeight - 1)
    }
    const sizes = new ResizeObserver(look)
    const observeAll = () => [element, ...element.children].forEach((one) => sizes.observe(one))
    const children = new MutationObserver(observeAll)
    children.observe(element, { childList: true })
    observeAll()
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
}
