import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// One file imports the whole app in about a second, so two workers suit two cores.
// CHECK_ANSWERS holds every answer against its contract.
const shared = {
  pool: 'forks' as const,
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  // each worker imports the application, or starts a browser, once; a test file leaves nothing behind in it
  isolate: false,
  env: { CHECK_ANSWERS: '1' },
}

/** The files that take longest: a worker that began one of them last would end it alone. */
const LONG = [
  'fuzz.test',
  'demo-farm.test',
  'outside-programs.test',
  'accessibility.spec',
  'demo-password.spec',
  'offline.spec',
  'on-the-way.spec',
]
const rank = ({ moduleId }: TestSpecification) => (LONG.some((name) => moduleId.includes(`/${name}.`)) ? 0 : 1)

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'bench/**/*.test.ts'],
          setupFiles: ['vitest.setup.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // a browser test mostly waits
          maxWorkers: 3,
          // scripts/test.mjs names what passed only then
          retry: 1,
        },
      },
    ],
  },
})
