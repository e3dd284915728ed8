import type { Plugin } from 'vite'
import { withCounting } from '../src/files/count-findings.ts'

/** Builds the glTF validator so that it counts all it finds in memory that does not grow with it. */
export function allFindings(): Plugin {
  return {
    name: 'all-findings',
    enforce: 'pre',
    transform: {
      filter: { id: /\/gltf_validator\.dart\.js$/ },
      handler: (code) => ({ code: withCounting(code), map: null }),
    },
  }
}
