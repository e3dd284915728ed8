import type { Upload } from '../upload/use-upload.ts'

/** What a model's file tells of it. */
export interface ModelNames {
  fileName: string
  /** What its parts are called. */
  parts: readonly string[]
}

/** What a model that passed its checks tells by its names. */
export function namesOf({ context: { file, verdict } }: Upload['snapshot']): ModelNames | undefined {
  return file && verdict ? { fileName: file.name, parts: [...verdict.names, ...verdict.materials] } : undefined
}
