/** A task carried over the month by the browser alone: the calendar would lay out all its tasks at each step. */
import { type DragEvent, useRef } from 'react'
import { dayOf, daysBetween } from '../../shared/dates'
import type { TaskRow } from './common/tasks.contract'
import { movedBy, type Span } from './use-tasks.web'

/** The day under the pointer, whatever lies upon it. */
const dayAt = ({ clientX, clientY }: DragEvent) =>
  document.elementsFromPoint(clientX, clientY).find((one) => one.hasAttribute('data-day')) as HTMLElement | undefined

/** As the calendar marks the day and the task itself. */
const [OVER, CARRIED] = ['data-drop-target', 'data-dragging']

function useMark() {
  const over = useRef<HTMLElement>(undefined)
  return (day: HTMLElement | undefined) => {
    if (over.current === day) return
    over.current?.removeAttribute(OVER)
    day?.setAttribute(OVER, 'true')
    over.current = day
  }
}

export function useMonthDrag(onMove: ((task: TaskRow, to: Span) => void) | null) {
  const task = useRef<TaskRow | null>(null)
  const mark = useMark()
  return {
    /** of a task; null: nothing can be changed */
    carrying: onMove && {
      start: (one: TaskRow, { dataTransfer, currentTarget }: DragEvent) => {
        task.current = one
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', one.title)
        // the picture that follows the pointer is taken before
        requestAnimationFrame(() => currentTarget.setAttribute(CARRIED, 'true'))
      },
      end: ({ currentTarget }: DragEvent) => {
        task.current = null
        currentTarget.removeAttribute(CARRIED)
        mark(undefined)
      },
    },
    /** around the calendar */
    around: {
      onDragOver: (event: DragEvent) => {
        if (!task.current) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        mark(dayAt(event))
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) mark(undefined)
      },
      onDrop: (event: DragEvent) => {
        const day = dayAt(event)?.dataset.day
        if (!task.current) return
        event.preventDefault()
        const days = day ? daysBetween(dayOf(task.current.start), day) : 0
        if (days !== 0) onMove?.(task.current, movedBy(task.current, days))
      },
    },
  }
}
