import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hashName, RUN_NUMBER } from './sampling.ts'

/** Vitest's default sequencer, reordered by {@link shuffleSharedFiles} and {@link sortJsdomFilesLast}. */
export class TestSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return sortJsdomFilesLast(shuffleSharedFiles(await super.sort(files), RUN_NUMBER))
  }
}

/**
 * Shuffles the files of the project `together`, which share processes, so that no file comes to rely on the files before it. Each
 * commit has another order.
 */
export function shuffleSharedFiles<T extends SequencedFile>(files: readonly T[], runNumber: number): T[] {
  const rankOf = ({ moduleId }: T) => hashName(`${runNumber} ${relative(process.cwd(), moduleId)}`)
  const shuffled = files.filter(isShared).sort((a, b) => rankOf(a) - rankOf(b))
  return files.map((file) => (isShared(file) ? shuffled.shift()! : file))
}

const isShared = ({ project }: SequencedFile) => project.name === 'together'

interface SequencedFile {
  project: { name: string }
  moduleId: string
}

/**
 * Moves the jsdom files of each project after the project's other files. A worker process is reused only while consecutive files
 * need the same environment. Otherwise the process exits, and its loaded modules are lost.
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
