/**
 * What this device keeps by itself, in IndexedDB: records that wait for the network, and answers to open the farm
 * without one.
 */
const NAME = 'sadok'
const VERSION = 1

/** `records` by their order number `n`, `answers` by a text. */
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
    // another tab wants a newer form, or the browser closed it: the next use opens it again
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

/**
 * One step on a store, or several in one transaction; resolves when all of it is kept. Rejects when the browser keeps
 * nothing (private window, full disk). What people recorded is on the disk then, not only on its way there: a battery
 * may die the next second.
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
  const durability = store === 'records' && mode === 'readwrite' ? 'strict' : 'default'
  const transaction = (await database()).transaction(store, mode, { durability })
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
  const requests = step(transaction.objectStore(store))
  const values = Promise.all([requests].flat().map(settled))
  const [made] = await Promise.all([values, finished])
  return Array.isArray(requests) ? made : made[0]!
}
