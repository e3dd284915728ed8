import { resolve } from 'node:path'
import { build, normalizePath, type Plugin, type Rolldown } from 'vite'
import type { EarlyFiles } from '../src/begin.ts'
import { LANGUAGES } from '../src/ui/language.ts'
import { earlyScript } from './early-page.ts'

const BEGIN = resolve('src/begin.ts')
const START = normalizePath(resolve('src/start.tsx'))
const ENTRY = 'begin-entry'

/** The sentences that the page of the first rows says. */
const WORDS = ['common', 'list', 'assets']

/**
 * Puts into the app's page the script that asks for its first rows. It stands in the page itself, because a file of its own
 * would be waited for; the server lets it in by what it hashes to. Before the styles: a script behind them waits for them.
 * What draws those rows is a file of its own, which that script fetches.
 */
export function begunPage(): Plugin {
  let early: Awaited<ReturnType<typeof earlyScript>>
  return {
    name: 'begun-page',
    apply: 'build',
    async buildStart() {
      early = await earlyScript()
      this.emitFile({ type: 'asset', fileName: early.fileName, source: early.code })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle }) {
        if (path !== '/index.html') return html
        const files: EarlyFiles = { script: `/${early.fileName}`, words: wordsOf(Object.values(bundle ?? {})) }
        const script = await beginScript(files)
        const links = startLinks(html, Object.values(bundle ?? {}))
        return html
          .replace('</title>', () => `</title>\n    <script>${script}</script>`)
          .replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
      },
    },
  }
}

/**
 * The elements that fetch what the page's script begins later than a browser looks for it: fetched as modules they would be
 * compiled at once, before the first rows are drawn.
 */
function startLinks(html: string, files: Rolldown.OutputBundle[string][]): string[] {
  const chunks = files.filter((it): it is Rolldown.OutputChunk => it.type === 'chunk')
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find(({ moduleIds }) => moduleIds.includes(START)))
  const styles = new Set([...seen].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...Array.from(styles, (file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...Array.from(seen, ({ fileName }) => `<link rel="preload" as="script" crossorigin href="/${fileName}">`),
  ].filter((link) => !html.includes(link))
}

/** Where the sentences of each language are, by the files that were built of them. */
function wordsOf(files: Rolldown.OutputBundle[string][]): EarlyFiles['words'] {
  const fileOf = (module: string) => {
    const chunk = files.find((it) => it.type === 'chunk' && it.facadeModuleId?.endsWith(module))
    if (!chunk) throw new Error(`vite/begun-page.ts looks for ${module}, which is no file of the client`)
    return `/${chunk.fileName}`
  }
  const of = (language: string) => WORDS.map((name) => fileOf(`/src/ui/words/${language}/${name}.ts`))
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as unknown as EarlyFiles['words']
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
