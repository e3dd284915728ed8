import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { shuffleSharedFiles, sortJsdomFilesLast } from './test-sequencer.ts'

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

test('shuffles the files that share processes, in another order with each commit, and no other files', () => {
  const file = (name: string, project: string) => ({ name, moduleId: name, project: { name: project } })
  const shared = [...'abcdefgh'].map((name) => file(name, 'together'))
  const others = [...'xyz'].map((name) => file(name, 'apart'))
  const namesAt = (runNumber: number) => shuffleSharedFiles([...shared, ...others], runNumber).map(({ name }) => name)
  const orders = Array.from({ length: 20 }, (_, runNumber) => namesAt(runNumber).slice(0, 8).join(''))
  expect(new Set(orders).size).toBe(20)
  expect(new Set(orders.map((order) => [...order].sort().join('')))).toEqual(new Set(['abcdefgh']))
  expect(namesAt(1).slice(8)).toEqual(['x', 'y', 'z'])
  expect(namesAt(1)).toEqual(namesAt(1))
})
