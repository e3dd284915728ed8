import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest's default sequencer, reordered by {@link sortJsdomFilesLast}. */
export class TestSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return sortJsdomFilesLast(await super.sort(files))
  }
}

interface SequencedFile {
  project: { name: string }
  moduleId: string
}

/**
 * Moves the jsdom files of each project after its other files. A worker process is reused only while consecutive files need the
 * same environment. Otherwise the process exits, and its loaded modules are lost.
 */
export function sortJsdomFilesLast<T extends SequencedFile>(files: readonly T[]): T[] {
  const projects = [...new Set(files.map((file) => file.project.name))]
  return projects.flatMap((name) => {
    const projectFiles = files.filter((file) => file.project.name === name)
    const [pages, plain] = [true, false].map((wants) =>
      projectFiles.filter((file) => needsJsdom(file.moduleId) === wants),
    )
    return [...plain!, ...pages!]
  })
}

const needsJsdom = (file: string) => /^\/\/ @vitest-environment jsdom$/m.test(readFileSync(file, 'utf8'))
