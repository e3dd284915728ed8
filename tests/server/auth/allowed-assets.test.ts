import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that read assets without checking for the trash, and the reason why that is correct. */
const EXCEPTIONS = new Map([
  ['assets/asset-summary.ts', 'receives the condition for visible assets from its caller'],
  ['assets/filter.ts', 'receives the condition for visible assets from its caller'],
  ['assets/counts.ts', 'receives the condition for matching assets from its caller'],
  ['assets/write.ts', 'locks a row and checks it afterwards'],
  ['assets/changelog.ts', 'reads by an id that its caller has checked'],
  ['seed/seed-assets.ts', 'only writes'],
  ['files/sweep-files.ts', 'assets in the trash keep their files'],
  ['optimise/variant-store.ts', 'assets in the trash keep their variants'],
  ['assets/turntables.ts', 'assets in the trash keep their strips'],
  ['assets/turntable-job.ts', 'reads an asset that its caller has checked'],
  ['assets/icon-job.ts', 'reads an asset that its caller has checked'],
  ['transfer/read-assets-to-export.ts', 'joins placements in applications, which trashed assets do not have'],
  ['assets/retagging.ts', 'joins tags, which trashed assets do not have'],
])

test('every server file that queries assets mentions the trash, or is a listed exception', async () => {
  const names = (await readdir('server', { recursive: true })).filter((name) => name.endsWith('.ts'))
  const filesWithoutCheck: string[] = []
  for (const name of names.filter((name) => !name.startsWith(join('db', 'migrations')))) {
    const source = await readFile(join('server', name), 'utf8')
    const reads = /(selectFrom|[jJ]oin|updateTable)\('assets'|(from|join) assets\b/.test(source)
    if (reads && !/deleted_at|IS_LIVE|allowedAssets|allowedInTrash/.test(source)) filesWithoutCheck.push(name)
  }
  expect(filesWithoutCheck.filter((name) => !EXCEPTIONS.has(name))).toEqual([])
})
