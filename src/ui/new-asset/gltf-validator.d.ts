declare module 'gltf-validator' {
  import type { ValidatorReport } from '../../files/model-report.ts'

  interface ValidatorOptions {
    format?: 'glb' | 'gltf'
    writeTimestamp?: boolean
    maxIssues?: number
    /** Codes that are neither counted nor listed. */
    ignoredIssues?: readonly string[]
  }
  /** Validates a glTF or GLB file. Rejects if the bytes are not glTF. */
  export function validateBytes(data: Uint8Array, options?: ValidatorOptions): Promise<ValidatorReport>
  export function version(): string
}
