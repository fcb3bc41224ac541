import { defineConfig } from 'vitest/config'

// One file imports the whole app in about a second, so two workers suit two cores.
// CHECK_ANSWERS holds every answer against its contract.
const shared = {
  pool: 'forks' as const,
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  env: { CHECK_ANSWERS: '1' },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          globalSetup: ['src/server/testing/global-setup.ts'],
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
        },
      },
    ],
  },
})
