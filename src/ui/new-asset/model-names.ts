import type { Upload } from '../upload/use-upload.ts'

/** Names found in a model's file. */
export interface ModelNames {
  fileName: string
  /** Names of the model's meshes and materials. */
  parts: readonly string[]
}

/** Returns the names of a model that passed its checks. */
export function readModelNames({ context: { file, verdict } }: Upload['snapshot']): ModelNames | undefined {
  return file && verdict ? { fileName: file.name, parts: [...verdict.names, ...verdict.materials] } : undefined
}
