/** Places for a key, of which others have their own: who finds none waits in the line of that key. */

interface Lane {
  inside: number
  waiting: (() => void)[]
}

/**
 * At most so many of a key at once; who waits longer than so many milliseconds is refused, as by a pool without a free
 * connection.
 */
export function openLanes(mostOf: (key: number) => number, patience: number) {
  const lanes = new Map<number, Lane>()
  const leave = (key: number, lane: Lane) => {
    const next = lane.waiting.shift()
    if (next) return next()
    lane.inside--
    if (lane.inside === 0) lanes.delete(key)
  }
  const wait = (lane: Lane) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(begin), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, patience)
      lane.waiting.push(begin)
    })
  const enter = async (key: number): Promise<Lane> => {
    const lane = lanes.get(key) ?? { inside: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.inside < mostOf(key)) lane.inside++
    else await wait(lane)
    return lane
  }
  return {
    run: async <T>(key: number, work: () => Promise<T>): Promise<T> => {
      const lane = await enter(key)
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    },
    waiting: () => [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0),
  }
}
