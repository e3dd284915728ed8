import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSharedDataTests } from './shared-data-tests.ts'

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('tests', file))

test('finds every test that imports the reader of external data, directly or through another file', () => {
  const { units, journeys } = findSharedDataTests()
  const naming = files.filter(
    (file) => /\.test\.tsx?$/.test(file) && /import \{[^}]*sharedFolder/.test(readFileSync(file, 'utf8')),
  )
  expect([...units, ...journeys]).toEqual(expect.arrayContaining(naming))
  // This test reads the data through tests/support/fuzz.ts.
  expect(units).toContain('tests/soak/any-input.test.ts')
  expect(journeys).toContain('tests/journeys/viewer-models.test.ts')
  expect(units).not.toContain('tests/support/test-sequencer.test.ts')
})

test('only shared-folder.ts and run-plan.ts refer to the variable SHARED_DIR', () => {
  const knowing = files.filter(
    (file) => !file.endsWith('.test.ts') && /\bSHARED_DIR\b/.test(readFileSync(file, 'utf8')),
  )
  expect(knowing).toEqual(['tests/support/run-plan.ts', 'tests/support/shared-folder.ts'])
})
