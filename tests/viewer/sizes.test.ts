import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatSizeTable, measureChunks } from '../../viewer/sizes.ts'

test('adds static imports to the size of an entry, and counts all other chunks as lazily loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'))
  try {
    mkdirSync(join(folder, 'chunks'))
    mkdirSync(join(folder, 'examples'))
    const files = {
      'element.js': `import{a}from"./chunks/core-abcdefgh.js";import('./chunks/late-abcdefgh.js');a()`,
      'chunks/core-abcdefgh.js': `import"./deep-abcdefgh.js";export const a=1`,
      'chunks/deep-abcdefgh.js': 'x'.repeat(3000),
      'chunks/late-abcdefgh.js': 'y',
      'chunks/city-abcdefgh.light': 'z'.repeat(5000),
      'chunks/late-abcdefgh.js.map': '{}',
      'examples/main.js': 'alert()',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { entries, lazyChunks } = measureChunks(folder)
    const entryFiles = ['element.js', 'chunks/core-abcdefgh.js', 'chunks/deep-abcdefgh.js'] as const
    expect(entries).toMatchObject([
      { name: 'element.js', bytes: entryFiles.reduce((sum, name) => sum + files[name].length, 0) },
    ])
    expect(entries[0]!.gzipped).toBeLessThan(300)
    // Compressed formats are not compressed again.
    expect(lazyChunks).toMatchObject([
      { name: 'chunks/city.light', bytes: 5000, gzipped: 5000 },
      { name: 'chunks/late.js', bytes: 1 },
    ])
    expect(formatSizeTable({ entries, lazyChunks })).toContain('     5.0      5.0  chunks/city.light')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
