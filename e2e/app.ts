import { spawn, type ChildProcess } from 'node:child_process'

/** Starts the built app on a free port. */
export function startApp(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['dist/server/main.server.js'], {
    // BASE_URL: the test runner has a variable of this name too, for something else
    env: {
      ...process.env,
      BASE_URL: '',
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits until a started app has printed where it listens. Rejects with all it said when it ends before. */
export function addressOf(app: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(output)?.[0]
      if (address) resolve(address)
    }
    app.stdout!.on('data', read)
    app.stderr!.on('data', read)
    app.once('close', (code) => reject(new Error(`The app ended with ${code}:\n${output}`)))
  })
}

/** What the server tells of its demo farm. */
export const healthOf = async (address: string) =>
  (await (await fetch(`${address}/api/health`)).json()) as { demo: boolean; demo_filling?: number }

/** Waits until the demo farm, which is filled beside the calls, is there. */
export async function demoOf(address: string): Promise<void> {
  while (!(await healthOf(address)).demo) await new Promise((resolve) => setTimeout(resolve, 250))
}
