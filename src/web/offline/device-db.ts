/** The IndexedDB of this device: records that wait for the network, and answers to open the farm without one. */
const NAME = 'sadok'
const VERSION = 1

/** `records` by their sequence number `n`, `answers` by a string key. */
export type Store = 'records' | 'answers'

let opening: Promise<IDBDatabase> | null = null

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('records', { keyPath: 'n', autoIncrement: true })
    request.result.createObjectStore('answers')
  }
  return settled(request).then((database) => {
    const forget = () => (opening = null)
    // another tab upgrades the database, or the browser closed it: the next use opens it again
    database.onversionchange = () => {
      database.close()
      forget()
    }
    database.onclose = forget
    return database
  })
}

function database(): Promise<IDBDatabase> {
  opening ??= Promise.resolve()
    .then(open)
    .catch((error: unknown) => {
      opening = null
      throw error
    })
  return opening
}

/** Transactions of records are strict: when one completes, it is on the disk. A battery may die the next second. */
async function begin(store: Store, mode: IDBTransactionMode) {
  const durability = store === 'records' && mode === 'readwrite' ? 'strict' : 'default'
  const transaction = (await database()).transaction(store, mode, { durability })
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
  // a caller that fails before awaiting this has thrown its error already
  finished.catch(() => undefined)
  return { transaction, finished }
}

/**
 * Runs one step on a store, or several in one transaction; resolves when everything is stored. Rejects when the browser
 * stores nothing (private window, full disk).
 */
export async function onDevice<T>(
  store: Store,
  mode: IDBTransactionMode,
  step: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T>
export async function onDevice<T>(
  store: Store,
  mode: IDBTransactionMode,
  step: (store: IDBObjectStore) => IDBRequest<T>[],
): Promise<T[]>
export async function onDevice<T>(
  store: Store,
  mode: IDBTransactionMode,
  step: (store: IDBObjectStore) => IDBRequest<T> | IDBRequest<T>[],
): Promise<T | T[]> {
  const { transaction, finished } = await begin(store, mode)
  const requests = step(transaction.objectStore(store))
  const values = Promise.all([requests].flat().map(settled))
  const [made] = await Promise.all([values, finished])
  return Array.isArray(requests) ? made : made[0]!
}

/**
 * Replaces a record with the result of `change` in one transaction, so that no other tab comes in between: null deletes
 * it, undefined leaves it. `more` are stored beside it, unless it was left. Resolves with the stored record.
 */
export async function changeRecord<T extends object>(
  n: number,
  change: (found: T | undefined) => T | null | undefined,
  more: readonly object[] = [],
): Promise<T | undefined> {
  const { transaction, finished } = await begin('records', 'readwrite')
  const records = transaction.objectStore('records')
  let left: T | undefined
  const reading = records.get(n) as IDBRequest<T | undefined>
  reading.onsuccess = () => {
    const made = change(reading.result)
    left = made === undefined ? reading.result : (made ?? undefined)
    if (made) records.put(made)
    else if (made === null) records.delete(n)
    if (made !== undefined) for (const one of more) records.add(one)
  }
  await finished
  return left
}
