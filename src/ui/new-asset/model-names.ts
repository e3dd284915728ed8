import type { Upload } from '../upload/use-upload.ts'

export interface ModelNames {
  fileName: string
  parts: readonly string[]
}

export function readModelNames({ context: { file, verdict } }: Upload['snapshot']): ModelNames | undefined {
  return file && verdict ? { fileName: file.name, parts: [...verdict.names, ...verdict.materials] } : undefined
}
