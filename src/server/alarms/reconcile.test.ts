/** Stored alarms beside what is found now. */
import { expect, test } from 'vitest'
import { say } from '../../shared/say'
import { reconcile, type StoredAlarm } from './reconcile'
import type { FoundEpisode } from './rule'

const place = { location: 1, cage: null, stock: null, stocks: null }
const stored = (id: number, started: string, ended: string | null, key = 'a'): StoredAlarm => ({
  ...{ ...place, id, key, lack: false, started, ended, rang: started, recovering: null },
  ...{ danger: false, worst: 4, message: say('Нет данных, последние {{last}}', { last: 1 }), href: '/' },
})
const found = (from: string, until: string | null, key = 'a'): FoundEpisode => ({
  ...{ ...place, key, lack: false, from, until, active: from, recovering: null },
  ...{ danger: false, worst: 3, message: say('Нет данных, последние {{last}}', { last: 2 }), href: '/' },
})
const compare = (kept: StoredAlarm[], now: FoundEpisode[]) =>
  reconcile(kept, now, { since: '01', now: '30', gone: 'data' })

test('each stored alarm is that of the episode it overlaps, whatever the order they were stored in', () => {
  const kept = [stored(1, '20', null), stored(2, '10', '12'), stored(3, '11', '13', 'b'), stored(4, '14', '15')]
  const { added, changed } = compare(kept, [
    found('10', '12'),
    found('16', '17'),
    found('21', null),
    found('11', '13', 'b'),
  ])
  expect(added.map(({ from }) => from)).toEqual(['16'])
  expect(changed.map(({ id, started, ended }) => [id, started, ended])).toEqual([
    [2, '10', '12'],
    [1, '20', null],
    [3, '11', '13'],
  ])
})

test('one that goes on and is found no more ends now; what ended before stays', () => {
  const { changed, dropped } = compare([stored(1, '05', '06'), stored(2, '20', null)], [])
  expect(changed).toMatchObject([{ id: 2, ended: '30', ending: 'data' }])
  expect(dropped).toEqual([])
})

test('it goes along with what it is of', () => {
  const moved = { ...found('20', null), location: 2, cage: 7 }
  expect(compare([stored(1, '20', null)], [moved]).changed).toMatchObject([{ id: 1, location: 2, cage: 7 }])
})
