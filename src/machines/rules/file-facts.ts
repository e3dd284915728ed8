import type { FileFault } from './file.ts'

/** One thing a check found out about a file: how it stands, the key of its sentence and the values of its holes. */
export interface FileFact {
  readonly id: string
  readonly tone: 'ok' | 'warn'
  readonly word: string
  readonly params?: Readonly<Record<string, string | number>>
  /** Values of holes that are sizes in bytes. */
  readonly sizes?: Readonly<Record<string, number>>
}

/** What checking a file came to: why it can't be taken, or what it holds. */
export interface FileVerdict {
  readonly fault: FileFault | null
  readonly facts: readonly FileFact[]
}
