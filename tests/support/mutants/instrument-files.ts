import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Plugin } from 'vite'

/** One change to a file. Lines and columns start at 0. */
export interface PlannedMutant {
  id: string
  fileName: string
  mutatorName: string
  replacement: string
  location: { start: { line: number; column: number } }
}

const silentLogger = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }

/** Instruments files with all mutants of Stryker, each inactive until it is selected. */
export async function instrumentFiles(paths: readonly string[]) {
  const files = paths.map((path) => ({ name: resolve(path), mutate: true, content: readFileSync(path, 'utf8') }))
  // biome-ignore lint/suspicious/noExplicitAny: the instrumenter calls only these methods of the logger
  const found = await new Instrumenter(silentLogger as any).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  return {
    files: new Map(found.files.map(({ name, content }) => [name, content])),
    mutants: found.mutants as readonly PlannedMutant[],
  }
}

/** Vite plugin that loads the instrumented files instead of the files on disk. */
export const instrumentedFilesPlugin = (files: ReadonlyMap<string, string>): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  load: (id) => files.get(id),
})
