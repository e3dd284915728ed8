import { afterAll, afterEach, beforeEach } from 'vitest'
import { takeOutputFaults, watchOutput } from './output.ts'

// Fails a test that prints errors or warnings without `expectOutput`. A setup file registers its hooks before the hooks of tests.
// After-hooks run in reverse order, so the hooks below also check the output of the test's own hooks.
watchOutput()

beforeEach(throwOnOutput)
afterEach(throwOnOutput)
afterAll(throwOnOutput)

function throwOnOutput(): void {
  const faults = takeOutputFaults()
  if (faults.length === 0) return
  throw new Error(faults.join('\n'))
}
