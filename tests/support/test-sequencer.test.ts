import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sortJsdomFilesLast } from './test-sequencer.ts'

test('sorts jsdom test files after all other files of their project, and keeps the order within groups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-row-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = (name: string, project: string, isPage: boolean) => {
    const moduleId = join(folder, name)
    writeFileSync(moduleId, isPage ? '// @vitest-environment jsdom\nimport "x"\n' : '// of `@vitest-environment`\n')
    return { name, moduleId, project: { name: project } }
  }
  const files = [
    file('long', 'one', true),
    file('longer', 'one', false),
    file('short', 'one', true),
    file('shorter', 'one', false),
    file('other', 'two', true),
    file('another', 'two', false),
  ]
  expect(sortJsdomFilesLast(files).map(({ name }) => name)).toEqual([
    'longer',
    'shorter',
    'long',
    'short',
    'another',
    'other',
  ])
})
