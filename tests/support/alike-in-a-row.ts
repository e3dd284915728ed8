import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest's own order, but for {@link pagesLast}. */
export class AlikeInARow extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return pagesLast(await super.sort(files))
  }
}

interface Placed {
  project: { name: string }
  moduleId: string
}

/**
 * The files of each project, those that want a page (jsdom) after those that do not: a process goes on to the next file only
 * where that wants the same, and otherwise ends with all that it has loaded.
 */
export function pagesLast<T extends Placed>(files: readonly T[]): T[] {
  const projects = [...new Set(files.map((it) => it.project.name))]
  return projects.flatMap((name) => {
    const own = files.filter((it) => it.project.name === name)
    const [pages, plain] = [true, false].map((wants) => own.filter((it) => wantsPage(it.moduleId) === wants))
    return [...plain!, ...pages!]
  })
}

const wantsPage = (file: string) => /^\/\/ @vitest-environment jsdom$/m.test(readFileSync(file, 'utf8'))
