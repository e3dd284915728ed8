import type { Plugin } from 'vite'

/**
 * Has the element's own file name all that it needs, which else is found only in what it names: a page would ask for it one turn later. What
 * the bundler puts into a file of its own, whatever parts it is told, is such a thing.
 */
export function namedAtOnce(): Plugin {
  return {
    name: 'named-at-once',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'element',
    generateBundle(_, bundle) {
      const importsOf = (name: string) => (bundle[name]?.type === 'chunk' ? bundle[name].imports : [])
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const needed = new Set(chunk.imports)
        // Those that are added meanwhile are looked at too.
        for (const name of needed) for (const next of importsOf(name)) needed.add(next)
        const missing = [...needed].filter((name) => !chunk.imports.includes(name))
        chunk.code = missing.map((name) => `import"./${name}";`).join('') + chunk.code
      }
    },
  }
}
