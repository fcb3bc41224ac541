/** A process that is killed while it works: the next one does what it had taken, once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { openQueues } from './runner'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())

/** A process that sends letters by this mail server, and nothing else. */
function startSender(smtpUrl: string): ChildProcess {
  const script = join(farm.dataDir, 'sender.mts')
  const from = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const text = (value: string) => JSON.stringify(value)
  writeFileSync(
    script,
    `import { openDatabase } from ${from('../db/client.ts')}
    import { openMailer } from ${from('../mail.ts')}
    import { openSecretBox } from ${from('../second-factor/secret-box.ts')}
    import { letters } from ${from('letters.ts')}
    import { startRunner } from ${from('runner.ts')}
    const dataDir = ${text(farm.dataDir)}
    await startRunner([letters], {
      database: openDatabase(${text(farm.database.webUrl)}, 1),
      ownerUrl: ${text(farm.database.url)},
      mailer: openMailer(${text(smtpUrl)}, dataDir, () => undefined),
      secrets: openSecretBox(dataDir),
    }, (error) => console.error(error))`,
  )
  return spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], { stdio: 'inherit' })
}

it('a letter that a killed process was sending is sent by the next one, once', { timeout: 60_000 }, async () => {
  // a mail server that takes the call and says nothing
  const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  await farm.post('/users', { name: 'Анна Белова', email: 'killed@example.com' })
  const sender = startSender(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  await once(silent, 'connection')
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  silent.close()
  const left = await farm.sql(`select state, retry_count from pgboss.job where name = 'letter'`)
  expect(left).toEqual([{ state: 'active', retry_count: 0 }])

  // its time is over
  await farm.sql(`update pgboss.job set started_on = now() - expire_in - interval '1 s' where name = 'letter'`)
  const { boss, pool } = openQueues(farm.database.url)
  await boss.maintain()
  await pool.end()
  await farm.sql(`update pgboss.job set start_after = now() where name = 'letter' and state = 'retry'`)
  for (let turn = 0; turn < 2; turn++) {
    const sent = (await farm.letters()).filter((letter) => letter.includes('To: killed@example.com'))
    expect(sent).toHaveLength(1)
  }
  expect(await farm.sql(`select state from pgboss.job where name = 'letter'`)).toEqual([{ state: 'completed' }])
})
