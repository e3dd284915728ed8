import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSharedDataTests } from './shared-data-tests.ts'

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('tests', file))

test('finds the test files that import findSharedFolder, directly or through another file', () => {
  const { units, journeys } = findSharedDataTests()
  const importingFiles = files.filter(
    (file) => /\.test\.tsx?$/.test(file) && /import \{[^}]*findSharedFolder/.test(readFileSync(file, 'utf8')),
  )
  expect(importingFiles.length).toBeGreaterThan(0)
  expect([...units, ...journeys]).toEqual(expect.arrayContaining(importingFiles))
  // This test reads the data through tests/support/fuzz.ts.
  expect(units).toContain('tests/soak/any-input.test.ts')
  expect(journeys).toContain('tests/journeys/viewer-models.test.ts')
  expect(units).not.toContain('tests/support/test-sequencer.test.ts')
})

test('only shared-folder.ts and run-plan.ts refer to the variable SHARED_DIR', () => {
  const referringFiles = files.filter(
    (file) => !file.endsWith('.test.ts') && /\bSHARED_DIR\b/.test(readFileSync(file, 'utf8')),
  )
  expect(referringFiles).toEqual(['tests/support/run-plan.ts', 'tests/support/shared-folder.ts'])
})
