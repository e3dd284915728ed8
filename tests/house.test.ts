import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine, type StateNode } from 'xstate'
import { findRefWrites } from './support/find-ref-writes.ts'
import {
  codeByFile,
  describeImport,
  findCycles,
  findFilesLoading,
  imports,
  sources,
  toSiblingFolders,
} from './support/source-imports.ts'

/** Files of `src/machines` without a machine: the pure functions that guards and actions call. */
const RULES = String.raw`machines/(?!placeholder-actor|.*\.(machine|setup)\.ts)`

/** Layers, most specific first, and what each may import (docs/architecture.md, "Import rules"). */
const MAY_IMPORT: readonly [layer: RegExp, from: RegExp][] = [
  [/^src\/api\/contract\//, /^src\/api\/contract\//],
  [/^src\/api\//, /^src\/api\//],
  [/^src\/files\//, /^src\/(api\/contract|files)\//],
  [/^src\/machines\/placeholder-actor\.ts$/, /^$/],
  [
    /^src\/machines\/.*\.(machine|setup)\.ts$/,
    new RegExp(`^src/(${RULES}|machines/(placeholder-actor|.*\\.setup)\\.ts|files/|api/contract/)`),
  ],
  [/^src\/machines\//, new RegExp(`^src/(api/contract/|files/|${RULES})`)],
  [/^src\/ui\/(kit\/|tokens\.css|base\.css)/, /^src\/ui\/(kit\/|tokens\.css|base\.css)/],
  [/^src\/ui\/form\//, /^src\/(ui\/(form|kit|messages)\/|ui\/[^/]+$|machines\/|files\/|api\/contract\/)/],
  [/^src\/ui\/upload\//, /^src\/(ui\/(form|kit|messages|upload)\/|ui\/[^/]+$|machines\/|files\/|api\/contract\/)/],
  [/^src\/ui\/viewer\//, /^src\/(ui\/viewer|machines\/viewer|files)\//],
  [/^src\/ui\/playground\/samples\.ts$/, /^demo\/(effects|models|thumbnails)\//],
  [/^src\/ui\//, /^src\/(ui|machines|files|api\/contract)\//],
  [
    /^src\/inspector\//,
    /^src\/(inspector\/|actor-registry\.ts|ui\/(kit\/|messages\/|[^/]+$)|machines\/inspector\.machine\.ts|api\/contract\/errors\.ts)/,
  ],
  [/^src\/actor-registry\.ts$/, /^$/],
  [/^src\/routes\/inspector\.tsx$/, /^src\/inspector\/InspectorWindow\./],
  [/^src\/routes\//, /^src\/(ui|machines|api\/contract|routes)\//],
  [
    /^src\/(app|reauthentication-prompt|live-events)\.ts$/,
    /^src\/(api\/|machines\/|(reauthentication-prompt|live-events)\.ts)/,
  ],
  [/^src\/main\.tsx$/, /^src\/((start|sign-in)\.tsx|api\/prefetched-call\.ts|early\/load-failure\.ts)$/],
  [/^src\/host\.ts$/, /^src\/start\.tsx$/],
  [
    /^src\/early\//,
    new RegExp(`^src/(early/|ui/|${RULES}|api/contract/|api/prefetched-call\\.ts|actor-registry\\.ts)`),
  ],
  [/^src\/atelier\.ts$/, /^src\/(app\.ts|actor-registry\.ts|inspector\/open-inspector\.tsx|ui\/)/],
  [/^src\/start\.tsx$/, new RegExp(`^src/(atelier\\.ts|routes\\.gen\\.ts|ui/|${RULES})`)],
  [/^src\/sign-in\.tsx$/, new RegExp(`^src/(atelier\\.ts|ui/|${RULES})`)],
  [
    /^src\/head-script\.ts$/,
    new RegExp(
      `^src/(api/prefetched-call\\.ts|early/load-failure\\.ts|actor-registry\\.ts|${RULES}|ui/(language|is-signed-out|preferences|list/state/device-storage)\\.ts)`,
    ),
  ],
  [/^src\/offline\//, /^src\/offline\//],
  [/^src\/embed\.tsx$/, /^src\/ui\/(viewer\/|messages\.ts|messages\/look\.ts|tokens\.css|embed\.css)/],
  [/^src\/routes\.gen\.ts$/, /^src\/routes\//],
  [/^server\//, new RegExp(`^(server/|src/api/contract/|src/files/|src/${RULES})`)],
  [/^demo\//, /^(demo|server\/(render|morph))\//],
]

/** Folders of the server, the lowest layer first. Code imports only from lower layers; types may come from any layer. */
const SERVER_LAYERS = [
  ['errors', 'render', 'util'],
  ['db', 'morph', 'textures', 'workers'],
  ['http', 'jobs'],
  ['client', 'docs', 'files', 'mail'],
  ['auth', 'optimise'],
  ['events'],
  ['assets', 'webhooks'],
  ['fitting', 'seed', 'transfer'],
  ['handlers', 'model-work'],
  ['boot'],
  ['cli'],
]

/** Imports that are allowed only as types. */
const TYPES_ONLY: readonly [layer: RegExp, from: RegExp][] = [
  [/^src\/routes\//, /^src\/machines\/.*\.machine\.ts/],
  [/^src\/ui\/context\.ts$/, /\.machine\.ts$/],
]

describe('the source code', () => {
  test('has only the imports that each layer allows', () => {
    const violations = imports.filter(({ file, target }) => {
      const rule = MAY_IMPORT.find(([layer]) => layer.test(file))
      return !rule?.[1].test(target)
    })
    expect(violations.map(describeImport)).toEqual([])
  })

  test('imports type-only dependencies as types', () => {
    const violations = imports.filter(
      ({ file, target, isType }) =>
        !isType && TYPES_ONLY.some(([layer, from]) => layer.test(file) && from.test(target)),
    )
    expect(violations.map(describeImport)).toEqual([])
  })

  test('of the server imports only code of lower layers', () => {
    const folderOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]
    const layerOf = (file: string) => SERVER_LAYERS.findIndex((folders) => folders.includes(folderOf(file) ?? ''))
    const files = sources.filter((file) => file.startsWith('server/'))
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
    const faults = imports.filter(
      ({ file, target, isType }) =>
        !isType &&
        file.startsWith('server/') &&
        target.startsWith('server/') &&
        folderOf(file) !== folderOf(target) &&
        layerOf(target) >= layerOf(file),
    )
    expect(faults.map(describeImport)).toEqual([])
  })

  test('imports no state machine in another machine', () => {
    const machine = /\.machine\.ts$/
    expect(
      imports.filter(({ file, target }) => machine.test(file) && machine.test(target)).map(describeImport),
    ).toEqual([])
  })

  test('has no import cycles, including type imports', () => {
    expect(findCycles(imports)).toEqual([])
  })

  test('of the client has no import cycles between sibling folders, including type imports', () => {
    const clientImports = imports.filter(({ file }) => file.startsWith('src/'))
    expect(findCycles(clientImports.flatMap(toSiblingFolders))).toEqual([])
  })

  test('exports no interface with the same name and members from two files', () => {
    const filesByShape = new Map<string, string[]>()
    for (const [file, code] of codeByFile) {
      // Compares only interfaces with several members. Two interfaces with a single member may be equal by chance.
      for (const [, name, body] of code.matchAll(/^export interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm)) {
        const members = body!.replace(/\/\*[\s\S]*?\*\/|\/\/.*|\breadonly\b/g, '').match(/[^\s].*/g) ?? []
        const key = `${name}: ${members.map((member) => member.replace(/\s+/g, '').replace(/\b[A-Z]\w+/g, 'T')).sort()}`
        if (members.length > 1) filesByShape.set(key, [...(filesByShape.get(key) ?? []), file])
      }
    }
    expect([...filesByShape].filter(([, files]) => files.length > 1)).toEqual([])
  })

  test('calls provide() of XState only in the modules that implement the actors of machines', () => {
    const violations = [...codeByFile].filter(
      ([file, code]) =>
        /\.provide\(/.test(code) &&
        !/^src\/((app|reauthentication-prompt|live-events)\.ts|(ui|inspector)\/(.*\/)?(use|start)-[^/]+\.tsx?)$/.test(
          file,
        ),
    )
    expect(violations.map(([file]) => file)).toEqual([])
  })

  test('starts every machine where the inspector can observe it', () => {
    // Excludes actors of the inspector and actors that only compute an initial state. The inspector does not show these actors.
    const exceptions =
      /^src\/(app|reauthentication-prompt|live-events|ui\/use-machine-actor|ui\/viewer\/entrance\/use-spawn|inspector\/(use-inspector|initial-microsteps))\.ts$/
    const violations = [...codeByFile].filter(
      ([file, code]) =>
        /^src\//.test(file) &&
        !exceptions.test(file) &&
        /\b(useActorRef|useActor|useMachine|interpret)\b|import [^;]*\bcreateActor\b[^;]*from 'xstate/.test(code),
    )
    expect(violations.map(([file]) => file)).toEqual([])
  })

  test('writes no React ref during rendering', () => {
    const views = [...codeByFile].filter(([file]) => /^src\/(ui|routes)\/.*\.tsx?$/.test(file))
    expect(views.flatMap(([file, code]) => findRefWrites(file, code).map((at) => `${file}:${at}`))).toEqual([])
  })

  test('stores no promise result with useState in a view, because the request machine stores results', () => {
    // Excludes the kit, the viewer, lazily loaded code, and actions without a request, such as copying text.
    const exceptions =
      /^src\/ui\/(kit\/|viewer\/|list\/(views\/ViewsMenu|use-toasts|actions\/use-row-actions)\.tsx?|playground\/EmbedCode\.tsx|look\/ModelStage\.tsx)/
    const violations = [...codeByFile].flatMap(([file, code]) => {
      if (!/^src\/(ui|routes)\//.test(file) || exceptions.test(file)) return []
      const setters = [...code.matchAll(/\[\w*, (set\w+)\] = useState/g)].map(([, name]) => name)
      if (setters.length === 0) return []
      const sets = new RegExp(`\\b(${setters.join('|')})\\b`)
      const promiseHandlers = findBracketContents(code, /\.(?:then|catch|finally)\(/g, '()')
      const awaited = findBracketContents(code, /\basync\b[^{;]*\{/g, '{}').flatMap((body) =>
        body.split(/\bawait\b/).slice(1),
      )
      const aborted = /new AbortController\(/.test(code) && /\.(?:then|catch)\(/.test(code)
      return aborted || [...promiseHandlers, ...awaited].some((body) => sets.test(body)) ? [file] : []
    })
    expect(violations).toEqual([])
  })

  test('imports 3D libraries only in the viewer', () => {
    const violations = [...codeByFile].filter(
      ([file, code]) =>
        /^src\//.test(file) && /from '(three|@react-three\/|three\/)/.test(code) && !/^src\/ui\/viewer\//.test(file),
    )
    expect(violations.map(([file]) => file)).toEqual([])
  })

  test('loads lazy code of views only through the helper that reports failures and retries', () => {
    // Excludes the viewer, translations (loaded with their route), and the upload check in browsers without a worker.
    const exceptions = /^src\/ui\/(viewer\/|messages\/|upload\/check-file\.ts)/
    const violations = [...codeByFile].flatMap(([file, code]) => {
      if (!/^src\/(ui|routes)\//.test(file) || exceptions.test(file)) return []
      const withoutLazyRoutes = code.replace(
        /\b(?:lazyModule|lazyComponent)(?:<\w+>)?\(\s*(?:async )?\(\) =>\s*\(?(?:await )?import\(/g,
        '',
      )
      return [...withoutLazyRoutes.matchAll(/\blazy\(|\bimport\(/g)].map(([match]) => `${file}: ${match}`)
    })
    expect(violations).toEqual([])
  })

  test('loads the inspector only when it is opened', () => {
    const isInspectorFile = (file: string) => /^src\/inspector\//.test(file)
    const violations = imports.filter(
      ({ file, target, isLazy, isType }) => !isInspectorFile(file) && isInspectorFile(target) && !isLazy && !isType,
    )
    // The router loads a route's view when the route is entered.
    expect(violations.map(({ file }) => file)).toEqual(['src/routes/inspector.tsx'])
  })

  test('loads no router code for the sign-in page', () => {
    expect(findFilesLoading(/^src\/sign-in\.tsx$/, '@tanstack')).toEqual([])
    expect(findFilesLoading(/^src\/start\.tsx$/, '@tanstack')).not.toEqual([])
  })

  test('loads 3D libraries only when they are needed, never with the code of a page', () => {
    const violations = findFilesLoading(/^src\/(main\.tsx|routes\/)/, '(three|@react-three\\/|three\\/)')
    expect(violations).toEqual([])
  })

  test('loads no React Aria for the account pages, which use native controls', () => {
    const accounts = /^src\/(sign-in|routes\/(__root|signin|signup|forgot|verify|reset-password))\.tsx$/
    expect(findFilesLoading(accounts, 'react-aria')).toEqual([])
    expect(findFilesLoading(/^src\/routes\/_shell\/settings\.tsx$/, 'react-aria')).not.toEqual([])
  })

  test('imports the S3 client only in the modules that store files in S3', () => {
    const isS3 = (file: string) => /^server\/files\/s3-(content|storage|uploads)\.ts$/.test(file)
    const filesWithS3 = [...codeByFile].filter(
      ([file, code]) => /from '(@aws-sdk\/|@tus\/s3-store)/.test(code) && !isS3(file),
    )
    const filesWithBucket = [...codeByFile].filter(
      ([file, code]) => !isS3(file) && /^import (?!type ).*from '.*\/s3-(content|storage|uploads)\.ts'/m.test(code),
    )
    expect([...filesWithS3, ...filesWithBucket].map(([file]) => file)).toEqual([])
  })

  test('uses semantic tokens in styles, never primitives or other colours', () => {
    const violations = [...codeByFile].filter(
      ([file, code]) =>
        file.endsWith('.css') &&
        !file.endsWith('tokens.css') &&
        /--(plaster|graphite|verdigris)-|#[0-9a-f]{3,8}\b|rgba?\(/i.test(code),
    )
    expect(violations.map(([file]) => file)).toEqual([])
  })

  test('gives scroll containers a CSS position, so that a visually hidden field does not scroll the page', () => {
    const violations = [...codeByFile].flatMap(([file, code]) => {
      if (!/^src\/ui\/.*\.css$/.test(file)) return []
      const rules = [...code.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
        ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
      )
      const positionedSelectors = new Set(
        rules.filter(({ body }) => /^\s*position:/m.test(body)).map(({ selector }) => selector),
      )
      return rules
        .filter(
          ({ selector, body }) =>
            /overflow[-\w]*:[^;]*\b(auto|scroll)\b/.test(body) && !positionedSelectors.has(selector),
        )
        .map(({ selector }) => `${file} ${selector}`)
    })
    expect(violations).toEqual([])
  })

  test('has no default exports', () => {
    const violations = [...codeByFile].filter(([, code]) => /^export default/m.test(code))
    expect(violations.map(([file]) => file)).toEqual([])
  })
})

describe('machines', () => {
  const files = import.meta.glob<Record<string, unknown>>('../src/machines/**/*.machine.ts', { eager: true })

  test.each(Object.entries(files))('give each invoke an id equal to its src: %s', (_, module) => {
    const machines = Object.values(module).map((value) =>
      typeof value === 'function' && /^create\w+Machine$/.test(value.name) ? (value as () => unknown)() : value,
    )
    const found = machines
      .filter(isMachine)
      .flatMap((machine) => listNodes(machine.root).flatMap((node) => node.invoke))
    expect(found.map(({ id }) => id)).toEqual(found.map(({ src }) => src))
  })
})

function isMachine(value: unknown): value is AnyStateMachine {
  return value instanceof StateMachine
}

/** Returns the texts between an opening bracket at the end of a match and its closing bracket. */
function findBracketContents(code: string, opening: RegExp, [open, close]: string): string[] {
  return [...code.matchAll(opening)].map(({ 0: matchText, index }) => {
    const from = index + matchText.length
    let at = from
    for (let depth = 1; depth > 0 && at < code.length; at++) {
      if (code[at] === open) depth++
      if (code[at] === close) depth--
    }
    return code.slice(from, at)
  })
}

const listNodes = (node: StateNode): StateNode[] => [node, ...Object.values(node.states).flatMap(listNodes)]
