import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction } from 'node:vm'
import { patchValidator, validateAndCount } from '../../src/files/count-findings.ts'
import type { ValidatorReport } from '../../src/files/model-report.ts'

export interface GltfValidator {
  version: () => string
  /** Counts all findings. Rejects if the bytes are not glTF. */
  validate: (bytes: Uint8Array) => Promise<ValidatorReport>
}

let loaded: GltfValidator | undefined

/** Loads the validator once, patched to count all findings. The module is large, so only processes that validate load it. */
export function loadGltfValidator(): GltfValidator {
  loaded ??= load()
  return loaded
}

function load(): GltfValidator {
  const require = createRequire(import.meta.url)
  const filename = require.resolve('gltf-validator/gltf_validator.dart.js')
  const run = compileFunction(
    patchValidator(readFileSync(filename, 'utf8')),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    { filename },
  )
  const module = { exports: {} as { version: () => string; validateBytes: Parameters<typeof validateAndCount>[0] } }
  run(module.exports, createRequire(filename), module, filename, dirname(filename))
  const { version, validateBytes } = module.exports
  return { version: () => version(), validate: (bytes) => validateAndCount(validateBytes, bytes) }
}
