import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Plugin } from 'vite'

/** One way in which a file is changed; lines and columns from 0. */
export interface PlannedMutant {
  id: string
  fileName: string
  mutatorName: string
  replacement: string
  location: { start: { line: number; column: number } }
}

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }

/** Files with every mutant that Stryker knows inside, switched off until one is named. */
export async function instrument(paths: readonly string[]) {
  const files = paths.map((path) => ({ name: resolve(path), mutate: true, content: readFileSync(path, 'utf8') }))
  // biome-ignore lint/suspicious/noExplicitAny: of a logger it asks no more than this
  const found = await new Instrumenter(silent as any).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  return {
    files: new Map(found.files.map(({ name, content }) => [name, content])),
    mutants: found.mutants as readonly PlannedMutant[],
  }
}

/** Lets Vite load the instrumented files in place of those on disk. */
export const instrumentedFiles = (files: ReadonlyMap<string, string>): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  load: (id) => files.get(id),
})
