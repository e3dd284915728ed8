import type { Plugin } from 'vite'
import { patchValidator } from '../src/files/count-findings.ts'

/** Patches the glTF validator so that it counts all findings with bounded memory. */
export function patchGltfValidator(): Plugin {
  return {
    name: 'patch-gltf-validator',
    enforce: 'pre',
    transform: {
      filter: { id: /\/gltf_validator\.dart\.js$/ },
      handler: (code) => ({ code: patchValidator(code), map: null }),
    },
  }
}
