import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { EarlyFiles } from '../src/begin.ts'
import { earlyFiles } from './early-page.ts'
import { scriptOf } from './script-of.ts'

const BEGIN = resolve('src/begin.ts')

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
      for (const { fileName, code } of files.flatMap((page) => [page.en, page.de]))
        this.emitFile({ type: 'asset', fileName, source: code })
      early = Object.fromEntries(
        files.map(({ path, en, de }) => [path, { en: `/${en.fileName}`, de: `/${de.fileName}` }]),
      )
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
  const code = `import { begin } from ${JSON.stringify(BEGIN)}; begin(${JSON.stringify(files)})`
  const script = await scriptOf(code, 'vite/begun-page.ts')
  if (script.includes('</script')) throw new Error('vite/begun-page.ts made a script that would end in its middle')
  return script
}
