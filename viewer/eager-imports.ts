import type { Plugin } from 'vite'

/**
 * Adds the element's indirect static imports to its entry file. Otherwise the browser discovers these imports only after loading
 * a chunk, one round trip later. The bundler puts some modules into separate chunks regardless of the configured groups.
 */
export function eagerImports(): Plugin {
  return {
    name: 'eager-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'element',
    generateBundle(_, bundle) {
      const importsOf = (name: string) => (bundle[name]?.type === 'chunk' ? bundle[name].imports : [])
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const allImports = new Set(chunk.imports)
        // Files added during the loop are visited too.
        for (const name of allImports) for (const next of importsOf(name)) allImports.add(next)
        const missing = [...allImports].filter((name) => !chunk.imports.includes(name))
        chunk.code = missing.map((name) => `import"./${name}";`).join('') + chunk.code
      }
    },
  }
}
