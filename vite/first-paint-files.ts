import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { build, normalizePath, type Plugin, type Rolldown } from 'vite'
import * as assets from '../src/api/contract/assets.ts'
import { LANGUAGES, type Language } from '../src/ui/language.ts'
import { messages as deAssets } from '../src/ui/messages/de/assets.ts'
import { messages as deCommon } from '../src/ui/messages/de/common.ts'
import { messages as deList } from '../src/ui/messages/de/list.ts'
import { messages as deSession } from '../src/ui/messages/de/session.ts'
import { messages as enAssets } from '../src/ui/messages/en/assets.ts'
import { messages as enCommon } from '../src/ui/messages/en/common.ts'
import { messages as enList } from '../src/ui/messages/en/list.ts'
import { messages as enSession } from '../src/ui/messages/en/session.ts'
import type { Messages } from '../src/ui/messages.ts'
import { cascadeLayers } from './cascade-layers.ts'
import { leanIcons } from './lean-icons.ts'

const sourcePath = (path: string) => normalizePath(resolve('src', path))
const STUBS_MODULE = sourcePath('early/stubs.tsx')

/**
 * Replacements, on the prerendered page, for modules that would need the whole app. Keys are package names or paths of our files.
 */
const STUB_BY_MODULE: Readonly<Record<string, string>> = {
  react: sourcePath('early/react.ts'),
  'react/jsx-runtime': sourcePath('early/mini-jsx.ts'),
  '@tanstack/react-router': STUBS_MODULE,
  '@xstate/react': STUBS_MODULE,
  ...Object.fromEntries(
    [
      'ui/kit/loading/lazy-module.ts',
      'api/contract/errors.ts',
      'ui/form/ErrorNotice.tsx',
      'ui/format-number.ts',
      'ui/kit/overlays/Tooltip.tsx',
      'ui/kit/use-document-title.ts',
      'ui/list/filters/FilterControl.tsx',
      'ui/list/table/TableBody.tsx',
      'ui/list/action-icon.tsx',
      'ui/list/table/use-column-drag.ts',
      'ui/list/table/use-prerendered-page.ts',
      'ui/list/filters/use-filter-overlay.ts',
      'ui/list/table/use-row-window.ts',
      'ui/session/SignInCodeForm.tsx',
      'ui/session/VerificationSentNotice.tsx',
      'ui/session/use-sign-in-form.ts',
      'ui/session/use-return-after-sign-in.ts',
    ].map((path) => [sourcePath(path), STUBS_MODULE]),
  ),
}

/**
 * Modules of the API contract and the machines' rules. Marked as free of side effects, because otherwise an import of a few names
 * would bundle all of them.
 */
const SIDE_EFFECT_FREE = /\/src\/(api\/contract|machines)\/(?!.*\.(machine|setup)\.ts)/

/** Prerendered pages: file name, entry, and the messages of their components. */
const FIRST_PAINT_PAGES: readonly FirstPaintPage[] = [
  {
    path: '/assets',
    name: 'early',
    entry: 'early/first-paint-asset-list.ts',
    words: { en: { ...enCommon, ...enList, ...enAssets }, de: { ...deCommon, ...deList, ...deAssets } },
  },
  {
    path: '/signin',
    name: 'early-signin',
    entry: 'early/first-paint-sign-in.ts',
    words: { en: { ...enCommon, ...enSession }, de: { ...deCommon, ...deSession } },
  },
]

interface FirstPaintPage {
  path: string
  name: string
  entry: string
  words: Readonly<Record<Language, Messages>>
}

interface FirstPaintFile {
  fileName: string
  code: string
}

type FirstPaintFiles = Readonly<Record<Language, FirstPaintFile>> & { path: string }

export const buildFirstPaintFiles = (): Promise<FirstPaintFiles[]> => Promise.all(FIRST_PAINT_PAGES.map(buildPageFiles))

/**
 * Builds a page's components without the app's runtime, one file per language, with only the messages in use. The page needs the
 * app's style sheets, which have the same class names.
 */
async function buildPageFiles({ path, name, entry, words }: FirstPaintPage): Promise<FirstPaintFiles> {
  const stubPlugin: Plugin = {
    name: 'stubs',
    enforce: 'pre',
    async resolveId(id, importer) {
      const standIn = STUB_BY_MODULE[id]
      if (standIn) return standIn
      if (!importer || !/^\.{1,2}\//.test(id)) return null
      return STUB_BY_MODULE[normalizePath(resolve(importer, '..', id))] ?? null
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
        const withoutLazyImports = code.replace(/\bimport\('[^']+'\)/g, 'null')
        return SIDE_EFFECT_FREE.test(id)
          ? withoutLazyImports.replace(/(?<![\w$.'])[A-Za-z_$][\w$.]*\(/g, '/*#__PURE__*/ $&')
          : withoutLazyImports
      },
    },
  }
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [stubPlugin, leanIcons(), cascadeLayers()],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: sourcePath(entry),
        preserveEntrySignatures: 'strict',
        treeshake: { propertyReadSideEffects: false },
        output: { format: 'es' },
      },
    },
  })
  const chunks = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  const [chunk, ...rest] = chunks.filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
  if (!chunk || rest.length > 0) throw new Error('vite/first-paint-files.ts produced more than one script')
  const files = LANGUAGES.map((language) => {
    // The first line makes Chromium compile all functions while the file loads, off the main thread.
    const code = `//# allFunctionsCalledOnLoad\nconst FIRST_PAINT_MESSAGES=${JSON.stringify(usedMessages(chunk.code, words[language]))};${chunk.code}`
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
    return [language, { fileName: `assets/${name}-${language}-${hash}.js`, code }]
  })
  return { ...(Object.fromEntries(files) as Record<Language, FirstPaintFile>), path }
}

/** Returns the messages whose key occurs in a script, or starts with the static part of a template literal in the script. */
function usedMessages(code: string, messages: Messages): Messages {
  const completeKeys = new Set(Array.from(code.matchAll(/(["'`])([\w.-]+)\1/g), ([, , text]) => text!))
  const keyPrefixes = Array.from(code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g), ([, text]) => text!)
  const isUsed = (key: string) =>
    completeKeys.has(key.replace(/\.one$/, '')) || keyPrefixes.some((start) => key.startsWith(start))
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isUsed(key)))
}
