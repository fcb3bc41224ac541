/**
 * Pictures on this device, by name, until the record that names them has been sent and for three days after. A database
 * of their own: a new version of the records' would leave a tab of the version before unable to record anything.
 */
const DATABASE = 'sadok-files'
const STORE = 'files'
const KEPT_MS = 3 * 24 * 3600_000

interface KeptFile {
  content: Blob
  /** ms */
  at: number
}

let opening: Promise<IDBDatabase> | null = null

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
  return settled(request).then((database) => {
    database.onclose = () => (opening = null)
    return database
  })
}

async function inStore<T>(mode: IDBTransactionMode, step: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  opening ??= open().catch((error: unknown) => {
    opening = null
    throw error
  })
  const transaction = (await opening).transaction(STORE, mode, { durability: 'strict' })
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
  const [value] = await Promise.all([settled(step(transaction.objectStore(STORE))), finished])
  return value
}

/** Until the page is closed, also those that the device has no room for. */
const memory = new Map<string, Blob>()

/** False when the disk does not take it, and the file is there only while the page is. */
export async function keepFile(name: string, content: Blob): Promise<boolean> {
  memory.set(name, content)
  const kept: KeptFile = { content, at: Date.now() }
  return inStore('readwrite', (store) => store.put(kept, name)).then(
    () => true,
    () => false,
  )
}

/** null when it is no longer there. */
export async function fileNamed(name: string): Promise<Blob | null> {
  const known = memory.get(name)
  if (known) return known
  const found = await inStore('readonly', (store) => store.get(name) as IDBRequest<KeptFile | undefined>).catch(
    () => undefined,
  )
  return found?.content ?? null
}

async function dropFile(name: string): Promise<void> {
  memory.delete(name)
  await inStore('readwrite', (store) => store.delete(name)).catch(() => undefined)
}

/** Deletes what no record names and is older than `keptMs`. */
export async function forgetFiles(named: ReadonlySet<string>, keptMs = KEPT_MS): Promise<void> {
  const names = (await inStore('readonly', (store) => store.getAllKeys())) as string[]
  for (const name of names.filter((one) => !named.has(one))) {
    const found = await inStore('readonly', (store) => store.get(name) as IDBRequest<KeptFile | undefined>)
    if (found && found.at < Date.now() - keptMs) await dropFile(name)
  }
}
