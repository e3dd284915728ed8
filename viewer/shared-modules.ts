import { createHash } from 'node:crypto'
import { build, minifySync, type Plugin, parseAst, type Rolldown } from 'vite'
import { dedupeDecoders } from './dedupe-decoders.ts'

/** Modules that depend only on three.js, with the names of their output files. */
const SHARED_MODULES: readonly { name: string; module: RegExp }[] = [
  { name: 'occlusion', module: /\/src\/ui\/viewer\/shadow\/occlusion-composer\.ts$/ },
  { name: 'ktx2', module: /\/three\/examples\/jsm\/loaders\/KTX2Loader\.js$/ },
  { name: 'draco', module: /\/three\/examples\/jsm\/loaders\/DRACOLoader\.js$/ },
]

const THREE = 'three'
const PREFIX = 'shared-part:'

/** Module as a function: the code, the names imported from three.js, and the exported names. */
interface SharedModule {
  code: string
  imports: readonly string[]
  exports: readonly string[]
}

/** Builds in progress or done, so that each module is built once. */
const builtModules = new Map<string, Promise<SharedModule>>()

/**
 * Builds each module that element and component share into one file of the package. The element bundles three.js, but the
 * component uses the page's three.js. Therefore the shared file exports a function that receives the imports from three.js.
 */
export function sharedModules(): Plugin {
  return {
    name: 'shared-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PREFIX) ? { id: source, external: true } : null),
    load: {
      filter: { id: SHARED_MODULES.map(({ module }) => module) },
      async handler(id) {
        const { name } = SHARED_MODULES.find(({ module }) => module.test(id))!
        const pendingBuild = builtModules.get(id) ?? buildSharedModule(id)
        builtModules.set(id, pendingBuild)
        const { code, imports, exports } = await pendingBuild
        const file = `${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName: `chunks/${file}`, source: code })
        return [
          `import { ${imports.join(', ')} } from '${THREE}'`,
          `import make from '${PREFIX}${file}'`,
          `export const { ${exports.join(', ')} } = make({ ${imports.join(', ')} })`,
        ].join('\n')
      },
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(PREFIX)) return null
      if (!fileName.startsWith('chunks/')) this.error(`${fileName} would load a shared module eagerly`)
      return { code: code.replaceAll(PREFIX, './'), map: null }
    },
  }
}

async function buildSharedModule(id: string): Promise<SharedModule> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [dedupeDecoders()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: id, external: [THREE], preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  })) as Rolldown.RolldownOutput
  const [chunk, ...rest] = result.output
  if (rest.length > 0) throw new Error(`${id} consists of more than one file`)
  const part = toModuleFunction(chunk.code)
  return { ...part, code: minifySync(chunk.fileName, part.code, { module: true }).code }
}

/**
 * Converts a module that imports only from three.js into a module that exports a function of these imports. Throws for any other
 * module.
 */
export function toModuleFunction(code: string): SharedModule {
  const imports = new Map<string, string>()
  const exports: { name: string; local: string }[] = []
  let body = code
  // Edited from the end, so that earlier positions stay valid.
  for (const statement of parseAst(code).body.toReversed()) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.source.value !== THREE)
        throw new Error(`A shared module must import only from three, not from ${statement.source.value}`)
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier') throw new Error('A shared module must import names from three')
        imports.set(specifier.local.name, nameOf(specifier.imported))
      }
    } else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration && !statement.source) {
      for (const specifier of statement.specifiers)
        exports.push({ name: nameOf(specifier.exported), local: nameOf(specifier.local) })
    } else if (statement.type.startsWith('Export')) {
      throw new Error('A shared module must export its names in one list')
    } else continue
    body = body.slice(0, statement.start) + body.slice(statement.end)
  }
  const parameters = [...imports].map(([local, name]) => `${name}: ${local}`)
  const returned = exports.map(({ name, local }) => `${name}: ${local}`)
  return {
    code: `export default ({ ${parameters.join(', ')} }) => {\n${body}\nreturn { ${returned.join(', ')} }\n}`,
    imports: [...new Set(imports.values())],
    exports: exports.map(({ name }) => name),
  }
}

const nameOf = (node: { type: string; name?: string; value?: unknown }): string => node.name ?? String(node.value)
