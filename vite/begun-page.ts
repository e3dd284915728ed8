import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import type { EarlyFiles } from '../src/begin.ts'
import { earlyFiles } from './early-page.ts'

const BEGIN = resolve('src/begin.ts')
const ENTRY = 'begin-entry'

/**
 * Puts into the app's page the script that asks for its first rows. It stands in the page itself, because a file of its own
 * would be waited for; the server lets it in by what it hashes to. What draws those rows is a file of its own, which that
 * script fetches.
 */
export function begunPage(): Plugin {
  let early: EarlyFiles
  return {
    name: 'begun-page',
    apply: 'build',
    async buildStart() {
      const files = await earlyFiles()
      for (const { fileName, code } of Object.values(files)) this.emitFile({ type: 'asset', fileName, source: code })
      early = { en: `/${files.en.fileName}`, de: `/${files.de.fileName}` }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        if (path !== '/index.html') return html
        const script = await beginScript(early)
        return html.replace('</title>', () => `</title>\n    <script>${script}</script>`)
      },
    },
  }
}

async function beginScript(files: EarlyFiles): Promise<string> {
  const entry: Plugin = {
    name: ENTRY,
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) =>
      id === ENTRY ? `import { begin } from ${JSON.stringify(BEGIN)}; begin(${JSON.stringify(files)})` : null,
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
  if (chunk?.type !== 'chunk' || chunk.code.includes('</script')) throw new Error('vite/begun-page.ts made no script')
  return chunk.code.trim()
}
