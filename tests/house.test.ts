import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine, type StateNode } from 'xstate'
import { refWrites } from './support/ref-writes.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Rooms, most particular first, and the rooms each may import from (README, "Who may import whom"). */
const MAY_IMPORT: readonly [room: RegExp, from: RegExp][] = [
  [/^src\/api\/contract\//, /^src\/api\/contract\//],
  [/^src\/api\//, /^src\/api\//],
  [/^src\/files\//, /^src\/(api\/contract|files)\//],
  [/^src\/machines\/rules\//, /^src\/(api\/contract|files|machines\/rules)\//],
  [
    /^src\/machines\/[^/]+\.(machine|parts)\.ts$/,
    /^src\/(machines\/(rules\/|provided\.ts|[^/]+\.parts\.ts)|files\/|api\/contract\/)/,
  ],
  [/^src\/machines\//, /^$/],
  [/^src\/ui\/(kit\/|tokens\.css|base\.css)/, /^src\/ui\/(kit\/|tokens\.css|base\.css)/],
  [/^src\/ui\/form\//, /^src\/(ui\/(form|kit)\/|ui\/[^/]+$|machines\/|files\/|api\/contract\/)/],
  [/^src\/ui\/upload\//, /^src\/(ui\/(form|kit|upload)\/|ui\/[^/]+$|machines\/|files\/|api\/contract\/)/],
  [/^src\/ui\/viewer\//, /^src\/(ui\/viewer\/|machines\/(spawn\.machine|provided)\.ts|machines\/rules\/|files\/)/],
  [/^src\/ui\/playground\/samples\.ts$/, /^demo\/(effects|models|thumbnails)\//],
  [/^src\/ui\//, /^src\/(ui|machines|files|api\/contract)\//],
  [
    /^src\/inspector\//,
    /^src\/(inspector\/|inspect-seam\.ts|ui\/(kit\/|words\/|[^/]+$)|machines\/inspector\.machine\.ts|api\/contract\/errors\.ts)/,
  ],
  [/^src\/inspect-seam\.ts$/, /^$/],
  [/^src\/routes\/inspector\.tsx$/, /^src\/inspector\/InspectorWindow\./],
  [/^src\/routes\//, /^src\/(ui|machines|api\/contract|routes)\//],
  [/^src\/(app|live-events)\.ts$/, /^src\/(api\/|machines\/|live-events\.ts)/],
  [/^src\/main\.tsx$/, /^src\/((start|sign-in)\.tsx|api\/begun\.ts|early\/missing\.ts)$/],
  [/^src\/host\.ts$/, /^src\/start\.tsx$/],
  [/^src\/early\//, /^src\/(early\/|ui\/|machines\/rules\/|api\/contract\/|api\/begun\.ts|inspect-seam\.ts)/],
  [/^src\/atelier\.ts$/, /^src\/(app\.ts|inspect-seam\.ts|inspector\/open\.tsx|ui\/)/],
  [/^src\/start\.tsx$/, /^src\/(atelier\.ts|routes\.gen\.ts|ui\/|machines\/rules\/)/],
  [/^src\/sign-in\.tsx$/, /^src\/(atelier\.ts|ui\/|machines\/rules\/)/],
  [
    /^src\/begin\.ts$/,
    /^src\/(api\/begun\.ts|early\/missing\.ts|inspect-seam\.ts|machines\/rules\/|ui\/(language|nobody|preferences|list\/on-device)\.ts)/,
  ],
  [/^src\/offline\//, /^src\/offline\//],
  [/^src\/embed\.tsx$/, /^src\/ui\/(viewer\/|words\.ts|words\/look\.ts|tokens\.css|embed\.css)/],
  [/^src\/routes\.gen\.ts$/, /^src\/routes\//],
  [/^server\//, /^(server|src\/api\/contract|src\/files|src\/machines\/rules)\//],
  [/^demo\//, /^(demo|server\/(render|morph))\//],
]

/** Which of these may be imported only as types. */
const TYPES_ONLY: readonly [room: RegExp, from: RegExp][] = [
  [/^src\/routes\//, /^src\/machines\/[^/]+\.machine\.ts/],
  [/^src\/ui\/context\.ts$/, /\.machine\.ts$/],
]

interface Import {
  file: string
  target: string
  isType: boolean
  isLazy: boolean
}

const sources = ['src', 'server', 'demo'].flatMap((folder) => walk(folder)).filter((file) => /\.(tsx?|css)$/.test(file))
const text = new Map(sources.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const imports = sources.flatMap(importsOf)

describe('the house', () => {
  test('every room imports only from the rooms it may', () => {
    const faults = imports.filter(({ file, target }) => {
      const rule = MAY_IMPORT.find(([room]) => room.test(file))
      return !rule?.[1].test(target)
    })
    expect(faults.map(describeImport)).toEqual([])
  })

  test('what may be known only by its type is imported as a type', () => {
    const faults = imports.filter(
      ({ file, target, isType }) => !isType && TYPES_ONLY.some(([room, from]) => room.test(file) && from.test(target)),
    )
    expect(faults.map(describeImport)).toEqual([])
  })

  test('the viewer and the kit stand apart, and no machine imports another', () => {
    const machine = /\.machine\.ts$/
    expect(
      imports.filter(({ file, target }) => machine.test(file) && machine.test(target)).map(describeImport),
    ).toEqual([])
  })

  test('no imports go in a circle, of types neither', () => {
    const next = new Map<string, string[]>()
    for (const { file, target } of imports) next.set(file, [...(next.get(file) ?? []), target])
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      else if (!done.has(file)) {
        for (const target of next.get(file) ?? []) visit(target, [...path, file])
        done.add(file)
      }
    }
    for (const file of next.keys()) visit(file, [])
    expect(circles).toEqual([])
  })

  test('no type is written twice to get round a law of imports: what two rooms share stands where both may look', () => {
    const places = new Map<string, string[]>()
    for (const [file, code] of text) {
      // With more than one member, whose names and types are the same: one word may mean two things.
      for (const [, name, body] of code.matchAll(/^export interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm)) {
        const members = body!.replace(/\/\*[\s\S]*?\*\/|\/\/.*|\breadonly\b/g, '').match(/[^\s].*/g) ?? []
        const key = `${name}: ${members.map((it) => it.replace(/\s+/g, '').replace(/\b[A-Z]\w+/g, 'T')).sort()}`
        if (members.length > 1) places.set(key, [...(places.get(key) ?? []), file])
      }
    }
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
  })

  test('provide() appears only where machines are bound', () => {
    const faults = [...text].filter(
      ([file, code]) =>
        /\.provide\(/.test(code) && !/^src\/((app|live-events)\.ts|(ui|inspector)\/(.*\/)?use-[^/]+\.tsx?)$/.test(file),
    )
    expect(faults.map(([file]) => file)).toEqual([])
  })

  test('every machine is started where whoever inspects the app is told of it', () => {
    // The inspector is no part of what it shows, nor is what it makes only to see how one begins.
    const starts = /^src\/(app|live-events|ui\/machine|ui\/viewer\/use-spawn|inspector\/(use-inspector|start))\.ts$/
    const faults = [...text].filter(
      ([file, code]) =>
        /^src\//.test(file) &&
        !starts.test(file) &&
        /\b(useActorRef|useActor|useMachine|interpret)\b|import [^;]*\bcreateActor\b[^;]*from 'xstate/.test(code),
    )
    expect(faults.map(([file]) => file)).toEqual([])
  })

  test('no ref is written while rendering: the latest callback is an effect event', () => {
    const views = [...text].filter(([file]) => /^src\/(ui|routes)\/.*\.tsx?$/.test(file))
    expect(views.flatMap(([file, code]) => refWrites(file, code).map((at) => `${file}:${at}`))).toEqual([])
  })

  test('no view keeps by hand what a promise brings: the machine for questions does', () => {
    // The kit and the viewer stand apart; a copy and a picture are taken there and then; code that comes is no answer.
    const apart =
      /^src\/ui\/(kit\/|viewer\/|list\/(ViewsMenu|use-toasts|use-row-actions)\.tsx?|playground\/EmbedCode\.tsx|look\/ModelStage\.tsx)/
    const faults = [...text].flatMap(([file, code]) => {
      if (!/^src\/(ui|routes)\//.test(file) || apart.test(file)) return []
      const setters = [...code.matchAll(/\[\w*, (set\w+)\] = useState/g)].map(([, name]) => name)
      if (setters.length === 0) return []
      const sets = new RegExp(`\\b(${setters.join('|')})\\b`)
      const heard = partsOf(code, /\.(?:then|catch|finally)\(/g, '()')
      const awaited = partsOf(code, /\basync\b[^{;]*\{/g, '{}').flatMap((body) => body.split(/\bawait\b/).slice(1))
      const aborted = /new AbortController\(/.test(code) && /\.(?:then|catch)\(/.test(code)
      return aborted || [...heard, ...awaited].some((part) => sets.test(part)) ? [file] : []
    })
    expect(faults).toEqual([])
  })

  test('3D libraries are named only in the viewer', () => {
    const faults = [...text].filter(
      ([file, code]) =>
        /^src\//.test(file) && /from '(three|@react-three\/|three\/)/.test(code) && !/^src\/ui\/viewer\//.test(file),
    )
    expect(faults.map(([file]) => file)).toEqual([])
  })

  test('what a view fetches at first use goes one way, which tells of a failure and tries again', () => {
    // The viewer stands apart; sentences come with their route, and a check without a worker with its file.
    const apart = /^src\/ui\/(viewer\/|words\/|upload\/check-file\.ts)/
    const faults = [...text].flatMap(([file, code]) => {
      if (!/^src\/(ui|routes)\//.test(file) || apart.test(file)) return []
      const fetched = code.replace(
        /\b(?:part|shownPart)(?:<\w+>)?\(\s*(?:async )?\(\) =>\s*\(?(?:await )?import\(/g,
        '',
      )
      return [...fetched.matchAll(/\blazy\(|\bimport\(/g)].map(([bare]) => `${file}: ${bare}`)
    })
    expect(faults).toEqual([])
  })

  test('nothing of the first load brings the inspector: it is fetched when it is opened', () => {
    const isOf = (file: string) => /^src\/inspector\//.test(file)
    const faults = imports.filter(
      ({ file, target, isLazy, isType }) => !isOf(file) && isOf(target) && !isLazy && !isType,
    )
    // The router fetches a route's view when the route is entered.
    expect(faults.map(({ file }) => file)).toEqual(['src/routes/inspector.tsx'])
  })

  test('who signs in fetches neither the router nor the pages behind it', () => {
    expect(bringing(/^src\/sign-in\.tsx$/, '@tanstack')).toEqual([])
    expect(bringing(/^src\/start\.tsx$/, '@tanstack')).not.toEqual([])
  })

  test('no page brings a 3D library with it: what draws is fetched when it is shown', () => {
    const faults = bringing(/^src\/(main\.tsx|routes\/)/, '(three|@react-three\\/|three\\/)')
    expect(faults).toEqual([])
  })

  test('who signs in fetches no React Aria: what they fill in are the browser’s own controls', () => {
    const accounts = /^src\/(sign-in|routes\/(__root|signin|signup|forgot|verify|reset-password))\.tsx$/
    expect(bringing(accounts, 'react-aria')).toEqual([])
    expect(bringing(/^src\/routes\/_shell\/settings\.tsx$/, 'react-aria')).not.toEqual([])
  })

  test('every page has learnt the sentences it may say, and every sentence is said somewhere', () => {
    const files = import.meta.glob<{ words: Record<string, string> }>('../src/ui/words/en/*.ts', { eager: true })
    const partOf = new Map(
      Object.entries(files).flatMap(([path, { words }]) =>
        Object.keys(words).map((key) => [key, `src/ui/words/${path.split('/').pop()}`] as const),
      ),
    )
    const keys = [...partOf.keys()]
    const saidIn = (file: string): string[] => {
      const code = text.get(file) ?? ''
      const whole = [...code.matchAll(/['"]([\w.\- ]+)['"]/g)].flatMap(([, key]) => (partOf.has(key!) ? [key!] : []))
      // A hole stands for one word, never for a dot.
      const shapes = [...code.matchAll(/`([\w.]*\.(?:\$\{[^`}]*\}[\w.]*)+)`/g)].map(
        ([, shape]) => new RegExp(`^${shape!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w -]+')}$`),
      )
      return [...whole, ...keys.filter((key) => shapes.some((shape) => shape.test(key)))]
    }
    const importedBy = (from: string) =>
      imports.flatMap(({ file, target, isType }) => (file === from && !isType ? [target] : []))
    const faults: string[] = []
    for (const route of text.keys()) {
      if (!/^src\/routes\//.test(route)) continue
      const seen = new Set<string>()
      const visit = (file: string, known: readonly string[]): void => {
        // What is opened later learns its sentences itself, for all that it shows.
        const learnt = /\buseWords\(/.test(text.get(file) ?? '') ? [...known, ...importedBy(file)] : known
        const visited = [file, ...learnt.filter((words) => words.startsWith('src/ui/words/'))].join(' ')
        // What the contract and the rules find wrong is not followed: it reaches a page through its form alone.
        if (seen.has(visited) || !/^src\/(routes|ui\/(?!words\/))/.test(file)) return
        seen.add(visited)
        for (const key of saidIn(file)) {
          if (!learnt.includes(partOf.get(key)!)) faults.push(`${route} says ${key} of ${partOf.get(key)} in ${file}`)
        }
        for (const next of importedBy(file)) visit(next, learnt)
      }
      visit(route, ['src/ui/words/common.ts', ...importedBy(route)])
    }
    expect(faults).toEqual([])

    const said = new Set([...text.keys()].filter((file) => !file.startsWith('src/ui/words/')).flatMap(saidIn))
    const isAddition = (key: string) =>
      said.has(key.replace(/\.one$/, '')) || (key.startsWith('fact.') && said.has(key.replace(/\.why$/, '')))
    expect(keys.filter((key) => !said.has(key) && !isAddition(key))).toEqual([])
  })

  test('the client of S3 is loaded only where files are kept there', () => {
    const isS3 = (file: string) => /^server\/files\/s3-(content|storage|uploads)\.ts$/.test(file)
    const named = [...text].filter(([file, code]) => /from '(@aws-sdk\/|@tus\/s3-store)/.test(code) && !isS3(file))
    const fixed = [...text].filter(
      ([file, code]) => !isS3(file) && /^import (?!type ).*from '.*\/s3-(content|storage|uploads)\.ts'/m.test(code),
    )
    expect([...named, ...fixed].map(([file]) => file)).toEqual([])
  })

  test('styles use semantic tokens, never primitives or colours of their own', () => {
    const faults = [...text].filter(
      ([file, code]) =>
        file.endsWith('.css') &&
        !file.endsWith('tokens.css') &&
        /--(plaster|graphite|verdigris)-|#[0-9a-f]{3,8}\b|rgba?\(/i.test(code),
    )
    expect(faults.map(([file]) => file)).toEqual([])
  })

  test('what scrolls holds what is placed in it: else a field that is only read out scrolls the page around it away', () => {
    const faults = [...text].flatMap(([file, code]) => {
      if (!/^src\/ui\/.*\.css$/.test(file)) return []
      const rules = [...code.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
        ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
      )
      const placed = new Set(rules.filter(({ body }) => /^\s*position:/m.test(body)).map(({ selector }) => selector))
      return rules
        .filter(({ selector, body }) => /overflow[-\w]*:[^;]*\b(auto|scroll)\b/.test(body) && !placed.has(selector))
        .map(({ selector }) => `${file} ${selector}`)
    })
    expect(faults).toEqual([])
  })

  test('no file exports a default', () => {
    const faults = [...text].filter(([, code]) => /^export default/m.test(code))
    expect(faults.map(([file]) => file)).toEqual([])
  })
})

describe('machines', () => {
  const files = import.meta.glob<Record<string, unknown>>('../src/machines/*.machine.ts', { eager: true })

  test.each(Object.entries(files))('in %s the id of every invoke is its src', (_, module) => {
    const machines = Object.values(module).map((value) =>
      typeof value === 'function' && /^create\w+Machine$/.test(value.name) ? (value as () => unknown)() : value,
    )
    const found = machines.filter(isMachine).flatMap((machine) => nodesOf(machine.root).flatMap((node) => node.invoke))
    expect(found.map(({ id }) => id)).toEqual(found.map(({ src }) => src))
  })
})

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

function importsOf(file: string): Import[] {
  const code = text.get(file) ?? ''
  const found = code.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
  )
  return [...found].map(([whole, type, fixed, lazy]) => ({
    file,
    target: relative(ROOT, resolve(ROOT, dirname(file), (fixed ?? lazy ?? '').replace(/\?.*$/, ''))),
    isLazy: lazy !== undefined,
    isType: Boolean(type) || /\{\s*(type\s+\w+(\s+as\s+\w+)?,?\s*)+\}\s*from/.test(whole),
  }))
}

/** The files that come with some, at once, and that bring a library. */
function bringing(roots: RegExp, library: string): string[] {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const it of imports) if (it.file === file && !it.isType && !it.isLazy) visit(it.target)
  }
  for (const { file } of imports) if (roots.test(file)) visit(file)
  const brings = new RegExp(`^(import (?!type )|\\} ).*from '${library}`, 'm')
  return [...reached].filter((file) => brings.test(text.get(file) ?? ''))
}

function isMachine(value: unknown): value is AnyStateMachine {
  return value instanceof StateMachine
}

/** What stands between a bracket that ends a match and the one that closes it. */
function partsOf(code: string, opening: RegExp, [open, close]: string): string[] {
  return [...code.matchAll(opening)].map(({ 0: whole, index }) => {
    const from = index + whole.length
    let at = from
    for (let depth = 1; depth > 0 && at < code.length; at++) {
      if (code[at] === open) depth++
      if (code[at] === close) depth--
    }
    return code.slice(from, at)
  })
}

const nodesOf = (node: StateNode): StateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

const describeImport = ({ file, target }: Import) => `${file} → ${target}`
