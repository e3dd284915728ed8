import { createHash } from 'node:crypto'
import { build, minifySync, type Plugin, parseAst, type Rolldown } from 'vite'
import { decodersOnce } from './decoders-once.ts'

/** Parts that need nothing but three: the name of each one's file, and the module that it is. */
const PARTS: readonly { name: string; module: RegExp }[] = [
  { name: 'occlusion', module: /\/src\/ui\/viewer\/occlusion-composer\.ts$/ },
  { name: 'ktx2', module: /\/three\/examples\/jsm\/loaders\/KTX2Loader\.js$/ },
  { name: 'draco', module: /\/three\/examples\/jsm\/loaders\/DRACOLoader\.js$/ },
]

const THREE = 'three'
const PREFIX = 'shared-part:'

/** A part as a function: its code, which of three's names it wants to be given, and what it makes of them. */
interface Part {
  code: string
  wanted: readonly string[]
  made: readonly string[]
}

/** Each part is built once, whoever asks. */
const built = new Map<string, Promise<Part>>()

/**
 * Has what element and component share lie in the package once. The element brings a three of its own and the component
 * takes the page's, so that the file of such a part names neither: it is a function that is given what it wants of three.
 */
export function sharedParts(): Plugin {
  return {
    name: 'shared-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PREFIX) ? { id: source, external: true } : null),
    load: {
      filter: { id: PARTS.map(({ module }) => module) },
      async handler(id) {
        const { name } = PARTS.find(({ module }) => module.test(id))!
        const making = built.get(id) ?? buildPart(id)
        built.set(id, making)
        const { code, wanted, made } = await making
        const file = `${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName: `chunks/${file}`, source: code })
        return [
          `import { ${wanted.join(', ')} } from '${THREE}'`,
          `import make from '${PREFIX}${file}'`,
          `export const { ${made.join(', ')} } = make({ ${wanted.join(', ')} })`,
        ].join('\n')
      },
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(PREFIX)) return null
      if (!fileName.startsWith('chunks/')) this.error(`${fileName} would bring a shared part along at once`)
      return { code: code.replaceAll(PREFIX, './'), map: null }
    },
  }
}

async function buildPart(id: string): Promise<Part> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [decodersOnce()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: id, external: [THREE], preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  })) as Rolldown.RolldownOutput
  const [chunk, ...others] = built.output
  if (others.length > 0) throw new Error(`${id} is more than one file`)
  const part = asFunction(chunk.code)
  return { ...part, code: minifySync(chunk.fileName, part.code, { module: true }).code }
}

/** A module that imports nothing but three's names, as a module whose function is given them. Throws for any other. */
export function asFunction(code: string): Part {
  const wanted = new Map<string, string>()
  const made: { name: string; local: string }[] = []
  let body = code
  // From the end on, so that what comes before stays where it was.
  for (const it of parseAst(code).body.toReversed()) {
    if (it.type === 'ImportDeclaration') {
      if (it.source.value !== THREE) throw new Error(`${it.source.value} is not three`)
      for (const one of it.specifiers) {
        if (one.type !== 'ImportSpecifier') throw new Error('A part names what it wants of three')
        wanted.set(one.local.name, nameOf(one.imported))
      }
    } else if (it.type === 'ExportNamedDeclaration' && !it.declaration && !it.source) {
      for (const one of it.specifiers) made.push({ name: nameOf(one.exported), local: nameOf(one.local) })
    } else if (it.type.startsWith('Export')) {
      throw new Error('A part tells what it makes in one list')
    } else continue
    body = body.slice(0, it.start) + body.slice(it.end)
  }
  const taken = [...wanted].map(([local, name]) => `${name}: ${local}`)
  const told = made.map(({ name, local }) => `${name}: ${local}`)
  return {
    code: `export default ({ ${taken.join(', ')} }) => {\n${body}\nreturn { ${told.join(', ')} }\n}`,
    wanted: [...new Set(wanted.values())],
    made: made.map(({ name }) => name),
  }
}

const nameOf = (it: { type: string; name?: string; value?: unknown }): string => it.name ?? String(it.value)
