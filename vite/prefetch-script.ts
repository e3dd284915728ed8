import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { FirstPaintFiles } from '../src/head-script.ts'
import { buildScript } from './build-script.ts'
import { buildFirstPaintFiles } from './first-paint-files.ts'

const HEAD_SCRIPT_MODULE = resolve('src/head-script.ts')

/**
 * Inlines the script that prefetches the first rows into the app's HTML, because a separate file would delay the request. The
 * server's content security policy allows the script by its hash. The script loads the code that renders the rows from a separate
 * file.
 */
export function inlinePrefetchScript(): Plugin {
  let firstPaintFiles: FirstPaintFiles
  return {
    name: 'prefetch-script',
    apply: 'build',
    async buildStart() {
      const files = await buildFirstPaintFiles()
      for (const { fileName, code } of files.flatMap((page) => [page.en, page.de]))
        this.emitFile({ type: 'asset', fileName, source: code })
      firstPaintFiles = Object.fromEntries(
        files.map(({ path, en, de }) => [path, { en: `/${en.fileName}`, de: `/${de.fileName}` }]),
      )
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        if (path !== '/index.html') return html
        const script = await buildPrefetchScript(firstPaintFiles)
        return html.replace('</title>', () => `</title>\n    <script>${script}</script>`)
      },
    },
  }
}

async function buildPrefetchScript(files: FirstPaintFiles): Promise<string> {
  const code = `import { runHeadScript } from ${JSON.stringify(HEAD_SCRIPT_MODULE)}; runHeadScript(${JSON.stringify(files)})`
  const script = await buildScript(code, 'vite/prefetch-script.ts')
  if (script.includes('</script'))
    throw new Error('vite/prefetch-script.ts produced a script that contains a closing script tag')
  return script
}
