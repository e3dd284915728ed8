import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that read assets without a word of the trash, and why they may. */
const BLIND = new Map([
  ['assets/named.ts', 'is handed in which of them may be seen'],
  ['assets/filter.ts', 'is handed in which of them may be seen'],
  ['assets/counts.ts', 'is handed in which of them match'],
  ['assets/write.ts', 'locks a row, and reads it by itself afterwards'],
  ['assets/changelog.ts', 'goes by an id that its caller has found'],
  ['db/seed-assets.ts', 'only writes'],
  ['files/sweep-files.ts', 'what is in the trash keeps its files'],
  ['optimise/store.ts', 'what is in the trash keeps its variants'],
  ['assets/turntables.ts', 'what is in the trash keeps its strips'],
  ['jobs/turntable.ts', 'reads on where another has found the asset'],
  ['jobs/icon.ts', 'reads on where another has found the asset'],
  ['transfer/read-assets.ts', 'comes by way of the places in applications, which the trash keeps apart'],
  ['assets/retagging.ts', 'comes by way of the tags, which the trash keeps apart'],
])

test('whatever on the server reads assets says what it does with those in the trash', async () => {
  const names = (await readdir('server', { recursive: true })).filter((name) => name.endsWith('.ts'))
  const blind: string[] = []
  for (const name of names.filter((name) => !name.startsWith(join('db', 'migrations')))) {
    const source = await readFile(join('server', name), 'utf8')
    const reads = /(selectFrom|[jJ]oin|updateTable)\('assets'|(from|join) assets\b/.test(source)
    if (reads && !/deleted_at|IS_LIVE|allowedAssets|allowedInTrash/.test(source)) blind.push(name)
  }
  expect(blind.filter((name) => !BLIND.has(name))).toEqual([])
})
