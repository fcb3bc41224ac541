import { configureGlobal } from 'fast-check'

// A counterexample that shrinks slowly is told all the same, before the test runs out of time.
configureGlobal({ interruptAfterTimeLimit: 45_000 })
