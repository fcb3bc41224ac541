/** A task carried from the hours to whole days, or back: the calendar itself knows drags within either alone. */
import { type DragEvent, useRef } from 'react'
import { dayOf } from '../../shared/dates'
import type { TaskRow } from './common/tasks.contract'
import { isWhole, type Span, spanOf, wholeDays } from './use-tasks.web'

const HOUR_MS = 3_600_000

/** `at` is 'YYYY-MM-DDTHH:mm'. A whole day becomes an hour, an hour a whole day; several days stay as they are. */
export function carried(task: Pick<TaskRow, 'start' | 'end'>, at: string): Span | null {
  if (!isWhole(task)) return wholeDays(dayOf(at))
  if (dayOf(task.start) !== dayOf(task.end)) return null
  return spanOf(at, new Date(Date.parse(`${at}Z`) + HOUR_MS).toISOString().slice(0, 16))
}

/** @param wholeDaysClass of the element of whole days in the view of one day, which takes no drops itself */
export function useAcross(
  onMove: ((task: TaskRow, to: Span) => void) | null,
  day: string,
  wholeDaysClass: string | null,
) {
  const dragged = useRef<TaskRow | null>(null)
  const drop = (at: string) => {
    const task = dragged.current
    dragged.current = null
    const to = task && carried(task, at)
    if (to) onMove?.(task, to)
  }
  const isOver = ({ target }: DragEvent) =>
    wholeDaysClass !== null &&
    dragged.current !== null &&
    !isWhole(dragged.current) &&
    (target as Element).closest(`.${wholeDaysClass}`) !== null
  return {
    drop,
    start: (task: TaskRow) => void (dragged.current = task),
    end: () => void (dragged.current = null),
    /** around the calendar: what is carried is moved, wherever it is let go */
    around: {
      onDragOver: (event: DragEvent) => {
        if (isOver(event)) event.preventDefault()
        if (dragged.current) event.dataTransfer.dropEffect = 'move'
      },
      onDrop: (event: DragEvent) => void (isOver(event) && drop(`${day}T00:00`)),
    },
  }
}
