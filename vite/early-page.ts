import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { build, normalizePath, type Plugin, type Rolldown } from 'vite'
import * as assets from '../src/api/contract/assets.ts'
import { LANGUAGES, type Language } from '../src/ui/language.ts'
import { words as deAssets } from '../src/ui/words/de/assets.ts'
import { words as deCommon } from '../src/ui/words/de/common.ts'
import { words as deList } from '../src/ui/words/de/list.ts'
import { words as deSession } from '../src/ui/words/de/session.ts'
import { words as enAssets } from '../src/ui/words/en/assets.ts'
import { words as enCommon } from '../src/ui/words/en/common.ts'
import { words as enList } from '../src/ui/words/en/list.ts'
import { words as enSession } from '../src/ui/words/en/session.ts'
import type { Words } from '../src/ui/words.ts'
import { layersFirst } from './layers-first.ts'
import { leanIcons } from './lean-icons.ts'

const source = (path: string) => normalizePath(resolve('src', path))
const STAND_INS = source('early/stand-ins.tsx')

/** What views import that needs the whole app, and what it is on the first page; packages by name, our files by place. */
const INSTEAD: Readonly<Record<string, string>> = {
  react: source('early/react.ts'),
  'react/jsx-runtime': source('early/elements.ts'),
  '@tanstack/react-router': STAND_INS,
  '@xstate/react': STAND_INS,
  ...Object.fromEntries(
    [
      'ui/kit/part.ts',
      'api/contract/errors.ts',
      'ui/form/ErrorNotice.tsx',
      'ui/format-number.ts',
      'ui/kit/Tooltip.tsx',
      'ui/kit/use-document-title.ts',
      'ui/list/FilterControl.tsx',
      'ui/list/TableBody.tsx',
      'ui/list/glyph-of.tsx',
      'ui/list/use-column-drag.ts',
      'ui/list/use-drawn-pages.ts',
      'ui/list/use-filters.ts',
      'ui/list/use-window.ts',
      'ui/session/CodeStep.tsx',
      'ui/session/VerificationSent.tsx',
      'ui/session/use-sign-in-form.ts',
      'ui/session/use-way-back.ts',
    ].map((path) => [source(path), STAND_INS]),
  ),
}

/** What describes calls and records, and does nothing but that: all of it would come for the sake of a few names. */
const DESCRIBES = /\/src\/(api\/contract|machines\/rules)\//

/** The pages that are drawn so: how their files are called, what draws them, and the sentences of its views. */
const PAGES: readonly EarlyPage[] = [
  {
    path: '/assets',
    name: 'early',
    entry: 'early/first-page.ts',
    words: { en: { ...enCommon, ...enList, ...enAssets }, de: { ...deCommon, ...deList, ...deAssets } },
  },
  {
    path: '/signin',
    name: 'early-signin',
    entry: 'early/sign-in-page.ts',
    words: { en: { ...enCommon, ...enSession }, de: { ...deCommon, ...deSession } },
  },
]

interface EarlyPage {
  path: string
  name: string
  entry: string
  words: Readonly<Record<Language, Words>>
}

interface EarlyFile {
  fileName: string
  code: string
}

/** What draws a page, in each language. */
type EarlyFiles = Readonly<Record<Language, EarlyFile>> & { path: string }

/** Builds what draws some pages before the app is there. */
export const earlyFiles = (): Promise<EarlyFiles[]> => Promise.all(PAGES.map(filesOf))

/**
 * The same views as the app's, without what makes an app of them, a file for each language with the sentences that they say.
 * Their styles are those of the app's own files, in which classes have the same names.
 */
async function filesOf({ path, name, entry, words }: EarlyPage): Promise<EarlyFiles> {
  const instead: Plugin = {
    name: 'stand-ins',
    enforce: 'pre',
    async resolveId(id, importer) {
      const own = INSTEAD[id]
      if (own) return own
      if (!importer || !/^\.{1,2}\//.test(id)) return null
      return INSTEAD[normalizePath(resolve(importer, '..', id))] ?? null
    },
    load: {
      filter: { id: /src\/api\/contract\/assets\.ts$/ },
      handler: () =>
        Object.entries(assets)
          .filter(([, value]) => /^(string|number)$/.test(typeof value) || Array.isArray(value))
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n'),
    },
    transform: {
      filter: { id: /\/src\// },
      handler: (code, id) => {
        const alone = code.replace(/\bimport\('[^']+'\)/g, 'null')
        return DESCRIBES.test(id) ? alone.replace(/(?<![\w$.'])[A-Za-z_$][\w$.]*\(/g, '/*#__PURE__*/ $&') : alone
      },
    },
  }
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [instead, leanIcons(), layersFirst()],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: source(entry),
        preserveEntrySignatures: 'strict',
        treeshake: { propertyReadSideEffects: false },
        output: { format: 'es' },
      },
    },
  })
  const chunks = [built].flat().flatMap((it) => ('output' in it ? it.output : []))
  const [chunk, ...others] = chunks.filter((it): it is Rolldown.OutputChunk => it.type === 'chunk')
  if (!chunk || others.length > 0) throw new Error('vite/early-page.ts made more than a script')
  const files = LANGUAGES.map((language) => {
    // By its first line all of its functions are called: Chromium compiles them while it loads the file, beside the page.
    const code = `//# allFunctionsCalledOnLoad\nconst EARLY_WORDS=${JSON.stringify(saidIn(chunk.code, words[language]))};${chunk.code}`
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
    return [language, { fileName: `assets/${name}-${language}-${hash}.js`, code }]
  })
  return { ...(Object.fromEntries(files) as Record<Language, EarlyFile>), path }
}

/** The sentences whose key stands in a script, or begins as a key does there that is put together. */
function saidIn(code: string, words: Words): Words {
  const whole = new Set(Array.from(code.matchAll(/(["'`])([\w.-]+)\1/g), ([, , text]) => text!))
  const begun = Array.from(code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g), ([, text]) => text!)
  const isSaid = (key: string) => whole.has(key.replace(/\.one$/, '')) || begun.some((start) => key.startsWith(start))
  return Object.fromEntries(Object.entries(words).filter(([key]) => isSaid(key)))
}
