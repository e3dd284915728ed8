import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction } from 'node:vm'
import { validateCounting, withCounting } from '../../src/files/count-findings.ts'
import type { ValidatorReport } from '../../src/files/model-report.ts'

/** The Khronos validator as it is used here. */
export interface Validator {
  version: () => string
  /** Counts all that is found. Rejects where the bytes are no glTF at all. */
  validate: (bytes: Uint8Array) => Promise<ValidatorReport>
}

let loaded: Validator | undefined

/** Loads the validator once, made to count all it finds. It is large: read it only where it runs. */
export function loadValidator(): Validator {
  loaded ??= load()
  return loaded
}

function load(): Validator {
  const require = createRequire(import.meta.url)
  const filename = require.resolve('gltf-validator/gltf_validator.dart.js')
  const run = compileFunction(
    withCounting(readFileSync(filename, 'utf8')),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    { filename },
  )
  const module = { exports: {} as { version: () => string; validateBytes: Parameters<typeof validateCounting>[0] } }
  run(module.exports, createRequire(filename), module, filename, dirname(filename))
  const { version, validateBytes } = module.exports
  return { version: () => version(), validate: (bytes) => validateCounting(validateBytes, bytes) }
}
