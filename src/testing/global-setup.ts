import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './server'

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/** One server and one migrated template database for the whole run; the test files clone it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...testServer } = await startTestServer()
  project.provide('testServer', testServer)
  return stop
}
