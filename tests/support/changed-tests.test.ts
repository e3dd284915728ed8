import { describe, expect, test } from 'vitest'
import { findRelatedTests } from './changed-tests.ts'

const FILES: Record<string, string> = {
  'src/leaf.ts': 'export const leaf = 1',
  'src/style.css': '',
  'src/view.tsx': "import { leaf } from './leaf.ts'\nimport './style.css'\nexport const view = leaf",
  'src/page.ts': "export const page = () => import('./view.tsx')",
  'src/worker.ts': "export const worker = () => new Worker(new URL('./leaf.ts', import.meta.url))",
  'src/barrel.ts': "export { view } from './view.tsx'\nexport type { Shape } from './shape.ts'",
  'src/shape.ts': 'export interface Shape {}',
  'tests/leaf.test.ts': "import { leaf } from '../src/leaf.ts'\nimport type { Shape } from '../src/shape.ts'",
  'tests/page.test.tsx': "import { page } from '../src/page.ts'",
  'tests/barrel.test.ts': "import { view } from '../src/barrel.ts'",
  'tests/worker.test.ts': "import { worker } from '../src/worker.ts'",
  'tests/other.test.ts': "import { expect } from 'vitest'",
}
const related = (...changed: string[]) =>
  findRelatedTests(Object.keys(FILES), changed, (file) => FILES[file]).map(({ file, distance }) => [file, distance])

describe('findRelatedTests', () => {
  test('returns tests that import a changed file, nearest first, also via re-exports, import() or workers', () => {
    expect(related('src/leaf.ts')).toEqual([
      ['tests/leaf.test.ts', 1],
      ['tests/worker.test.ts', 2],
      ['tests/barrel.test.ts', 3],
      ['tests/page.test.tsx', 3],
    ])
  })

  test('returns a changed test itself, and the tests that import a changed style sheet', () => {
    expect(related('tests/other.test.ts')).toEqual([['tests/other.test.ts', 0]])
    expect(related('src/style.css')).toEqual([
      ['tests/barrel.test.ts', 3],
      ['tests/page.test.tsx', 3],
    ])
  })

  test('excludes deleted tests, and tests that import only types of a changed file', () => {
    expect(related('src/shape.ts')).toEqual([])
    expect(related('tests/deleted.test.ts')).toEqual([])
  })
})
