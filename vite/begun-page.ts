import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const BEGIN = resolve('src/begin.ts')
const ENTRY = 'begin-entry'

/**
 * Puts into the app's page the script that asks for its first rows. It stands in the page itself, because a file of its own
 * would be waited for; the server lets it in by what it hashes to. Before the styles: a script behind them waits for them.
 */
export function begunPage(): Plugin {
  return {
    name: 'begun-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        if (path !== '/index.html') return html
        const script = await beginScript()
        return html.replace('</title>', () => `</title>\n    <script>${script}</script>`)
      },
    },
  }
}

async function beginScript(): Promise<string> {
  const entry: Plugin = {
    name: ENTRY,
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? `import { begin } from ${JSON.stringify(BEGIN)}; begin()` : null),
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
