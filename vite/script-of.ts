import { build, type Plugin } from 'vite'

const ENTRY = 'script-entry'

/** Builds a classic script of its own out of the code of a module, with all that it imports. Rejects, naming `maker`, where none comes of it. */
export async function scriptOf(code: string, maker: string): Promise<string> {
  const entry: Plugin = {
    name: ENTRY,
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? code : null),
  }
  const built = await build({
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
  const [chunk] = [built].flat().flatMap((it) => ('output' in it ? it.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${maker} made no script`)
  return chunk.code.trim()
}
