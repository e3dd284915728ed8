import { build, type Plugin } from 'vite'

const ENTRY = 'script-entry'

/** Bundles a module's code with its imports into a classic script. Rejects, naming `builder`, if there is no output. */
export async function buildScript(code: string, builder: string): Promise<string> {
  const entry: Plugin = {
    name: ENTRY,
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? code : null),
  }
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [entry],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  })
  const [chunk] = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${builder} produced no script`)
  return chunk.code.trim()
}
