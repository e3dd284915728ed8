declare module 'gltf-validator' {
  import type { ValidatorReport } from '../../files/model-report.ts'

  interface ValidatorOptions {
    format?: 'glb' | 'gltf'
    writeTimestamp?: boolean
    /** 0 for all of them. */
    maxIssues?: number
    /** Codes that are neither counted nor listed. */
    ignoredIssues?: readonly string[]
    /** Codes that are neither counted nor listed. */
    ignoredIssues?: readonly string[]
  }
  /** Rejects where the bytes are no glTF at all. */
  export function validateBytes(data: Uint8Array, options?: ValidatorOptions): Promise<ValidatorReport>
  export function version(): string
}
