import { readFileSync } from 'node:fs'

/** Whether a process runs. A zombie (ended, not yet collected by its parent) counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statFields(pid)?.[0] !== 'Z'
}

/**
 * What tells a process from a later one that got the same number: its start tick and the boot it belongs to. Null where
 * the system has no /proc.
 */
export function processSignature(pid: number): string | null {
  const started = statFields(pid)?.[19]
  if (!started) return null
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${started}`
  } catch {
    return started
  }
}

/** The name of a running program, null where the system has no /proc. */
export function processName(pid: number): string | null {
  const stat = readStat(pid)
  return stat ? stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) : null
}

/** Resolves when the process is gone; false when it still runs after the given time. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** The fields of /proc/<pid>/stat after the program name, which may itself hold blanks and brackets. */
function statFields(pid: number): string[] | null {
  const stat = readStat(pid)
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : null
}

function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
}
